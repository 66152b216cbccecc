import { afterAll, beforeAll, expect, test } from 'vitest';
import { getAccountAccessLog } from '#contract/access-log';
import { changeAppointment, createAppointment, deleteAppointment } from '#contract/agenda';
import { getReceptionDay, getReceptionDayVersion, listProfessionals, nextFreeWithAnyone } from '#contract/assistants';
import { createAbsence, putWorkingHours } from '#contract/working-hours';
import { endAccess, newAssistant } from '#server/testing/assistants';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

// Monday 16 November 2026, 10:10 in Santiago.
const NOW = new Date('2026-11-16T13:10:00Z');
const DATE = '2026-11-17';
const PHONE = '9 1234 5678';
const ON_DAY = { query: { date: DATE } };

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ now: () => NOW });
});
afterAll(() => testApp.close());

/** Two professionals, and an assistant of both. */
async function reception() {
  const [ana, berta] = await Promise.all([
    testApp.newProfessional({ name: 'Ana Rojas' }),
    testApp.newProfessional({ name: 'Berta Lagos', region: 'Región de Magallanes y de la Antártica Chilena' }),
  ]);
  return { ana, berta, marta: await newAssistant(testApp, [berta, ana], { canCharge: false }) };
}

async function book(person: Person, time: string, date = DATE) {
  const { _id: patientId } = await person.hasPatient({ name: `Paciente de ${person.user.name}`, phone: PHONE });
  return (await person.send(createAppointment, { body: { patientId, date, time, duration: 30 } })).body;
}

test('an assistant sees the professionals of open invitations, by name', async () => {
  const { ana, berta, marta } = await reception();
  const { body } = await marta.send(listProfessionals);
  expect(body).toEqual([
    {
      _id: ana.user._id,
      name: 'Ana Rojas',
      profession: ana.user.profession,
      timeZone: 'America/Santiago',
      canEditPatients: true,
      canCharge: false,
    },
    expect.objectContaining({ _id: berta.user._id, timeZone: 'America/Punta_Arenas' }),
  ]);
  await endAccess(testApp, ana, marta);
  expect((await marta.send(listProfessionals)).body.map(({ name }) => name)).toEqual(['Berta Lagos']);
});

test('the day has the agenda and the free hours of each professional, and each log has an entry', async () => {
  const { ana, berta, marta } = await reception();
  const stranger = await testApp.newProfessional();
  await book(stranger, '09:00');
  await ana.send(putWorkingHours, {
    body: { hours: [{ weekday: 2, from: '09:00', to: '11:00' }], defaultDuration: 60 },
  });
  const visit = await book(ana, '09:00');
  await berta.send(createAbsence, { body: { from: DATE, to: DATE } });
  const { body } = await marta.send(getReceptionDay, ON_DAY);
  expect(visit.phone).toBe(PHONE);
  expect(body).toEqual([
    { professional: { _id: ana.user._id, name: 'Ana Rojas' }, appointments: [visit], freeTimes: ['09:30', '10:00'] },
    { professional: { _id: berta.user._id, name: 'Berta Lagos' }, appointments: [], freeTimes: [] },
  ]);
  await testApp.deps.accessRecorder.flush();
  for (const owner of [ana, berta]) {
    const { body: entries } = await owner.send(getAccountAccessLog, { query: {} });
    const reads = entries.filter(({ act }) => act === 'agenda.opened');
    expect(reads).toMatchObject([{ actor: 'Marta Soto (secretaría)', detail: { date: DATE } }]);
  }
  const own = await testApp.sql`
    select from audit_entries where owner_id = ${marta.user._id} and act = 'agenda.opened'`;
  expect(own).toHaveLength(0);
});

test('the version changes with the agenda of each professional on that day alone, and is not recorded', async () => {
  const { ana, berta, marta } = await reception();
  const seen = new Set<string>();
  const version = async () => (await marta.send(getReceptionDayVersion, ON_DAY)).body.version;
  const expectNew = async () => {
    const now = await version();
    expect(seen.has(now)).toBe(false);
    seen.add(now);
    expect(await version()).toBe(now);
  };
  await expectNew();
  const { _id: id } = await book(ana, '09:00');
  await expectNew();
  await ana.send(changeAppointment, { params: { id }, body: { time: '10:00' } });
  await expectNew();
  await ana.send(changeAppointment, { params: { id }, body: { status: 'confirmed' } });
  await expectNew();
  await ana.send(changeAppointment, { params: { id }, body: { note: 'Trae exámenes' } });
  await expectNew();
  await berta.send(createAbsence, { body: { from: DATE, to: DATE } });
  await expectNew();
  await ana.send(deleteAppointment, { params: { id }, query: {} });
  await expectNew();
  const before = await version();
  await book(berta, '09:00', '2026-11-18');
  expect(await version()).toBe(before);
  await testApp.deps.accessRecorder.flush();
  const reads =
    await testApp.sql`select from audit_entries where actor_id = ${marta.user._id} and act = 'agenda.opened'`;
  expect(reads).toHaveLength(0);
});

test('the next free hour of each professional is listed, the nearest first', async () => {
  const { ana, berta, marta } = await reception();
  await ana.send(putWorkingHours, {
    body: { hours: [{ weekday: 3, from: '09:00', to: '11:00' }], defaultDuration: 60 },
  });
  await berta.send(putWorkingHours, { body: { hours: [{ weekday: 3, from: '09:30', to: '11:00' }] } });
  const listed = async (duration?: number) =>
    (await marta.send(nextFreeWithAnyone, { query: duration ? { duration } : {} })).body.map(
      ({ professional, date, time }) => `${professional.name} ${date} ${time}`,
    );
  const [anas, bertas] = ['Ana Rojas 2026-11-18 09:00', 'Berta Lagos 2026-11-18 09:30'];
  expect(await listed()).toEqual([anas, bertas]);
  expect(await listed(120)).toEqual([anas]);
  await book(ana, '09:30', '2026-11-18');
  expect(await listed()).toEqual([bertas, 'Ana Rojas 2026-11-18 10:00']);
});

test('a duration that no appointment has and a day that is none are refused', async () => {
  const { marta } = await reception();
  expect((await marta.send(nextFreeWithAnyone, { query: { duration: 45 } })).status).toBe(400);
  expect((await marta.send(getReceptionDay, { query: { date: '2026-02-30' } })).status).toBe(400);
});

test('an assistant of nobody sees nobody, and a professional is refused', async () => {
  const nobody = await newAssistant(testApp, []);
  const ana = await testApp.newProfessional();
  for (const endpoint of [listProfessionals, nextFreeWithAnyone]) {
    const reply = await nobody.send(endpoint, { query: {} } as never);
    expect([reply.status, reply.body]).toEqual([200, []]);
    expect((await ana.send(endpoint, { query: {} } as never)).error.code).toBe('NOT_ALLOWED');
  }
  expect((await nobody.send(getReceptionDay, ON_DAY)).body).toEqual([]);
});
