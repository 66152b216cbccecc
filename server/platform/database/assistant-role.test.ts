import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#server/testing/database';
import { uuidv7 } from '../uuid.ts';

/**
 * What assistants may do with each table and column. A column that is not listed here fails the first test until somebody
 * has decided that it holds nothing clinical.
 */
const OPEN: Record<string, Record<string, string>> = {
  absences: { select: 'owner_id id first_day last_day from_minute to_minute reason created_at' },
  agenda_settings: { select: 'owner_id default_duration' },
  appointment_links: {
    select: 'owner_id token_hash appointment_id created_at expires_at purpose',
    insert: 'owner_id token_hash appointment_id created_at expires_at purpose',
    update: 'appointment_id expires_at',
    delete: 'rows',
  },
  appointments: {
    select:
      'owner_id id patient_id date start_minute duration note created_at status overbooked series_id changed_at revision reminder_at service_id service_name booked_online held_until acted_by act acted_at modality',
    insert:
      'owner_id id patient_id date start_minute duration note created_at status overbooked series_id changed_at revision reminder_at service_id service_name booked_online held_until acted_by act acted_at modality',
    update:
      'patient_id date start_minute duration note status overbooked changed_at revision reminder_at held_until acted_by act acted_at',
    delete: 'rows',
  },
  audit_details: { insert: 'owner_id entry_id detail' },
  audit_entries: {
    insert: 'owner_id id at actor_id act subject_id number patient_id address detail_hash hash',
  },
  booking_settings: {
    select:
      'owner_id enabled slug approval min_notice_hours window_days buffer_minutes max_per_day new_patients message embed_origins',
  },
  bookings: {
    select:
      'owner_id id status service_id service_name date start_minute duration compact_rut document_type person patient_id reminders waiting_id resends mail_status created_at expires_at kept_until',
    update: 'status patient_id mail_status expires_at kept_until',
  },
  charge_payments: {
    select:
      'owner_id id charge_id charge_revision amount method reference date created_at created_by voided_at voided_by void_reason',
    insert:
      'owner_id id charge_id charge_revision amount method reference date created_at created_by voided_at voided_by void_reason',
    update: 'charge_revision voided_at voided_by void_reason',
  },
  charge_reminders: {
    select: 'owner_id id patient_id channel status amount at',
    insert: 'owner_id id patient_id channel status amount at',
  },
  charge_settings: {
    select: 'owner_id message',
  },
  charges: {
    select:
      'owner_id id patient_id patient_name patient_rut patient_document_type appointment_id concept amount date invoice_number revision created_at created_by voided_at voided_by void_reason',
    insert:
      'owner_id id patient_id patient_name patient_rut patient_document_type appointment_id concept amount date invoice_number revision created_at created_by voided_at voided_by void_reason',
    update: 'concept amount date invoice_number revision voided_at voided_by void_reason',
  },
  data_keys: { select: 'number accepts_text' },
  deposit_payments: {
    select:
      'owner_id deposit_id provider_payment_id status provider_status amount refunded refund_asked_at created_at updated_at',
    update: 'refund_asked_at',
  },
  deposits: {
    select:
      'owner_id id booking_id status amount price concept provider preference_id payment_url collector_id created_at expires_at next_check_at charge_payment_id refunded_at',
    update: 'status next_check_at charge_payment_id',
  },
  documents: {
    select:
      'owner_id id kind source_id signature_hash folio code created_at finalized_at file file_hash timestamp is_clinical',
    insert:
      'owner_id id kind source_id signature_hash folio code created_at finalized_at file file_hash timestamp is_clinical',
    update: 'finalized_at file file_hash timestamp',
  },
  folios: {
    select: 'owner_id year last',
    insert: 'owner_id year last',
    update: 'owner_id year last',
  },
  mail_outbox: {
    insert:
      'id user_id kind parameters status attempts created_at next_attempt_at finished_at failure is_bulk by_stranger',
  },
  patient_answers: { select: 'owner_id appointment_id answer reason at from_date from_minute', delete: 'rows' },
  patient_counts: {
    select: 'owner_id patients last_ficha_number',
    insert: 'owner_id patients last_ficha_number',
    update: 'patients last_ficha_number',
  },
  patient_suffixes: {
    select: 'owner_id suffix patient_id',
    insert: 'owner_id suffix patient_id',
    delete: 'rows',
  },
  patients: {
    select:
      'owner_id id name folded_name rut compact_rut birth_date sex contact created_at document_type social_name folded_social_name ficha_number reminders blocked blocked_at',
    insert:
      'owner_id id name folded_name rut compact_rut birth_date sex contact created_at document_type social_name folded_social_name ficha_number reminders blocked',
    update:
      'name folded_name rut compact_rut birth_date sex contact document_type social_name folded_social_name reminders',
  },
  print_settings: {
    select: 'owner_id page_size',
  },
  receipts: {
    select: 'owner_id id charge_id payment_ids has_diagnosis salt content_hash created_at code_hash voided_at',
    insert: 'owner_id id charge_id payment_ids has_diagnosis snapshot salt content_hash created_at code_hash voided_at',
    update: 'code_hash voided_at',
  },
  reminder_settings: {
    select: 'owner_id enabled on_booking hours_before cancel_notice_hours allow_move place phone message',
  },
  reminders: {
    select: 'owner_id id patient_id appointment_id kind channel status recipient at failure',
    insert: 'owner_id id patient_id appointment_id kind channel status recipient at failure',
  },
  services: { select: 'owner_id id name duration price modality description bookable created_at deposit' },
  storage_usage: { select: 'owner_id bytes' },
  subscriptions: { select: 'owner_id status expires_at test_expires_at reset_at' },
  verifications: {
    select: 'owner_id code_hash',
    insert:
      'owner_id code_hash kind title folio finalized_at time_zone professional_name professional_profession professional_rnpi patient_initials content_hash file_hash timestamp addenda_count voided_at',
    update: 'voided_at',
  },
  waiting_list: {
    select:
      'owner_id id service_id compact_rut document_type person first_day last_day times seen_hours offered_hours created_at offered_at confirmed_at',
    delete: 'rows',
  },
  working_hours: { select: 'owner_id weekday from_minute to_minute' },
};

