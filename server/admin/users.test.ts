import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getAccount } from '#contract/account';
import * as api from '#contract/admin';
import { AppError } from '#server/platform/app-error';
import { createTestApp, type TestApp } from '#server/testing/test-app';

const DAY = 24 * 3600 * 1000;

let testApp: TestApp;
type Person = Awaited<ReturnType<TestApp['newProfessional']>>;
let admin: Person;
const people: Record<'ana' | 'berta' | 'carlos' | 'nunez', Person> = {} as never;
beforeAll(async () => {
  testApp = await createTestApp();
  admin = await testApp.newAdmin();
  people.ana = await testApp.newProfessional({ name: 'Ana Pérez Soto', email: 'zeta_uno@ejemplo.cl' });
  people.berta = await testApp.newProfessional({
    name: 'berta Ríos',
    email: 'berta@clinica.cl',
    specialty: 'Ética clínica',
    profession: 'Psicólogos/as',
  });
  people.carlos = await testApp.newProfessional({
    name: 'Carlos 100% \\ Soto',
    email: 'carlos@ejemplo.cl',
    specialty: 'neonatología',
    profession: 'Enfermeros/as',
  });
  people.nunez = await testApp.newProfessional({
    name: 'Ágata  NÚÑEZ',
    email: 'agata@ejemplo.cl',
    specialty: 'Dermatología',
  });
  const { ana, berta, carlos } = people;
  for (const person of [ana, carlos]) await person.pays();
  await testApp.sql`
    insert into subscriptions (owner_id, status, expires_at) values (${berta.user._id}, 'paid', now() - interval '1 s')`;
  await ana.hasPatient();
  await ana.hasPatient();
  await berta.hasPatient();
});
afterAll(() => testApp.close());

type Query = NonNullable<Parameters<typeof list>[0]>;
const list = async (query?: Record<string, string>) => (await admin.send(api.listUsers, { query })).body;
const namesOf = async (query: Query) => (await list(query)).map(({ name }) => name.split(/\s/)[0]);

describe('the list of users', () => {
  test('has all users without parameters, newest first', async () => {
    expect(await namesOf({})).toEqual(['Ágata', 'Carlos', 'berta', 'Ana', 'Administración']);
  });

  test('shows the same data as the settings of the user, with RUT and registration date', async () => {
    for (const person of Object.values(people)) {
      const found = (await list()).find(({ _id }) => _id === person.user._id);
      const own = await person.send(getAccount);
      const [row] = await testApp.sql<
        [{ created_at: Date }]
      >`select created_at from users where id = ${person.user._id}`;
      const registrationDate = row.created_at.toISOString();
      expect(found).toEqual({ ...own.body, rut: '12345678-5', registrationDate, identity: 'declared' });
      expect((await admin.send(api.getUser, { params: { id: person.user._id } })).body).toEqual(found);
    }
  });

  test('has no password hash, and no fields beyond the contract', async () => {
    const [first] = await list({ search: 'Ana Pérez' });
    expect(Object.keys(first ?? {}).sort()).toEqual([
      '_id',
      'city',
      'email',
      'identity',
      'name',
      'nextPaymentDate',
      'patientCount',
      'patientLimit',
      'profession',
      'region',
      'registrationDate',
      'role',
      'rut',
      'subscriptionStatus',
    ]);
  });

  test('answers 404 for an unknown account', async () => {
    for (const id of ['00000000-0000-7000-8000-000000000000', 'no-es-un-id']) {
      const reply = await admin.send(api.getUser, { params: { id } });
      expect([reply.status, reply.error.code]).toEqual([404, 'NOT_FOUND']);
    }
  });
});

