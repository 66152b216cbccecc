import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MailSql } from '#server/platform/database/database';
import { createTestApp, type TestApp } from '#server/testing/test-app';
import { dueReminders } from './planning.store.ts';

const NOW = new Date('2026-11-23T15:00:00Z');
let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
  const { user, hasPatient } = await testApp.newProfessional();
  const { _id: patientId } = await hasPatient();
  // A year of appointments, with which the planner prefers an index over a sequential scan. Few are due.
  await testApp.sql`
    insert into appointments (owner_id, id, patient_id, date, start_minute, duration, overbooked, created_at, reminder_at)
    select ${user._id}, gen_random_uuid(), ${patientId}, '2026-12-01', 480, 30, true, now(),
           ${NOW}::timestamptz + n * interval '1 hour'
      from generate_series(-20, 20000) n`;
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
  ['thousands of reminders', new Date('2028-11-23T15:00:00Z')],
])('%s that are due are read by their index', async (_, now) => {
  const plan = await planOfDue(now);
  expect(plan).toContain('appointments_reminder_at_idx');
  expect(plan).not.toMatch(/Seq Scan on appointments|appointments_(date|pkey)/);
});
