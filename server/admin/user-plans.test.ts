import { afterAll, beforeAll, expect, test } from 'vitest';
import { listUsers } from '#contract/admin';
import type { AdminSql } from '#server/platform/database/database';
import { createTestApp, type TestApp } from '#server/testing/test-app';
import { userIds } from './users.store.ts';

// Enough rows for the planner to prefer an index over a sequential scan.
const USERS = 20_000;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
  await testApp.sql`
    insert into users (id, role, name, email, password_hash, rut, profession, specialty, city, region, created_at)
    select gen_random_uuid(), 'professional', 'Persona ' || md5(n::text), n || '@ejemplo.cl', 'x', '1-9', 'Médicos/as',
           case when n % 3 = 0 then 'Especialidad ' || n % 40 end, 'Osorno', 'Región de Los Lagos', now()
      from generate_series(1, ${USERS}::int) n`;
  await testApp.sql`insert into patient_counts select id, 1 + ascii(name) % 9 from users where random() < 0.8`;
  await testApp.sql`insert into subscriptions (owner_id, status) select id, 'paid' from users where random() < 0.4`;
  await testApp.sql`vacuum analyze`;
});
afterAll(() => testApp.close());

/** The plan of the statement that the store sends, with the same role and settings. */
function planOf(query: Record<string, string>): Promise<string> {
  return testApp.deps.adminRead(async (db) => {
    const explain = async (strings: TemplateStringsArray, ...values: unknown[]) => {
      const prefixed = Object.assign([`explain ${strings[0]}`, ...strings.slice(1)], { raw: strings.raw });
      const rows = await db<{ 'QUERY PLAN': string }[]>(prefixed as unknown as TemplateStringsArray, ...values);
      plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      return [];
    };
    let plan = '';
    const listing = listUsers.query?.parse({ limit: '50', ...query });
    // As with a real provider: nobody runs twenty thousand accounts on the test checkout.
    const view = { now: testApp.deps.now(), countsTestPayments: false };
    if (listing) await userIds(explain as unknown as AdminSql, listing, view);
    return plan;
  });
}

test.each([
  ['name', 'users_folded_name_idx'],
  ['email', 'users_email_key'],
  ['profession', 'users_profession_idx'],
  ['specialty', 'users_folded_specialty_idx'],
  ['registrationDate', 'users_created_at_idx'],
  ['patientCount', 'patient_counts_patients_idx'],
  ['subscriptionStatus', 'users_created_at_idx'],
])('a page in the order of %s comes from its index, in both directions', async (sort, index) => {
  for (const order of ['asc', 'desc']) {
    const plan = await planOf({ sort, order });
    expect(plan).toContain(index);
    expect(plan).not.toContain('Seq Scan');
  }
});

test('a deep page is an index-only scan', async () => {
  expect(await planOf({ sort: 'name', page: '100' })).toContain('Index Only Scan');
});

test.each(['abc12', 'ABC 1', 'persona 0aF', '1234@ejem'])('a search for %j uses the trigram index', async (search) => {
  const plan = await planOf({ search });
  expect(plan).toContain('users_search_text_idx');
  expect(plan).not.toContain('Seq Scan');
});

test.each(['a', 'z9', '%%%'])(
  'a search for %j, which has no trigram, does not use the trigram index',
  async (search) => {
    expect(await planOf({ search })).not.toContain('users_search_text_idx');
  },
);