describe('a search', () => {
  test.each([
    ['perez', ['Ana']],
    ['PÉREZ so', ['Ana']],
    ['Nuñez', ['Ágata']],
    ['agata nunez', ['Ágata']],
    ['BERTA@CLINICA', ['berta']],
    ['ejemplo.cl', ['Ágata', 'Carlos', 'Ana', 'Administración']],
    ['medicos', ['Ágata', 'Ana']],
    ['psicólogos/as', ['berta']],
    ['Psicólogo/a', ['berta']],
    ['so', ['Carlos', 'Ana']],
    ['ñ', ['Ágata', 'Carlos', 'berta', 'Ana', 'Administración']],
    ['%', ['Carlos']],
    ['_', ['Ana']],
    ['\\', ['Carlos']],
    ['100%', ['Carlos']],
    ['%ana%', []],
    ['a_a', []],
    ['soto zeta', []],
    ['etica', []],
    ['12345678', []],
  ])('for %j finds %j', async (search, names) => {
    expect(await namesOf({ search })).toEqual(names);
    expect((await admin.send(api.countUsers, { query: { search } })).body).toEqual({ total: names.length });
  });

  test('with blank text finds all users', async () => {
    expect(await namesOf({ search: '  ' })).toHaveLength(5);
    expect((await admin.send(api.countUsers)).body).toEqual({ total: 5 });
  });

  test('finds a changed name at once', async () => {
    const dora = await testApp.newProfessional({ name: 'Dora' });
    await testApp.sql`update users set name = 'Écharri' where id = ${dora.user._id}`;
    expect(await namesOf({ search: 'echar' })).toEqual(['Écharri']);
    await testApp.sql`delete from users where id = ${dora.user._id}`;
  });
});

describe('an order', () => {
  test.each([
    ['name', ['Administración', 'Ágata', 'Ana', 'berta', 'Carlos']],
    ['email', ['Administración', 'Ágata', 'berta', 'Carlos', 'Ana']],
    ['registrationDate', ['Administración', 'Ana', 'berta', 'Carlos', 'Ágata']],
  ] as const)('by %s goes both ways', async (sort, names) => {
    expect(await namesOf({ sort, order: 'asc' })).toEqual(names);
    expect(await namesOf({ sort, order: 'desc' })).toEqual(names.toReversed());
  });

  test.each([
    ['profession', 'asc', ['Enfermeros/as', 'Médicos/as', 'Médicos/as', 'Psicólogos/as', undefined]],
    ['profession', 'desc', ['Psicólogos/as', 'Médicos/as', 'Médicos/as', 'Enfermeros/as', undefined]],
    ['specialty', 'asc', ['Dermatología', 'Ética clínica', 'neonatología', undefined, undefined]],
    ['specialty', 'desc', ['neonatología', 'Ética clínica', 'Dermatología', undefined, undefined]],
    ['patientCount', 'asc', [0, 0, 0, 1, 2]],
    ['patientCount', 'desc', [2, 1, 0, 0, 0]],
    ['subscriptionStatus', 'asc', ['free', 'free', 'free', 'paid', 'paid']],
    ['subscriptionStatus', 'desc', ['paid', 'paid', 'free', 'free', 'free']],
  ] as const)('by %s, %s, has what is missing last, and a plan that has ended as none', async (sort, order, values) => {
    expect((await list({ sort, order })).map((user) => user[sort])).toEqual(values);
  });

  test.each(api.USER_ORDERS)('by %s is the same in pages, and with a search', async (sort) => {
    for (const order of ['asc', 'desc']) {
      const whole = (await list({ sort, order })).map(({ _id }) => _id);
      const pages = [];
      for (const page of ['1', '2', '3', '4']) pages.push(await list({ sort, order, page, limit: '2' }));
      expect(pages.map((page) => page.length)).toEqual([2, 2, 1, 0]);
      expect(pages.flat().map(({ _id }) => _id)).toEqual(whole);
      const found = (await list({ sort, order, search: 'ejemplo', limit: '3' })).map(({ _id }) => _id);
      expect(found).toEqual(whole.filter((id) => id !== people.berta.user._id).slice(0, 3));
    }
  });

  test('by plan changes when a plan expires', async () => {
    const paid = async () => (await list({ sort: 'subscriptionStatus', order: 'desc', limit: '2' })).map((u) => u.name);
    const end = new Date(testApp.deps.now().getTime() + 1000);
    await testApp.sql`update subscriptions set expires_at = ${end} where owner_id = ${people.carlos.user._id}`;
    expect(await paid()).toEqual(['Carlos 100% \\ Soto', 'Ana Pérez Soto']);
    testApp.passTime(1000);
    expect(await paid()).toEqual(['Ana Pérez Soto', 'Ágata  NÚÑEZ']);
    await testApp.sql`update subscriptions set expires_at = null where owner_id = ${people.carlos.user._id}`;
  });

  test.each([
    [{ sort: 'password_hash' }, 'sort', 'No se puede ordenar por ese campo'],
    [{ order: 'up; drop table users' }, 'order', 'Debe ser asc o desc'],
    [{ page: '0' }, 'page', 'Debe ser al menos 1'],
    [{ limit: '201' }, 'limit', 'Debe ser a lo más 200'],
  ])('%j is refused', async (query, field, message) => {
    const reply = await admin.send(api.listUsers, { query: query as never });
    expect([reply.status, reply.error.details]).toEqual([400, [{ field, message }]]);
  });
});

