import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as api from '#contract/agenda';
import { createService, deleteService, type NewService, updateService } from '#contract/services';
import { newService } from '#server/testing/services';
import { createTestApp, type TestApp } from '#server/testing/test-app';

type Person = Awaited<ReturnType<TestApp['newProfessional']>>;

let testApp: TestApp;
let ana: Person;
let patientId: string;
let day = 0;
beforeAll(async () => {
  testApp = await createTestApp();
  ana = await testApp.newProfessional();
  patientId = (await ana.hasPatient({ name: 'Rosa Díaz' }))._id;
});
afterAll(() => testApp.close());

/** A day that no other test uses. */
const newDay = () => `2030-02-${String(++day).padStart(2, '0')}`;
const hasService = async (service: Partial<NewService> = {}, person = ana) =>
  (await person.send(createService, { body: newService(service) })).body;
const book = (more: object = {}, date = newDay()) =>
  ana.send(api.createAppointment, { body: { patientId, date, time: '09:00', ...more } });
const listed = async (date: string) => (await ana.send(api.listAppointments, { query: { date } })).body;

test('the service gives the duration when none is sent, and the appointment has its id and name', async () => {
  const service = await hasService({ name: 'Terapia', duration: 90 });
  const { status, body } = await book({ serviceId: service._id.toUpperCase() });
  expect(status).toBe(201);
  expect(body).toMatchObject({ duration: 90, serviceId: service._id, serviceName: 'Terapia' });
  expect(body).not.toHaveProperty('bookedOnline');
  const ofPatient = await ana.send(api.listAppointments, { query: { patientId } });
  expect([await listed(body.date), ofPatient.body[0]]).toEqual([[body], body]);

  expect((await book({ serviceId: service._id, duration: 30 })).body.duration).toBe(30);
  const { body: without } = await book();
  expect(without.duration).toBe(30);
  expect(without).not.toHaveProperty('serviceId');
  expect(without).not.toHaveProperty('serviceName');
});

test('the duration of the service is what others must not overlap', async () => {
  const { _id: serviceId } = await hasService({ duration: 60 });
  const { body } = await book({ serviceId });
  expect((await book({ time: '09:30' }, body.date)).error.code).toBe('SLOT_TAKEN');
});

test('all appointments of a series have the service, its duration and a conflict within it', async () => {
  const { _id: serviceId } = await hasService({ name: 'Sesión', duration: 60 });
  const taken = await book({ time: '09:30' }, '2030-03-13');
  const repeat = { every: 'week', times: 3 } as const;
  const refused = await book({ serviceId, repeat }, '2030-03-06');
  expect([refused.status, refused.error.details]).toEqual([409, [expect.objectContaining({ field: '2030-03-13' })]]);
  await ana.send(api.deleteAppointment, { params: { id: taken.body._id }, query: {} });
  await book({ serviceId, repeat }, '2030-03-06');
  const { body } = await ana.send(api.listAppointments, { query: { from: '2030-03-01', to: '2030-03-31' } });
  expect(body).toHaveLength(3);
  for (const one of body) expect(one).toMatchObject({ duration: 60, serviceId, serviceName: 'Sesión' });
});

test('a service of nobody, of another professional or that was deleted is refused at its field', async () => {
  const other = await testApp.newProfessional();
  const { _id: deleted } = await hasService();
  await ana.send(deleteService, { params: { id: deleted } });
  for (const serviceId of [randomUUID(), (await hasService({}, other))._id, deleted, 'x']) {
    const { status, error } = await book({ serviceId });
    expect([status, error.details]).toEqual([400, [{ field: 'serviceId', message: api.UNKNOWN_SERVICE }]]);
  }
});

test('renaming and then deleting a service leaves its first name and duration on its appointments', async () => {
  const service = await hasService({ name: 'Primera consulta', duration: 60 });
  const params = { id: service._id };
  const { body } = await book({ serviceId: service._id });
  await ana.send(updateService, { params, body: newService({ name: 'Evaluación', duration: 30 }) });
  expect(await listed(body.date)).toEqual([body]);
  expect((await book({ serviceId: service._id })).body).toMatchObject({ serviceName: 'Evaluación', duration: 30 });
  await ana.send(deleteService, { params });
  expect(await listed(body.date)).toEqual([body]);
});

test('a change keeps the service', async () => {
  const { _id: serviceId } = await hasService({ name: 'Control largo' });
  const { body } = await book({ serviceId });
  const { body: changed } = await ana.send(api.changeAppointment, {
    params: { id: body._id },
    body: { time: '12:00', duration: 30, status: 'confirmed' },
  });
  expect(changed).toMatchObject({ serviceId, serviceName: 'Control largo', duration: 30, status: 'confirmed' });
  expect(await listed(body.date)).toEqual([changed]);
});

test('an appointment that the patient booked online says so', async () => {
  const { body } = await book();
  await testApp.sql`update appointments set booked_online = true where id = ${body._id}`;
  expect(await listed(body.date)).toEqual([{ ...body, bookedOnline: true }]);
});

test('the name of the service counts against the storage of the account', async () => {
  const stored = async () => {
    const [row] = await testApp.sql<[{ bytes: string }]>`
      select bytes from storage_usage where owner_id = ${ana.user._id}`;
    return Number(row.bytes);
  };
  const { _id: serviceId } = await hasService({ name: 'Años' });
  const before = await stored();
  await book();
  const without = (await stored()) - before;
  const { body } = await book({ serviceId });
  expect((await stored()) - before).toBe(2 * without + 'Años'.length + 1 + 'in-person'.length);
  await ana.send(api.deleteAppointment, { params: { id: body._id }, query: {} });
  expect((await stored()) - before).toBe(without);
});
