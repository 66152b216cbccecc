import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appointmentsBetween, appointmentsOfPatient } from '#server/agenda/agenda.store';
import { takenTimes } from '#server/agenda/free-hours.store';
import { listedDrafts } from '#server/drafts/listed-drafts.store';
import type { OwnerSql } from '#server/platform/database/database';
import { createTestApp, type TestApp } from '#server/testing/test-app';
import { findPatients, pageOfPatients } from './patients.store.ts';

// With this many rows the planner prefers an index over a sequential scan.
const PATIENTS = 5000;

let testApp: TestApp;
let owner: string;
beforeAll(async () => {
  testApp = await createTestApp();
  owner = (await testApp.newProfessional()).user._id;
  // In several transactions: the count of the owner is updated for every row, and each update in one transaction reads
  // the versions that the others left.
  for (let from = 1; from <= PATIENTS; from += 250) {
    await testApp.sql`
      insert into patients
        (owner_id, id, ficha_number, name, folded_name, rut, compact_rut, birth_date, contact, background, created_at)
      select ${owner}, gen_random_uuid(), n, 'Paciente ' || n, 'paciente ' || n, n || '-0', n || '0', '1980-01-01',
             decode(repeat('01', 30), 'hex'), decode(repeat('01', 30), 'hex'), now()
        from generate_series(${from}::int, ${from + 249}::int) n`;
  }
  await testApp.sql`
    insert into patient_suffixes (owner_id, suffix, patient_id)
    select distinct owner_id, substr(folded_name, at, 12), id from patients, generate_series(1, 14) at
     where substr(folded_name, at, 12) <> '' on conflict do nothing`;
  await testApp.sql`
    insert into appointments (owner_id, id, patient_id, date, start_minute, duration, created_at)
    select owner_id, gen_random_uuid(), id, date '2030-01-01' + (row_number() over ())::int / 20,
           480 + 30 * ((row_number() over ())::int % 20), 30, now() from patients`;
  await testApp.sql`
    insert into clinical_notes
      (owner_id, id, patient_id, status, content, preview, version, created_at, updated_at, recorded_at)
    select owner_id, gen_random_uuid(), id, 'draft', contact, contact, 1, now(), now(), now() from patients`;
  // Most notes of a practice are finalised.
  await testApp.sql`
    update clinical_notes set status = 'finalized', finalized_at = now(), finalized_by = owner_id, record = content,
           content_hash = decode(repeat('01', 32), 'hex') where right(id::text, 1) <> '0'`;
  await testApp.sql`analyze`;
});
afterAll(() => testApp.close());

/** The query plan of a store function, with the role and row policies of production. */
async function planOf(read: (db: OwnerSql) => Promise<unknown>): Promise<string> {
  return testApp.deps.tenantRead(owner, async (db) => {
    const explain = async (strings: TemplateStringsArray, ...values: unknown[]) => {
      const prefixed = Object.assign([`explain ${strings[0]}`, ...strings.slice(1)], { raw: strings.raw });
      const rows = await db<{ 'QUERY PLAN': string }[]>(prefixed as unknown as TemplateStringsArray, ...values);
      plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      return [];
    };
    let plan = '';
    await read(Object.assign(explain, { owner }) as unknown as OwnerSql);
    return plan;
  });
}

const window = { page: 1, limit: 50 };
const context = { cipher: undefined as never, today: '2026-11-15', timeZone: 'America/Santiago' };

test.each([
  ['a page of patients', (db: OwnerSql) => pageOfPatients(db, window, context), 'patients_folded_name_idx'],
  [
    'a search by part of a name',
    (db: OwnerSql) => findPatients(db, 'nte 4321', window, context),
    'patient_suffixes_pkey',
  ],
  [
    'a search by several words',
    (db: OwnerSql) => findPatients(db, '4321 paci nte', window, context),
    'patient_suffixes_pkey',
  ],
  ['a search by part of a RUT', (db: OwnerSql) => findPatients(db, '43.21', window, context), 'patient_suffixes_pkey'],
  [
    'the agenda of a day',
    (db: OwnerSql) =>
      appointmentsBetween(db, { from: '2030-02-01', to: '2030-02-01', isCancelled: false }, context.cipher),
    'appointments_date_idx',
  ],
  [
    'the agenda of a week',
    (db: OwnerSql) =>
      appointmentsBetween(db, { from: '2030-02-04', to: '2030-02-10', isCancelled: false }, context.cipher),
    'appointments_date_idx',
  ],
  [
    'the taken times of a month',
    (db: OwnerSql) =>
      takenTimes(db, { from: '2030-02-01', to: '2030-03-03' }, { now: new Date(), except: randomUUID() }),
    'appointments_date_idx',
  ],
  [
    'the list of a patient',
    (db: OwnerSql) =>
      appointmentsOfPatient(db, { patientId: randomUUID(), after: randomUUID(), limit: 200 }, context.cipher),
    'appointments_of_patient_idx',
  ],
  [
    'the drafts of an appointment',
    (db: OwnerSql) => listedDrafts(db, { appointmentId: randomUUID() }, 50),
    'clinical_notes_draft_of_idx',
  ],
])('%s uses its index', async (_, read, index) => {
  const plan = await planOf(read);
  expect(plan).toContain(index);
  expect(plan).not.toContain('Seq Scan');
});

test('the last finalised note of each listed patient is found past the drafts', async () => {
  const plan = await planOf((db) => pageOfPatients(db, window, context));
  expect(plan).toContain('clinical_notes_finalized_idx');
});

test('the drafts are found past the finalised notes', async () => {
  const plan = await planOf((db) => listedDrafts(db, { addenda: 'true' }, 50));
  expect(plan).toContain('clinical_notes_draft_of_idx');
  // There are no certificates, so their table is read as a whole.
  expect(plan).not.toMatch(/Seq Scan on (clinical_notes|patients)/);
});

test('the drafts are found past the finalised notes', async () => {
  const plan = await planOf((db) => listedDrafts(db, { addenda: 'true' }, 50));
  expect(plan).toContain('clinical_notes_draft_of_idx');
  // There are no certificates, so their table is read as a whole.
  expect(plan).not.toMatch(/Seq Scan on (clinical_notes|patients)/);
});
