import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import * as api from '#contract/agenda';
import { addDays } from '#contract/days';
import { createTestApp, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
type Person = Awaited<ReturnType<TestApp['newProfessional']>>;
let ana: Person;
let rosa: Awaited<ReturnType<Person['hasPatient']>>;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

/** A professional of its own, so that each test has an empty agenda. */
const newAgenda = async () => {
  ana = await testApp.newProfessional();
  await ana.pays();
  rosa = await ana.hasPatient();
};

const MONDAY = '2030-01-07';
const week = (n: number) => addDays(MONDAY, 7 * n);
const send = (details: object, person = ana, patient = rosa) =>
  person.send(api.createAppointment, {
    body: { patientId: patient._id, date: MONDAY, time: '09:00', ...details },
  });
const series = (times: number, details: object = {}) => send({ repeat: { every: 'week', times }, ...details });
const change = (id: string, body: z.input<typeof api.AppointmentChange>) =>
  ana.send(api.changeAppointment, { params: { id }, body });
const all = async (patient = rosa) =>
  (await ana.send(api.listAppointments, { query: { patientId: patient._id } })).body.reverse();
const places = async () => (await all()).map(({ date, time, status }) => `${date} ${time} ${status}`);
const nth = async (n: number) => (await all())[n]?._id ?? '';
const countEntries = async (person: Person, act: string) =>
  (await testApp.sql`select from audit_entries where owner_id = ${person.user._id} and act = ${act}`).length;

describe('a series', () => {
  test('is created as a whole, each appointment with its entry, and the first one is the answer', async () => {
    await newAgenda();
    const { status, body } = await series(3, { note: 'Sesión' });
    expect([status, body.date, body.skipped]).toEqual([201, MONDAY, []]);
    expect(body.seriesId).toEqual(expect.any(String));
    const made = await all();
    expect(made.map(({ date }) => date)).toEqual([MONDAY, week(1), week(2)]);
    expect(made.every(({ seriesId, note }) => seriesId === body.seriesId && note === 'Sesión')).toBe(true);
    const notes = await testApp.sql<{ note: Buffer }[]>`
      select distinct note from appointments where owner_id = ${ana.user._id}`;
    expect(notes).toHaveLength(3);
    expect(await countEntries(ana, 'appointment.created')).toBe(3);
  });

  test('of 104 weeks is accepted, of a month it takes the last day of a shorter one', async () => {
    await newAgenda();
    expect((await series(104)).status).toBe(201);
    expect(await all()).toHaveLength(104);
    const luis = await ana.hasPatient();
    const repeat = { every: 'month', until: '2030-04-30' };
    await send({ date: '2030-01-31', time: '12:00', patientId: luis._id, repeat });
    expect((await all(luis)).map(({ date }) => date)).toEqual(['2030-01-31', '2030-02-28', '2030-03-31', '2030-04-30']);
  });

  test('with a conflict is refused with its days and writes nothing, or leaves them out', async () => {
    await newAgenda();
    const luis = await ana.hasPatient();
    for (const n of [1, 3]) await send({ date: week(n), patientId: luis._id });
    const message = 'Ya existe una cita en ese horario';
    const refused = await series(5);
    expect([refused.status, refused.error.code]).toEqual([409, 'SLOT_TAKEN']);
    expect(refused.error.details).toEqual([
      { field: week(1), message },
      { field: week(3), message },
    ]);
    expect(await all()).toEqual([]);
    expect(await countEntries(ana, 'appointment.created')).toBe(2);

    const { status, body } = await send({ repeat: { every: 'week', times: 5, skipConflicts: true } });
    expect([status, body.skipped]).toEqual([201, [week(1), week(3)]]);
    expect((await all()).map(({ date }) => date)).toEqual([MONDAY, week(2), week(4)]);
  });

  test('whose first day conflicts answers the first that was created; without any free day it is refused', async () => {
    await newAgenda();
    const luis = await ana.hasPatient();
    await send({ patientId: luis._id });
    const repeat = { every: 'week', times: 2, skipConflicts: true };
    expect((await send({ repeat })).body).toMatchObject({ date: week(1), skipped: [MONDAY] });
    const refused = await send({ repeat });
    expect([refused.status, refused.error.details?.length]).toEqual([409, 2]);
  });

  test('of overbooked ones has no conflicts, and cancelled ones are none', async () => {
    await newAgenda();
    const { body } = await series(2);
    expect((await series(2, { overbooked: true })).body).toMatchObject({ overbooked: true, skipped: [] });
    await change(body._id, { status: 'cancelled', scope: 'following' });
    expect((await series(2)).status).toBe(201);
  });

  test.each([
    [{ every: 'week' }, 'repeat.times'],
    [{ every: 'week', times: 1 }, 'repeat.times'],
    [{ every: 'month', times: 60 }, 'repeat.times'],
    [{ every: 'week', until: '2029-01-01' }, 'repeat.until'],
    [{ every: 'week', until: 'mañana' }, 'repeat.until'],
    [{ every: 'year', times: 2 }, 'repeat.every'],
  ])('%j is refused', async (repeat, field) => {
    const reply = await send({ repeat });
    expect([reply.status, reply.error.details?.map((detail) => detail.field)]).toEqual([400, [field]]);
  });

  test('in the past, or of the patient of another professional, is refused', async () => {
    await newAgenda();
    expect((await series(2, { date: '2020-01-06' })).status).toBe(400);
    const berta = await testApp.newProfessional();
    expect((await send({ repeat: { every: 'week', times: 2 } }, berta)).status).toBe(404);
  });
});

describe('the following ones of a series', () => {
  test('move together onto the days that they have now', async () => {
    await newAgenda();
    await series(4);
    const before = await all();
    const moved = await change(await nth(1), { date: week(2), time: '10:00', scope: 'following' });
    expect(moved).toMatchObject({ status: 200, body: { date: week(2), time: '10:00' } });
    expect(await places()).toEqual([
      `${MONDAY} 09:00 scheduled`,
      `${week(2)} 10:00 scheduled`,
      `${week(3)} 10:00 scheduled`,
      `${week(4)} 10:00 scheduled`,
    ]);
    expect((await all()).map(({ _id }) => _id)).toEqual(before.map(({ _id }) => _id));
    expect((await all()).every(({ overbooked }) => !overbooked)).toBe(true);
    expect(await countEntries(ana, 'appointment.changed')).toBe(3);
    // One day later, at the hour that each has: the row of one is where the next one goes.
    expect((await change(await nth(0), { date: week(1), scope: 'following' })).status).toBe(200);
    expect(await places()).toEqual([
      `${week(1)} 09:00 scheduled`,
      `${week(3)} 10:00 scheduled`,
      `${week(4)} 10:00 scheduled`,
      `${week(5)} 10:00 scheduled`,
    ]);
  });

  test('are moved all or none: a conflict names its days', async () => {
    await newAgenda();
    const luis = await ana.hasPatient();
    await series(3);
    await send({ patientId: luis._id, date: week(1), time: '11:00' });
    await send({ patientId: luis._id, date: week(2), time: '10:30', duration: 60 });
    const before = await all();
    const refused = await change(await nth(0), { time: '11:00', scope: 'following' });
    expect([refused.status, refused.error.details?.map(({ field }) => field)]).toEqual([409, [week(1), week(2)]]);
    expect(await all()).toEqual(before);
    expect(await countEntries(ana, 'appointment.changed')).toBe(0);
    const asOverbooked = await change(await nth(0), { time: '11:00', overbooked: true, scope: 'following' });
    expect(asOverbooked.status).toBe(200);
    expect((await all()).map(({ overbooked }) => overbooked)).toEqual([true, true, true]);
  });

  test('that would meet each other are refused', async () => {
    await newAgenda();
    await series(3);
    // The third one is moved to the day of the second one.
    await change(await nth(2), { date: week(1), time: '15:00' });
    const refused = await change(await nth(0), { time: '12:00', scope: 'following' });
    expect([refused.status, refused.error.details?.map(({ field }) => field)]).toEqual([409, [week(1)]]);
    expect(await places()).toContain(`${week(1)} 15:00 scheduled`);
  });

  test('are cancelled and taken back together, without those that were cancelled before', async () => {
    await newAgenda();
    await series(4);
    await change(await nth(2), { status: 'cancelled' });
    await change(await nth(3), { status: 'confirmed' });
    const statuses = async () => (await all()).map(({ status }) => status);
    const second = await nth(1);
    expect((await change(second, { status: 'cancelled', scope: 'following' })).body.status).toBe('cancelled');
    expect(await statuses()).toEqual(['scheduled', 'cancelled', 'cancelled', 'cancelled']);
    expect((await change(second, { status: 'scheduled', scope: 'following' })).body.status).toBe('scheduled');
    expect(await statuses()).toEqual(['scheduled', 'scheduled', 'cancelled', 'scheduled']);
  });

  test('keep their status when one that is not cancelled is scheduled again', async () => {
    await newAgenda();
    await series(3);
    await change(await nth(0), { status: 'no-show' });
    await change(await nth(1), { status: 'confirmed' });
    await change(await nth(2), { status: 'cancelled' });
    expect((await change(await nth(0), { status: 'scheduled', scope: 'following' })).status).toBe(200);
    expect((await all()).map(({ status }) => status)).toEqual(['scheduled', 'confirmed', 'cancelled']);
  });

  test('are not taken back when a slot was given away meanwhile', async () => {
    await newAgenda();
    const luis = await ana.hasPatient();
    const { body } = await series(3);
    await change(body._id, { status: 'cancelled', scope: 'following' });
    await send({ patientId: luis._id, date: week(1) });
    const refused = await change(body._id, { status: 'scheduled', scope: 'following' });
    expect([refused.status, refused.error.details?.map(({ field }) => field)]).toEqual([409, [week(1)]]);
    expect((await all()).every(({ status }) => status === 'cancelled')).toBe(true);
  });

  test('get the same duration, and the note is of the one that is changed; a single appointment has no later ones', async () => {
    await newAgenda();
    await series(3);
    await change(await nth(1), { note: 'Traer exámenes', duration: 60, scope: 'following' });
    const changed = (await all()).map(({ note, duration }) => [note, duration]);
    expect(changed).toEqual([
      [undefined, 30],
      ['Traer exámenes', 60],
      [undefined, 60],
    ]);
    const single = await send({ time: '18:00' });
    expect((await change(single.body._id, { time: '18:30', scope: 'following' })).status).toBe(200);
  });
});

describe('at the same time', () => {
  const statusesOf = (replies: { status: number }[]) => replies.map(({ status }) => status).sort();

  test('two moves into one slot: one succeeds', async () => {
    await newAgenda();
    for (const [index, time] of ['10:00', '11:00', '12:00', '13:00'].entries()) {
      const date = week(index);
      const [first, second] = [await send({ date, time: '08:00' }), await send({ date, time })];
      const replies = await Promise.all(
        [first, second].map(({ body }) => change(body._id, { time: '18:00', duration: 60 })),
      );
      expect(statusesOf(replies)).toEqual([200, 409]);
    }
    expect((await all()).filter(({ time }) => time === '18:00')).toHaveLength(4);
  });

  test('cancelling and moving the same appointment both succeed, and its old slot is free', async () => {
    await newAgenda();
    const { body } = await send({});
    const replies = await Promise.all([change(body._id, { status: 'cancelled' }), change(body._id, { time: '10:00' })]);
    expect(statusesOf(replies)).toEqual([200, 200]);
    expect(await places()).toEqual([`${MONDAY} 10:00 cancelled`]);
    expect((await send({})).status).toBe(201);
    expect((await send({ time: '10:00' })).status).toBe(201);
  });

  test('a move into the slot of one that is being cancelled succeeds or is refused, never both in it', async () => {
    await newAgenda();
    const [first, second] = [await send({}), await send({ time: '10:00' })];
    const [cancelled, moved] = await Promise.all([
      change(first.body._id, { status: 'cancelled' }),
      change(second.body._id, { time: '09:00' }),
    ]);
    expect(cancelled.status).toBe(200);
    const time = moved.status === 200 ? '09:00' : '10:00';
    expect(await places()).toEqual([`${MONDAY} 09:00 cancelled`, `${MONDAY} ${time} scheduled`].sort());
  });

  test('a series and a single appointment in one of its slots: one is refused', async () => {
    await newAgenda();
    const luis = await ana.hasPatient();
    const [ofSeries, single] = await Promise.all([series(4), send({ date: week(2), patientId: luis._id })]);
    expect(statusesOf([ofSeries, single])).toEqual([201, 409]);
    expect(await all()).toHaveLength(ofSeries.status === 201 ? 4 : 0);
    if (ofSeries.status === 409) expect(ofSeries.error.details?.map(({ field }) => field)).toEqual([week(2)]);
  });

  test('of two series with a common day one is written, as a whole', async () => {
    await newAgenda();
    const replies = await Promise.all([series(5), series(3, { date: week(4) })]);
    expect(statusesOf(replies)).toEqual([201, 409]);
    expect(await all()).toHaveLength(replies[0]?.status === 201 ? 5 : 3);
  });

  test('two cancelled ones of one slot are taken back: one succeeds', async () => {
    await newAgenda();
    const first = await send({});
    await change(first.body._id, { status: 'cancelled' });
    const second = await send({});
    await change(second.body._id, { status: 'cancelled' });
    const replies = await Promise.all([first, second].map(({ body }) => change(body._id, { status: 'confirmed' })));
    expect(statusesOf(replies)).toEqual([200, 409]);
  });

  test('a change and the deletion of the same appointment leave nothing behind', async () => {
    await newAgenda();
    const { body } = await send({});
    const [, removed] = await Promise.all([
      change(body._id, { time: '11:00' }),
      ana.send(api.deleteAppointment, { params: { id: body._id } }),
    ]);
    expect(removed.status).toBe(204);
    expect(await all()).toEqual([]);
  });
});
