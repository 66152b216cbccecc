import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as api from '#contract/agenda';
import { createTestApp, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
type Person = Awaited<ReturnType<TestApp['newProfessional']>>;
let ana: Person;
let rosa: Awaited<ReturnType<Person['hasPatient']>>;
beforeAll(async () => {
  testApp = await createTestApp();
  ana = await testApp.newProfessional();
  rosa = await ana.hasPatient({ name: 'Rosa Díaz', rut: '12.345.678-5' });
});
afterAll(() => testApp.close());

const create = (details: object, person = ana) =>
  person.send(api.createAppointment, {
    body: { patientId: rosa._id, date: '2030-01-07', time: '09:00', ...details },
  });
const on = async (date: string) => (await ana.send(api.listAppointments, { query: { date } })).body;

describe('an appointment', () => {
  test('is created and listed on its day with its patient, thirty minutes by default', async () => {
    const created = await create({ date: '2030-02-01', note: ' Trae exámenes ' });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      _id: expect.any(String),
      patientId: rosa._id,
      patientName: 'Rosa Díaz',
      patientRut: '12345678-5',
      date: '2030-02-01',
      time: '09:00',
      duration: 30,
      note: 'Trae exámenes',
      status: 'scheduled',
      overbooked: false,
    });
    expect(await on('2030-02-01')).toEqual([created.body]);
    expect(await on('2030-02-02')).toEqual([]);
    const [row] = await testApp.sql<[{ note: Buffer }]>`select note from appointments where id = ${created.body._id}`;
    expect(row.note.toString('latin1')).not.toContain('Trae');
  });

  test('has the telephone of its patient on a day and in answers, and not in the list of the patient', async () => {
    const phone = '+56 9 8765 4321';
    const berta = await testApp.newProfessional();
    const { _id: patientId } = await berta.hasPatient({ phone });
    const date = '2030-02-02';
    const { body: created } = await create({ patientId, date }, berta);
    const { body: changed } = await berta.send(api.changeAppointment, {
      params: { id: created._id },
      body: { status: 'confirmed' },
    });
    const listed = async (query: object) => (await berta.send(api.listAppointments, { query })).body;
    const shown = [created, changed, ...(await listed({ date })), ...(await listed({ from: date, to: date }))];
    expect(shown.map((one) => one.phone)).toEqual(Array(4).fill(phone));
    expect((await listed({ patientId })).map((one) => one.phone)).toEqual([undefined]);
    await testApp.sql`update patients set contact = set_byte(contact::bytea, 20, 0) where id = ${patientId}`;
    expect((await listed({ date })).map((one) => one.phone)).toEqual([undefined]);
  });

  test('is created once by twenty concurrent identical requests', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => create({ date: '2030-02-03' })));
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1);
    const refused = replies.filter((reply) => reply.status === 409);
    expect(refused).toHaveLength(19);
    expect(refused[0]?.error.error).toBe('Ya existe una cita en ese horario');
  });

  test.each([
    ['10:00', 60, '10:30', 30, 409],
    ['10:30', 30, '10:00', 60, 409],
    ['10:00', 30, '10:30', 30, 201],
    ['10:30', 30, '09:30', 60, 201],
    ['08:00', 150, '10:30', 150, 201],
    ['09:00', 90, '10:00', 30, 409],
  ])(
    'at %s for %i minutes, then another at %s for %i minutes: status %i',
    async (time, duration, other, otherDuration, status) => {
      const date = '2031-01-06';
      await testApp.sql`delete from appointments where date = ${date}`;
      expect((await create({ date, time, duration })).status).toBe(201);
      expect((await create({ date, time: other, duration: otherDuration })).status).toBe(status);
    },
  );

  test('may end at midnight, and two professionals may use the same time', async () => {
    expect((await create({ date: '2030-02-05', time: '21:30', duration: 150 })).status).toBe(201);
    const berta = await testApp.newProfessional();
    const luis = await berta.hasPatient();
    expect((await create({ patientId: luis._id, date: '2030-02-05', time: '21:30' }, berta)).status).toBe(201);
  });

  test('keeps its day and time across clock changes', async () => {
    const early = await createTestAppAt('2026-03-01T12:00:00Z');
    for (const date of ['2026-04-04', '2026-04-05', '2026-09-05', '2026-09-06']) {
      const made = await early.create(date, '08:00');
      expect([made.date, made.time]).toEqual([date, '08:00']);
      expect((await early.on(date)).map((one) => [one.date, one.time])).toEqual([[date, '08:00']]);
    }
    await early.close();
  });

  test.each([
    [{ time: '07:30' }, 'time', 'Selecciona una hora'],
    [{ time: '22:00' }, 'time', 'Selecciona una hora'],
    [{ time: '09:15' }, 'time', 'Selecciona una hora'],
    [{ duration: 45 }, 'duration', 'Selecciona una duración'],
    [{ date: '2030-02-30' }, 'date', 'Selecciona una fecha'],
    [{ date: '9999-12-31' }, 'date', 'Selecciona una fecha'],
    [{ patientId: 'x' }, 'patientId', 'Selecciona un paciente'],
    [{ note: 'x'.repeat(501) }, 'note', 'No puede superar los 500 caracteres'],
    [{ date: '2020-01-01' }, 'date', 'La fecha no puede ser anterior a hoy'],
    [{ date: 'abc', repeat: { every: 'week', times: 3 } }, 'date', 'Selecciona una fecha'],
    [{ repeat: { every: 'week', times: 1_000_000_000 } }, 'repeat.times', 'Pueden ser a lo más 104 citas'],
  ])('with %j is refused', async (details, field, message) => {
    const reply = await create(details);
    expect(reply.status).toBe(400);
    expect(reply.error.details).toEqual([{ field, message }]);
  });

  test("with another professional's patient is 404, and nothing is written", async () => {
    const berta = await testApp.newProfessional();
    expect((await create({ date: '2030-02-09' }, berta)).status).toBe(404);
    expect(await testApp.sql`select from appointments where owner_id = ${berta.user._id}`).toHaveLength(0);
  });

  test('is deleted once, and is 404 for another professional', async () => {
    const { body } = await create({ date: '2030-02-10' });
    const berta = await testApp.newProfessional();
    const remove = (person: Person) =>
      person.send(api.deleteAppointment, { params: { id: body._id }, query: { hardDelete: 'true' } });
    expect((await remove(berta)).status).toBe(404);
    expect((await remove(ana)).status).toBe(204);
    expect((await remove(ana)).status).toBe(404);
    expect(await on('2030-02-10')).toEqual([]);
  });
});

