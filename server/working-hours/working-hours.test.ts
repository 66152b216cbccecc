import { afterAll, beforeAll, expect, test } from 'vitest';
import * as api from '#contract/working-hours';
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

const hoursOf = async (person: Person) => (await person.send(api.getWorkingHours)).body.hours;
const absencesOf = async (person: Person) => (await person.send(api.listAbsences)).body;
const actsOf = async (person: Person, like: string) => {
  const entries = await testApp.sql<{ act: string }[]>`
    select act from audit_entries where owner_id = ${person.user._id} and act like ${like} order by id`;
  return entries.map(({ act }) => act);
};

const MORNING = { weekday: 1, from: '09:00', to: '13:00' };
const AFTERNOON = { weekday: 1, from: '14:00', to: '18:30' };
const FRIDAY = { weekday: 5, from: '00:00', to: '24:00' };

test('working hours are not set at first, are replaced as a whole and belong to one professional', async () => {
  expect(await hoursOf(ana)).toEqual([]);
  const put = await ana.send(api.putWorkingHours, { body: { hours: [FRIDAY, AFTERNOON, MORNING] } });
  expect([put.status, put.body]).toEqual([200, { hours: [MORNING, AFTERNOON, FRIDAY] }]);
  expect(await hoursOf(ana)).toEqual([MORNING, AFTERNOON, FRIDAY]);
  expect(await hoursOf(berta)).toEqual([]);

  await ana.send(api.putWorkingHours, { body: { hours: [MORNING] } });
  expect(await hoursOf(ana)).toEqual([MORNING]);
  await ana.send(api.putWorkingHours, { body: { hours: [] } });
  expect(await hoursOf(ana)).toEqual([]);
  expect(await actsOf(ana, 'working-hours.%')).toEqual(Array(3).fill('working-hours.changed'));
});

test('the default duration is saved with the hours, cleared when it is left out, and is one of the list', async () => {
  const person = await testApp.newProfessional();
  const put = (defaultDuration?: 30 | 60) =>
    person.send(api.putWorkingHours, { body: { hours: [MORNING], defaultDuration } });
  const saved = async () => (await person.send(api.getWorkingHours)).body;
  expect(await saved()).toEqual({ hours: [] });
  expect((await put(60)).body).toEqual({ hours: [MORNING], defaultDuration: 60 });
  expect((await put(30)).body).toEqual({ hours: [MORNING], defaultDuration: 30 });
  const refused = await person.send(api.putWorkingHours, { body: { hours: [], defaultDuration: 45 as 30 } });
  expect([refused.status, refused.error.details]).toEqual([
    400,
    [{ field: 'defaultDuration', message: 'Selecciona una duración' }],
  ]);
  expect(await saved()).toEqual({ hours: [MORNING], defaultDuration: 30 });
  expect((await berta.send(api.getWorkingHours)).body).not.toHaveProperty('defaultDuration');
  expect((await put()).body).toEqual({ hours: [MORNING] });
  expect(await saved()).toEqual({ hours: [MORNING] });
});

test('overlapping hours are refused, and the earlier ones stay', async () => {
  await berta.send(api.putWorkingHours, { body: { hours: [MORNING] } });
  const body = { hours: [AFTERNOON, { weekday: 1, from: '18:00', to: '20:00' }] };
  const { status, error } = await berta.send(api.putWorkingHours, { body });
  expect([status, error.details]).toEqual([
    400,
    [{ field: 'hours.1.from', message: 'Se cruza con otro tramo del mismo día' }],
  ]);
  expect(await hoursOf(berta)).toEqual([MORNING]);
});

test('of two replacements at the same time one stays, whole', async () => {
  const person = await testApp.newProfessional();
  const one = [MORNING, FRIDAY];
  const other = [{ ...MORNING, to: '10:00' }, AFTERNOON];
  const replies = await Promise.all(
    [one, other, one, other, one, other].map((hours) => person.send(api.putWorkingHours, { body: { hours } })),
  );
  expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect([one, other]).toContainEqual(await hoursOf(person));
});

test('absences are listed by date with their reason, which is stored encrypted, and deleted once', async () => {
  const lunch = { from: '2030-03-01', to: '2030-03-31', startTime: '13:00', endTime: '14:00' };
  const congress = { from: '2030-01-10', to: '2030-01-12', reason: ' Congreso de\npediatría ' };
  const [first, second] = [
    await ana.send(api.createAbsence, { body: lunch }),
    await ana.send(api.createAbsence, { body: congress }),
  ];
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body).toEqual({ ...congress, _id: expect.any(String), reason: 'Congreso de pediatría' });
  expect(await absencesOf(ana)).toEqual([second.body, first.body]);
  const [row] = await testApp.sql<[{ reason: Buffer }]>`select reason from absences where id = ${second.body._id}`;
  expect(row.reason.toString('latin1')).not.toContain('Congreso');

  const remove = (person: Person) => person.send(api.deleteAbsence, { params: { id: first.body._id } });
  expect((await remove(berta)).status).toBe(404);
  expect((await remove(ana)).status).toBe(204);
  expect((await remove(ana)).status).toBe(404);
  expect(await absencesOf(ana)).toEqual([second.body]);
  expect(await absencesOf(berta)).toEqual([]);
  expect(await actsOf(ana, 'absence.%')).toEqual(['absence.created', 'absence.created', 'absence.deleted']);
});

test('a professional has a limited number of absences, also when they are created at the same time', async () => {
  const person = await testApp.newProfessional();
  await testApp.sql`
    insert into absences (owner_id, id, first_day, last_day, created_at)
    select ${person.user._id}, gen_random_uuid(), '2030-01-01', '2030-01-02', now() from generate_series(1, 499)`;
  const create = () => person.send(api.createAbsence, { body: { from: '2030-02-01', to: '2030-02-01' } });
  const replies = await Promise.all([create(), create(), create()]);
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  expect(replies.find(({ status }) => status === 409)?.error.code).toBe('TOO_MANY_ABSENCES');
});