describe('a list longer than a chunk', () => {
  const SIZE = 1234;
  let crowd: TestApp;
  let boss: Person;
  beforeAll(async () => {
    crowd = await createTestApp();
    boss = await crowd.newAdmin();
    const at = new Date(crowd.deps.now().getTime() - DAY);
    await crowd.sql`
      insert into users (id, role, name, email, password_hash, rut, profession, city, region, created_at)
      select gen_random_uuid(), 'professional', 'Persona ' || n, n || '@ejemplo.cl', 'x', '1-9', 'Médicos/as', 'Osorno',
             'Región de Los Lagos', ${at}::timestamptz - n * interval '1 second'
        from generate_series(1, ${SIZE}::int) n`;
  });
  afterAll(() => crowd.close());

  test('is complete and in order, also when requested twice', async () => {
    const [first, second] = await Promise.all([boss.send(api.listUsers), boss.send(api.listUsers)]);
    expect(first.headers['content-type']).toBe('application/json; charset=utf-8');
    const expected = ['Administración', ...Array.from({ length: SIZE }, (_, i) => `Persona ${i + 1}`)];
    expect(first.body.map(({ name }) => name)).toEqual(expected);
    expect(second.body).toEqual(first.body);
    expect((await boss.send(api.listUsers, { query: { search: 'nadie se llama así' } })).body).toEqual([]);
  });

  test('leaves out users who are deleted meanwhile', async () => {
    const { adminRead } = crowd.deps;
    let reads = 0;
    crowd.deps.adminRead = async (read) => {
      if (++reads === 3) await crowd.sql`delete from users where email in ('1200@ejemplo.cl', '1201@ejemplo.cl')`;
      return adminRead(read);
    };
    const { body } = await boss.send(api.listUsers);
    crowd.deps.adminRead = adminRead;
    expect(body).toHaveLength(SIZE - 1);
  });

  test.each([
    [1, 'before its first piece'],
    [2, 'at its first piece'],
  ])('that fails at read %i, %s, is refused', async (failing) => {
    const reply = await failAt(failing, () => boss.send(api.listUsers));
    expect([reply.status, reply.error.code]).toEqual([503, 'NOT_READY']);
  });

  test('that fails at a later chunk is cut off instead of ending as a complete list', async () => {
    await expect(failAt(3, () => boss.send(api.listUsers))).rejects.toThrow();
  });

  async function failAt<T>(failing: number, work: () => Promise<T>): Promise<T> {
    const { adminRead } = crowd.deps;
    let reads = 0;
    crowd.deps.adminRead = async (read) => {
      if (++reads === failing) throw new AppError('NOT_READY');
      return adminRead(read);
    };
    return work().finally(() => {
      crowd.deps.adminRead = adminRead;
    });
  }
});