/** The clinical record, and what was made of it. */
const CLINICAL = [
  'addenda',
  'attachment_chunks',
  'attachments',
  'certificate_template_versions',
  'certificate_templates',
  'certificates',
  'clinical_notes',
  'imported_rows',
  'imports',
  'note_templates',
  'prescription_favourites',
  'rights_requests',
  'share_links',
  'share_openings',
  'shared_documents',
  'shares',
  'signatures',
];

const ana = uuidv7(new Date());
const berta = uuidv7(new Date());

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createDatabase();
  pool = database.connections.as('ficha_assistant', 1);
});
afterAll(async () => {
  await pool.end();
  await database.close();
});

/** What the catalog says that the role may do, in the form of `OPEN`. */
async function rights(): Promise<Record<string, Record<string, string>>> {
  const rows = await database.sql<{ name: string; act: string; columns: string }[]>`
    select c.relname::text as name, act, string_agg(a.attname, ' ' order by a.attnum) as columns
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped,
           unnest(array['select', 'insert', 'update', 'references']) as act
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
       and has_column_privilege('ficha_assistant', c.oid, a.attnum, act)
     group by 1, 2
    union all
    select c.relname::text, act, 'rows'
      from pg_class c, unnest(array['delete', 'truncate', 'trigger']) as act
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
       and has_table_privilege('ficha_assistant', c.oid, act)`;
  const byTable = Map.groupBy(rows, ({ name }) => name);
  return Object.fromEntries(
    [...byTable].map(([name, acts]) => [name, Object.fromEntries(acts.map(({ act, columns }) => [act, columns]))]),
  );
}