test.each(['0000-01-01', 'ayer', ''])('the agenda of %j is refused', async (date) => {
  expect((await ana.send(api.listAppointments, { query: { date } })).status).toBe(400);
});

test.each([[{ from: 'abc', to: 'abd' }], [{ from: '9999-12-31', to: '9999-12-31' }]])(
  'the agenda of %j is refused',
  async (query) => {
    const { status, error } = await ana.send(api.listAppointments, { query });
    expect([status, error.details?.map(({ field }) => field)]).toEqual([400, ['from', 'to']]);
  },
);

describe('today', () => {
  test.each([
    // It is 23:30 on the 14th in Santiago and the 15th in UTC.
    ['Región de Los Ríos', '2026-11-15T02:30:00Z', '2026-11-14', '2026-11-13'],
    // In winter Magallanes is an hour ahead of Santiago: 00:30 on the 1st, 23:30 on the 30th.
    ['Región de Magallanes y de la Antártica Chilena', '2026-07-01T03:30:00Z', '2026-07-01', '2026-06-30'],
    ['Región de Los Ríos', '2026-07-01T03:30:00Z', '2026-06-30', '2026-06-29'],
  ] as const)(
    'is the local day of %s at %s: %s is accepted, %s is refused',
    async (region, instant, today, yesterday) => {
      const there = await createTestAppAt(instant, region);
      expect(await there.status(today)).toBe(201);
      expect(await there.status(yesterday)).toBe(400);
      await there.close();
    },
  );
});

/** Creates a test app with its clock at `instant`, and a professional with one patient. */
async function createTestAppAt(
  instant: string,
  region: 'Región de Los Ríos' | 'Región de Magallanes y de la Antártica Chilena' = 'Región de Los Ríos',
) {
  const there = await createTestApp();
  there.passTime(new Date(instant).getTime() - Date.now());
  const person = await there.newProfessional({ region });
  const patient = await person.hasPatient();
  const send = (date: string, time = '09:00') =>
    person.send(api.createAppointment, { body: { patientId: patient._id, date, time } });
  return {
    create: async (date: string, time: string) => (await send(date, time)).body,
    status: async (date: string) => (await send(date)).status,
    on: async (date: string) => (await person.send(api.listAppointments, { query: { date } })).body,
    close: there.close,
  };
}
