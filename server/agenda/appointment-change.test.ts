import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { detailText, getPatientAccessLog } from '#contract/access-log';
import * as api from '#contract/agenda';
import type { AppointmentsQuery } from '#contract/appointments-query';
import { addDays } from '#contract/days';
import { createTestApp, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
type Person = Awaited<ReturnType<TestApp['newProfessional']>>;
let ana: Person;
let berta: Person;
let rosa: Awaited<ReturnType<Person['hasPatient']>>;
beforeAll(async () => {
  testApp = await createTestApp();
  [ana, berta] = await Promise.all([testApp.newProfessional(), testApp.newProfessional()]);
  await ana.pays();
  rosa = await ana.hasPatient({ name: 'Rosa Díaz' });
});
afterAll(() => testApp.close());

let days = 0;
/** Each test has a day of its own. */
const newDay = () => {
  days += 1;
  return addDays('2030-01-07', days);
};
const send = (details: object) =>
  ana.send(api.createAppointment, { body: { patientId: rosa._id, date: '2030-01-07', time: '09:00', ...details } });
const create = async (details: object) => (await send(details)).body;
const change = (id: string, body: z.input<typeof api.AppointmentChange>, person = ana) =>
  person.send(api.changeAppointment, { params: { id }, body });
const on = async (date: string) => (await ana.send(api.listAppointments, { query: { date } })).body;
const timesOn = async (date: string) => (await on(date)).map(({ time }) => time);

describe('a change of an appointment', () => {
  test('moves it, with the rest as it was, and leaves out what is the same', async () => {
    const date = newDay();
    const made = await create({ date, note: 'Control', duration: 60 });
    const moved = await change(made._id, { date: addDays(date, 100), time: '10:30' });
    expect(moved).toMatchObject({ status: 200, body: { ...made, date: addDays(date, 100), time: '10:30' } });
    expect(await on(date)).toEqual([]);
    expect(await on(addDays(date, 100))).toEqual([moved.body]);
  });

  test('changes and clears the note, which is stored encrypted', async () => {
    const { _id } = await create({ date: newDay(), note: 'Control' });
    expect((await change(_id, { note: ' Trae exámenes ' })).body.note).toBe('Trae exámenes');
    const [row] = await testApp.sql<[{ note: Buffer }]>`select note from appointments where id = ${_id}`;
    expect(row.note.toString('latin1')).not.toContain('Trae');
    expect((await change(_id, { time: '11:00' })).body.note).toBe('Trae exámenes');
    expect((await change(_id, { note: '' })).body).not.toHaveProperty('note');
  });

  test('into a taken slot is refused, and nothing changes', async () => {
    const date = newDay();
    const [first, second] = [await create({ date }), await create({ date, time: '10:00' })];
    for (const body of [{ time: '09:00' }, { time: '08:30', duration: 60 }] as const) {
      const refused = await change(second._id, body);
      expect(refused.status).toBe(409);
      expect(refused.error).toMatchObject({ error: 'Ya existe una cita en ese horario', code: 'SLOT_TAKEN' });
      expect(refused.error).not.toHaveProperty('details');
    }
    expect(await on(date)).toEqual([first, second]);
  });

  test('may overlap itself', async () => {
    const { _id } = await create({ date: newDay(), duration: 60 });
    expect((await change(_id, { time: '09:30' })).status).toBe(200);
    expect((await change(_id, { duration: 150 })).status).toBe(200);
  });

  test.each([
    [{}, '', 'Indica qué cambia'],
    [{ time: '07:30' }, 'time', 'Selecciona una hora'],
    [{ duration: 45 }, 'duration', 'Selecciona una duración'],
    [{ status: 'lost' }, 'status', 'Selecciona un estado'],
    [{ note: 'x'.repeat(501) }, 'note', 'No puede superar los 500 caracteres'],
    [{ date: '2020-01-01' }, 'date', 'La fecha no puede ser anterior a hoy'],
  ])('%j is refused', async (body, field, message) => {
    const { _id } = await create({ date: newDay() });
    const reply = await change(_id, body as never);
    expect([reply.status, reply.error.code, reply.error.details]).toEqual([400, 'INVALID_INPUT', [{ field, message }]]);
  });

  test('of a past day accepts the status, the note and the day that it has', async () => {
    const { _id } = await create({ date: newDay() });
    await testApp.sql`update appointments set date = '2020-03-02' where id = ${_id}`;
    expect((await change(_id, { status: 'no-show', note: 'Avisó tarde', date: '2020-03-02' })).status).toBe(200);
    expect((await change(_id, { date: '2020-03-03' })).status).toBe(400);
  });

  test('is 404 for another professional and for an unknown appointment', async () => {
    const { _id } = await create({ date: newDay() });
    expect((await change(_id, { status: 'cancelled' }, berta)).status).toBe(404);
    expect((await change(randomUUID(), { status: 'cancelled' })).status).toBe(404);
    const [row] = await testApp.sql<[{ status: string }]>`select status from appointments where id = ${_id}`;
    expect(row.status).toBe('scheduled');
  });

  test('of a note that cannot be decrypted is refused, and its status can be changed', async () => {
    const { _id } = await create({ date: newDay(), note: 'Control' });
    const other = await create({ date: newDay(), note: 'Otra' });
    const noteOf = async (id: string) =>
      (await testApp.sql<[{ note: Buffer }]>`select note from appointments where id = ${id}`)[0].note;
    // A note is encrypted for its own row.
    await testApp.sql`update appointments set note = ${await noteOf(other._id)} where id = ${_id}`;
    expect((await change(_id, { note: 'Nueva' })).error.code).toBe('UNDECRYPTABLE');
    expect((await change(_id, { status: 'confirmed' })).body).toMatchObject({
      status: 'confirmed',
      undecryptable: true,
    });
    expect((await noteOf(_id)).equals(await noteOf(other._id))).toBe(true);
  });

  test('counts its revisions, and the same values again are none', async () => {
    const { _id } = await create({ date: newDay() });
    const revision = async () => {
      const [row] = await testApp.sql<[{ revision: number; changed_at: Date | null }]>`
        select revision, changed_at from appointments where id = ${_id}`;
      return row;
    };
    expect(await revision()).toEqual({ revision: 0, changed_at: null });
    await change(_id, { status: 'confirmed' });
    const first = await revision();
    expect(first).toEqual({ revision: 1, changed_at: expect.any(Date) });
    expect((await change(_id, { status: 'confirmed', time: '09:00' })).status).toBe(200);
    expect(await revision()).toEqual(first);
  });
});

describe('a cancelled appointment', () => {
  test('frees its slot, is in no day and no period, and stays in the list of the patient', async () => {
    const luis = await ana.hasPatient();
    const date = newDay();
    const { _id } = await create({ date, patientId: luis._id });
    expect((await change(_id, { status: 'cancelled' })).body.status).toBe('cancelled');
    expect(await on(date)).toEqual([]);
    expect((await ana.send(api.listAppointments, { query: { from: date, to: date } })).body).toEqual([]);
    expect((await send({ date })).status).toBe(201);
    const ofLuis = await ana.send(api.listAppointments, { query: { patientId: luis._id } });
    expect(ofLuis.body).toMatchObject([{ _id, status: 'cancelled' }]);
  });

  test('is taken back only into a free slot', async () => {
    const date = newDay();
    const { _id } = await create({ date });
    await change(_id, { status: 'cancelled' });
    const other = await create({ date });
    expect((await change(_id, { status: 'scheduled' })).error.code).toBe('SLOT_TAKEN');
    expect((await change(_id, { status: 'scheduled', time: '10:00' })).status).toBe(200);
    await change(other._id, { status: 'cancelled' });
    expect(await timesOn(date)).toEqual(['10:00']);
  });
});

describe('an overbooked appointment', () => {
  test('is created in a taken slot, and takes none from others', async () => {
    const date = newDay();
    const first = await create({ date });
    const second = await send({ date, overbooked: true });
    expect(second).toMatchObject({ status: 201, body: { overbooked: true } });
    expect(await on(date)).toEqual([first, second.body]);
    expect((await send({ date })).status).toBe(409);
    await change(first._id, { status: 'cancelled' });
    expect((await send({ date })).status).toBe(201);
  });

  test('becomes one by a change, and a normal one again in a free slot only', async () => {
    const date = newDay();
    await create({ date });
    const { _id } = await create({ date, time: '10:00' });
    expect((await change(_id, { time: '09:00' })).status).toBe(409);
    expect((await change(_id, { time: '09:00', overbooked: true })).body).toMatchObject({ overbooked: true });
    expect((await change(_id, { overbooked: false })).status).toBe(409);
    expect((await change(_id, { overbooked: false, time: '10:00' })).body).toMatchObject({ overbooked: false });
  });
});

describe('the lists', () => {
  test('a period has the appointments of all its days in their order, and of no other owner', async () => {
    const [from, between, to] = ['2031-03-03', '2031-03-05', '2031-03-09'] as const;
    for (const [date, time] of [
      [to, '08:00'],
      [between, '12:00'],
      [between, '09:00'],
      [from, '20:00'],
    ] as const) {
      await create({ date, time });
    }
    await create({ date: addDays(to, 1) });
    await create({ date: addDays(from, -1) });
    const query = { from, to };
    const { body } = await ana.send(api.listAppointments, { query });
    expect(body.map(({ date, time }) => [date, time])).toEqual([
      [from, '20:00'],
      [between, '09:00'],
      [between, '12:00'],
      [to, '08:00'],
    ]);
    expect((await berta.send(api.listAppointments, { query })).body).toEqual([]);
    expect((await ana.send(api.listAppointments, { query: { from, to: addDays(from, 42) } })).status).toBe(400);
  });

  test('a patient has all, from the last one, in pages', async () => {
    const luis = await ana.hasPatient();
    await testApp.sql`
      insert into appointments (owner_id, id, patient_id, date, start_minute, duration, created_at)
      select ${ana.user._id}::uuid, gen_random_uuid(), ${luis._id}::uuid, date '2040-01-01' + n / 3, 480 + 30 * (n % 3), 30, now()
        from generate_series(0, 249) n`;
    const page = async (before?: string) =>
      (
        await ana.send(api.listAppointments, {
          query: before ? { patientId: luis._id, before } : { patientId: luis._id },
        })
      ).body;
    const first = await page();
    expect(first).toHaveLength(200);
    expect(first[0]).toMatchObject({ date: '2040-03-24', time: '08:00' });
    const second = await page(first.at(-1)?._id);
    expect(second).toHaveLength(50);
    expect(second.at(-1)).toMatchObject({ date: '2040-01-01', time: '08:00' });
    const moments = [...first, ...second].map(({ date, time }) => `${date} ${time}`);
    expect(moments).toEqual(moments.toSorted().reverse());
    expect(new Set(moments).size).toBe(250);
  });

  test("another professional's patient is 404, and an appointment of somebody else is no place in a list", async () => {
    const { _id } = await create({ date: newDay() });
    const luis = await ana.hasPatient();
    const ofPatient = (person: Person, query: z.input<typeof AppointmentsQuery>) =>
      person.send(api.listAppointments, { query });
    expect((await ofPatient(berta, { patientId: rosa._id })).status).toBe(404);
    const hers = await berta.hasPatient();
    expect((await ofPatient(berta, { patientId: hers._id, before: _id })).status).toBe(400);
    expect((await ofPatient(ana, { patientId: luis._id, before: _id })).status).toBe(400);
  });
});

test('the access log has each change with the old and the new value, and not the text of a note', async () => {
  const luis = await ana.hasPatient();
  const { _id } = await create({ date: '2030-12-02', patientId: luis._id, note: 'Confidencial' });
  await change(_id, { date: '2030-12-03', time: '10:30', duration: 60, note: 'Reservado', status: 'confirmed' });
  await change(_id, { overbooked: true });
  await ana.send(api.listAppointments, { query: { patientId: luis._id } });
  await testApp.deps.accessRecorder.flush();
  const { body } = await ana.send(getPatientAccessLog, { params: { id: luis._id } });
  const entries = body.map(({ act, detail }) => [act, detailText(detail, 'America/Santiago')]);
  expect(entries.reverse().slice(1)).toEqual([
    ['appointment.created', ''],
    [
      'appointment.changed',
      'Fecha: antes «02/12/2030», ahora «03/12/2030». Hora: antes «09:00», ahora «10:30». Duración: antes «30 minutos», ahora «60 minutos». Cambió la nota',
    ],
    ['appointment.status-changed', 'Estado: antes «Agendada», ahora «Confirmada»'],
    ['appointment.changed', 'Sobrecupo: antes «no», ahora «sí»'],
    ['appointment.listed', ''],
  ]);
  expect(JSON.stringify(body)).not.toMatch(/Confidencial|Reservado/);
});

test('a change that changes nothing is a read of the appointment, and is recorded as one', async () => {
  const carla = await testApp.newProfessional();
  const patient = await carla.hasPatient();
  const body = { patientId: patient._id, date: newDay(), time: '09:00', note: 'Control' } as const;
  const { body: made } = await carla.send(api.createAppointment, { body });
  const actsOf = async () => {
    const entries = await testApp.sql<{ act: string; patient_id: string }[]>`
      select act, patient_id from audit_entries where subject_id = ${made._id} order by number`;
    return entries.map(({ act, patient_id }) => [act, patient_id === patient._id]);
  };
  const same = await change(made._id, { time: '09:00' }, carla);
  expect([same.status, same.body.note]).toEqual([200, 'Control']);
  expect(await actsOf()).toEqual([
    ['appointment.created', true],
    ['appointment.listed', true],
  ]);
  await change(made._id, { time: '09:30' }, carla);
  expect((await actsOf()).slice(2)).toEqual([['appointment.changed', true]]);
});

describe('twenty overbooked appointments of a day', () => {
  const overbook = (date: string, count: number) =>
    testApp.sql`
      insert into appointments (owner_id, id, patient_id, date, start_minute, duration, overbooked, created_at)
      select ${ana.user._id}, gen_random_uuid(), ${rosa._id}, ${date}, 480, 30, true, now()
        from generate_series(1, ${count}::int)`;
  const tooMany = (date: string) => ({
    status: 409,
    error: { code: 'TOO_MANY_OVERBOOKED', details: [{ field: date }] },
  });

  test('are all that are made, alone or in a series, also by two requests at once', async () => {
    const date = newDay();
    await overbook(date, 19);
    const replies = await Promise.all([send({ date, overbooked: true }), send({ date, overbooked: true })]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await send({ date, overbooked: true })).toMatchObject(tooMany(date));
    const repeat = { every: 'week', times: 3, skipConflicts: true };
    expect(await send({ date: addDays(date, -7), overbooked: true, repeat })).toMatchObject(tooMany(date));
    expect((await send({ date, time: '12:00' })).status).toBe(201);
    expect(await on(date)).toHaveLength(21);
  });

  test('are joined by none that is moved, scheduled again or becomes overbooked', async () => {
    const date = newDay();
    const other = addDays(date, 300);
    const [moved, normal, cancelled] = [
      await create({ date: other, overbooked: true }),
      await create({ date, time: '12:00' }),
      await create({ date, time: '13:00', overbooked: true }),
    ];
    await change(cancelled._id, { status: 'cancelled' });
    await overbook(date, 20);
    expect(await change(moved._id, { date })).toMatchObject(tooMany(date));
    expect(await change(normal._id, { overbooked: true })).toMatchObject(tooMany(date));
    expect(await change(cancelled._id, { status: 'scheduled' })).toMatchObject(tooMany(date));
    const [full] = await on(date);
    expect((await change(full?._id ?? '', { time: '15:00' })).status).toBe(200);
  });
});