describe('the role of assistants', () => {
  test('may do with each table and column what is listed here', async () => {
    expect(await rights()).toEqual(OPEN);
  });

  test('is reported when a new column or table is open to it', async () => {
    await database.sql`alter table appointments add column diagnosis text`;
    await database.sql`create table opinions (owner_id uuid, id uuid, text text, primary key (owner_id, id))`;
    await database.sql`grant select on opinions to ficha_assistant`;
    const { appointments, opinions } = await rights();
    expect(appointments?.select).toMatch(/ diagnosis$/);
    expect(opinions).toEqual({ select: 'owner_id id text' });
    await database.sql`drop table opinions`;
    await database.sql`alter table appointments drop column diagnosis`;
  });

  test.each(CLINICAL)('reads, counts and writes nothing in %s', async (table) => {
    for (const attempt of [
      `select * from ${table}`,
      `select owner_id from ${table}`,
      `select count(*) from ${table}`,
      `insert into ${table} default values`,
      `update ${table} set owner_id = owner_id`,
      `delete from ${table}`,
    ]) {
      await expect(pool.query(attempt), attempt).rejects.toThrow(/permission denied/);
    }
  });

  test('does not reach allergies, notes, alerts and preferences of patients', async () => {
    for (const attempt of [
      'select background from patients',
      'select * from patients',
      'select p from patients p',
      'select id from patients where background is not null',
      'select id from patients order by background',
      "insert into patients (owner_id, id, background) values (gen_random_uuid(), gen_random_uuid(), 'x')",
      'update patients set background = null',
      'update patients set name = name returning background',
      'update patients set blocked = false',
      'delete from patients',
    ]) {
      await expect(pool.query(attempt), attempt).rejects.toThrow(/permission denied/);
    }
    expect((await pool.query('select id, name, contact from patients')).rows).toEqual([]);
  });

  test('is under the same row-level security as the role of professionals', async () => {
    const policies = await database.sql<{ name: string; roles: string }[]>`
      select tablename::text as name, array_to_string(roles, ' ') as roles from pg_policies
       where 'ficha_assistant' = any (roles) and permissive = 'PERMISSIVE' order by 1`;
    const withoutOwner = ['data_keys', 'mail_outbox'];
    expect(policies.map(({ name }) => name)).toEqual(Object.keys(OPEN).filter((name) => !withoutOwner.includes(name)));
    expect(new Set(policies.map(({ roles }) => roles))).toEqual(new Set(['ficha_app ficha_assistant']));
  });

  test('makes receipts without a diagnosis alone, and sees no other printed document', async () => {
    const policies = await database.sql<Record<string, string | null>[]>`
      select tablename::text as name, cmd, qual, with_check as "withCheck" from pg_policies
       where 'ficha_assistant' = any (roles) and permissive = 'RESTRICTIVE' order by 1`;
    const isOpenReceipt = "((kind = 'receipt'::text) AND (NOT is_clinical))";
    expect([...policies]).toEqual([
      { name: 'documents', cmd: 'ALL', qual: isOpenReceipt, withCheck: isOpenReceipt },
      { name: 'receipts', cmd: 'INSERT', qual: null, withCheck: '(NOT has_diagnosis)' },
    ]);
    for (const attempt of [
      'select snapshot from receipts',
      'update receipts set has_diagnosis = false',
      'select diagnosis from charges',
      'update charges set diagnosis = null',
      'select title from verifications',
    ]) {
      await expect(pool.query(attempt), attempt).rejects.toThrow(/permission denied/);
    }
  });

  test('sees and writes the rows of one owner, and no rows without an owner', async () => {
    for (const owner of [ana, berta]) {
      await database.sql`
        insert into patient_suffixes (owner_id, suffix, patient_id) values (${owner}, 'ana', ${uuidv7(new Date())})`;
    }
    const owners = async (owner: string) => {
      const client = await pool.connect();
      await client.query('begin');
      await client.query(`set local app.owner = '${owner}'`);
      const { rows } = await client.query('select owner_id as owner from patient_suffixes');
      const forged = client.query(
        'insert into patient_suffixes (owner_id, suffix, patient_id) values ($1, $2, gen_random_uuid())',
        [owner === ana ? berta : ana, 'x'],
      );
      await expect(forged).rejects.toThrow(/row-level security/);
      await client.query('rollback');
      client.release();
      return rows.map((row) => row.owner);
    };
    expect(await owners(ana)).toEqual([ana]);
    expect(await owners(berta)).toEqual([berta]);
    expect((await pool.query('select * from patient_suffixes')).rows).toEqual([]);
  });

  test('queues no mail but messages to patients', async () => {
    for (const kind of ['shared-documents', 'booking-notice', 'recovery', 'assistant-invitation']) {
      const client = await pool.connect();
      await client.query('begin');
      await client.query(`set local app.owner = '${ana}'`);
      const forged = client.query(
        `insert into mail_outbox (id, user_id, kind, parameters, created_at, next_attempt_at)
         values (gen_random_uuid(), $1, $2, null, now(), now())`,
        [ana, kind],
      );
      await expect(forged, kind).rejects.toThrow(/queues no mail/);
      await client.query('rollback');
      client.release();
    }
  });
});
