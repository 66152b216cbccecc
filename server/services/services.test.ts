import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as api from '#contract/services';
import { newService } from '#server/testing/services';
import { createTestApp, type TestApp } from '#server/testing/test-app';

type Person = Awaited<ReturnType<TestApp['newProfessional']>>;

let testApp: TestApp;
let ana: Person;
let berta: Person;
beforeAll(async () => {
  testApp = await createTestApp();
  [ana, berta] = await Promise.all([testApp.newProfessional(), testApp.newProfessional()]);
});
afterAll(() => testApp.close());

const create = (person: Person, service?: Partial<api.NewService>) =>
  person.send(api.createService, { body: newService(service) });
const servicesOf = async (person: Person) => (await person.send(api.listServices)).body;
const actsOf = async (person: Person) => {
  const entries = await testApp.sql<{ act: string }[]>`
    select act from audit_entries where owner_id = ${person.user._id} and act like 'service.%' order by id`;
  return entries.map(({ act }) => act);
};

test('a service is created, replaced as a whole, listed by name and deleted, and each is recorded', async () => {
  const person = await testApp.newProfessional();
  expect(await servicesOf(person)).toEqual([]);
  const sent = newService({ name: ' Terapia\nde pareja ', price: 0, description: ' Dos\npersonas ' });
  const therapy = await person.send(api.createService, { body: sent });
  const expected = { ...sent, name: 'Terapia de pareja', description: 'Dos\npersonas' };
  expect([therapy.status, therapy.body]).toEqual([201, { ...expected, _id: expect.any(String) }]);
  const { body: control } = await create(person, { name: 'Ávila: control', modality: 'remote', bookable: false });
  expect(await servicesOf(person)).toEqual([control, therapy.body]);

  const params = { id: therapy.body._id };
  const { description: _, ...without } = { ...expected, price: null, duration: 30 as const };
  const changed = await person.send(api.updateService, { params, body: without });
  expect([changed.status, changed.body]).toEqual([200, { ...without, _id: params.id }]);
  expect(await servicesOf(person)).toEqual([control, changed.body]);

  expect((await person.send(api.deleteService, { params })).status).toBe(204);
  expect((await person.send(api.deleteService, { params })).status).toBe(404);
  expect((await person.send(api.updateService, { params, body: without })).status).toBe(404);
  expect(await servicesOf(person)).toEqual([control]);
  expect(await actsOf(person)).toEqual(['service.created', 'service.created', 'service.changed', 'service.deleted']);
});

test('belong to one professional', async () => {
  const { body } = await create(ana, { name: 'Solo de Ana' });
  const params = { id: body._id };
  expect(await servicesOf(berta)).toEqual([]);
  expect((await berta.send(api.updateService, { params, body: newService() })).status).toBe(404);
  expect((await berta.send(api.deleteService, { params })).status).toBe(404);
  expect(await servicesOf(ana)).toEqual([body]);
  expect((await create(berta, { name: 'Solo de Ana' })).status).toBe(201);
});

test('a price that is left out is agreed with the patient', async () => {
  const { price: _, ...body } = newService();
  expect((await ana.send(api.createService, { body })).body.price).toBeNull();
});

test.each([
  ['name', ' '],
  ['name', 'x'.repeat(81)],
  ['name', undefined],
  ['duration', 45],
  ['duration', undefined],
  ['price', -1],
  ['price', 100_000_001],
  ['price', 1500.5],
  ['price', '25000'],
  ['modality', 'Presencial'],
  ['modality', undefined],
  ['description', 'x'.repeat(501)],
  ['bookable', 'true'],
  ['bookable', undefined],
])('refuses %s %j', async (field, value) => {
  const { status, error } = await berta.send(api.createService, { body: { ...newService(), [field]: value } as never });
  expect([status, error.details?.map((detail) => detail.field)]).toEqual([400, [field]]);
});

describe('two services of one professional have different names', () => {
  test('without regard to case, accents and spaces', async () => {
    const person = await testApp.newProfessional();
    const { body: first } = await create(person, { name: 'Evaluación inicial' });
    const { body: second } = await create(person, { name: 'Control' });
    const again = await create(person, { name: 'EVALUACION  inicial' });
    expect([again.status, again.error.code]).toEqual([409, 'SERVICE_EXISTS']);
    const rename = (id: string, name: string) =>
      person.send(api.updateService, { params: { id }, body: newService({ name }) });
    expect((await rename(second._id, 'evaluación inicial')).error.code).toBe('SERVICE_EXISTS');
    expect((await rename(first._id, 'EVALUACIÓN INICIAL')).status).toBe(200);
  });

  test('also when both are created at the same time', async () => {
    const person = await testApp.newProfessional();
    const race = (name: string) => Promise.all([1, 2, 3].map(() => create(person, { name })));
    // The second race has its connections from the first one.
    await race('Consulta');
    const replies = await race('Control');
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect((await servicesOf(person)).map(({ name }) => name)).toEqual(['Consulta', 'Control']);
  });
});

test('a professional has at most fifty, also when two are created at the same time', async () => {
  const person = await testApp.newProfessional();
  await testApp.sql`
    insert into services (owner_id, id, name, duration, modality, bookable, created_at)
    select ${person.user._id}, gen_random_uuid(), 'Servicio ' || n, 30, 'remote', true, now()
      from generate_series(1, 49) n`;
  const replies = await Promise.all([create(person), create(person)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(replies.find(({ status }) => status === 409)?.error.code).toBe('TOO_MANY_SERVICES');
  const [first] = await servicesOf(person);
  const params = { id: first?._id ?? randomUUID() };
  expect((await person.send(api.updateService, { params, body: newService() })).status).toBe(200);
  await person.send(api.deleteService, { params });
  expect((await create(person)).status).toBe(201);
});
