import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MailSql } from '#server/platform/database/database';
import { createTestApp, type TestApp } from '#server/testing/test-app';
import { dueReminders } from './planning.store.ts';

const NOW = new Date('2026-11-23T15:00:00Z');
let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
  // Professionals on every worker of a cluster, each with so many appointments that the planner prefers an index over a
  // sequential scan.
  await testApp.sql`
    insert into users (id, role, name, email, password_hash, rut, profession, city, region, created_at)
    select gen_random_uuid(), 'professional', 'Ana', n || '@ejemplo.cl', 'x', '1-9', 'Médicos/as', 'Osorno',
           'Región de Los Lagos', now()
      from generate_series(1, 40) n`;
  await testApp.sql`
    insert into patients (owner_id, id, ficha_number, name, folded_name, rut, compact_rut, birth_date, contact, created_at)
    select id, gen_random_uuid(), 1, 'Rosa', 'rosa', '1-9', '19', '1980-01-01', decode(repeat('01', 30), 'hex'), now()
      from users`;
  await testApp.sql`
    insert into appointments (owner_id, id, patient_id, date, start_minute, duration, overbooked, created_at, reminder_at)
    select owner_id, gen_random_uuid(), id, '2026-12-01', 480, 30, true, now(), ${NOW}::timestamptz + n * interval '1 hour'
      from patients, generate_series(0, 999) n`;
  await testApp.sql`analyze`;
});
afterAll(() => testApp.close());

/** The query plan with the role and row policies of the job. */
async function planOfDue(now: Date): Promise<string> {
  let plan = '';
  const explain = async (strings: TemplateStringsArray, ...values: unknown[]) => {
    const prefixed = Object.assign([`explain ${strings[0]}`, ...strings.slice(1)], { raw: strings.raw });
    const rows = await testApp.deps.mail<{ 'QUERY PLAN': string }[]>(
      prefixed as unknown as TemplateStringsArray,
      ...values,
    );
    plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    return [];
  };
  await dueReminders(explain as unknown as MailSql, now, { perOwner: 20, read: 10_000 });
  return plan;
}

test.each([
  ['few reminders', NOW],
  ['thousands of reminders', new Date('2027-01-23T15:00:00Z')],
])('%s that are due are read by their index', async (_, now) => {
  const plan = await planOfDue(now);
  expect(plan).toContain('appointments_reminder_at_idx');
  expect(plan).not.toMatch(/Seq Scan on appointments|appointments_(date|pkey)/);
});
