import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteUser } from '#contract/admin';
import { ENDPOINTS } from '#contract/endpoints';
import { listPatients } from '#contract/patients';
import { record } from '#server/audit/audit.store';
import type { PurgeTx } from '#server/platform/database/database';
import { fullAccount } from '#server/testing/full-account';
import { newIncident } from '#server/testing/operator-calls';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
let admin: Person;
let ana: Person;
let berta: Person;
beforeAll(async () => {
  testApp = await createTestApp();
  admin = await testApp.newAdmin();
  [ana, berta] = [await fullAccount(testApp), await fullAccount(testApp)];
});
afterAll(() => testApp.close());

/** Sends a statement that is built at run time. */
const raw = (text: string) => Object.assign([text], { raw: [text] }) as unknown as TemplateStringsArray;
const tables = async (column = '%') => {
  const rows = await testApp.sql<{ name: string }[]>`
    select distinct c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attname like ${column}
     order by 1`;
  return rows.map(({ name }) => name);
};

describe('the administration role', () => {
  test('reads accounts without passwords, their use and what they pay, and no other column', async () => {
    const rows = await testApp.sql<{ place: string; hidden: string[] | null }[]>`
      select c.relname as place,
             array_agg(a.attname::text order by a.attnum) filter (where not has_column_privilege('ficha_admin', c.oid, a.attnum, 'select'))
               as hidden
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
         and has_any_column_privilege('ficha_admin', c.oid, 'select')
       group by 1 order by 1`;
    expect([...rows]).toEqual([
      { place: 'backup_runs', hidden: ['id', 'file_name', 'failure'] },
      { place: 'incidents', hidden: null },
      { place: 'mail_outbox', hidden: ['parameters', 'is_bulk', 'by_stranger'] },
      { place: 'patient_counts', hidden: null },
      { place: 'processing_agreements', hidden: null },
      {
        place: 'sessions',
        hidden: [
          'refresh_token_hash',
          'device',
          'proved_at',
          'device_token_hash',
          'used_temporary_password',
          'code_proved_at',
          'ends_at',
        ],
      },
      { place: 'subscriptions', hidden: null },
      {
        place: 'users',
        hidden: [
          'password_hash',
          'has_short_password',
          'has_second_factor',
          'email_confirmed_at',
          'temporary_password_until',
          'has_generated_password',
          'password_from_reset_at',
        ],
      },
      { place: 'webhooks', hidden: null },
    ]);
  });

  test('cannot read any table with clinical data', async () => {
    const open = ['patient_counts', 'processing_agreements', 'subscriptions'];
    const closed = (await tables('owner_id')).filter((name) => !open.includes(name));
    expect(closed).toEqual(expect.arrayContaining(['patients', 'clinical_notes', 'certificates', 'documents']));
    for (const name of closed) {
      const read = testApp.deps.adminRead((db) => db(raw(`select * from ${name}`)));
      await expect(read, name).rejects.toThrow(/permission denied/);
    }
    await expect(testApp.deps.adminRead((db) => db`select password_hash from users`)).rejects.toThrow(
      /permission denied/,
    );
  });

  test('and the billing role serve all endpoints about an account, without the tenant role', async () => {
    const entered: string[] = [];
    const { tenantRead } = testApp.deps;
    testApp.deps.tenantRead = (owner, read) => {
      entered.push(owner);
      return tenantRead(owner, read);
    };
    const asked = ENDPOINTS.filter(({ method, access, path }) => {
      return method === 'GET' && access === 'admin' && path.includes('{id}') && !path.includes('/incidents/');
    });
    expect(asked.length).toBeGreaterThan(3);
    for (const endpoint of asked) {
      expect((await admin.send(endpoint, { params: { id: ana.user._id } })).status).toBe(200);
    }
    testApp.deps.tenantRead = tenantRead;
    expect(entered).toEqual([]);
  });

  test('cannot write, by its privileges and by its read-only transaction', async () => {
    const [row] = await testApp.sql<[{ writes: number }]>`
      select count(*)::int as writes from pg_class c, unnest(array['insert', 'update', 'delete', 'truncate']) as act
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
         and has_table_privilege('ficha_admin', c.oid, act)`;
    expect(row.writes).toBe(0);
    await expect(testApp.deps.adminRead((db) => db`delete from users`)).rejects.toThrow(/permission|read-only/);
    await expect(testApp.deps.adminRead((db) => db`create table t (x int)`)).rejects.toThrow(/permission|read-only/);
  });
});

test('no administration endpoint returns clinical data', async () => {
  const reads = ENDPOINTS.filter(({ access, method }) => access === 'admin' && method === 'GET');
  expect(reads.length).toBeGreaterThanOrEqual(9);
  for (const endpoint of reads) {
    const id = endpoint.path.includes('/incidents/') ? (await newIncident(admin))._id : ana.user._id;
    const params = endpoint.params ? { id } : undefined;
    const reply = await admin.send(endpoint, { params });
    expect([endpoint.path, reply.status]).toEqual([endpoint.path, 200]);
    expect(JSON.stringify(reply.body)).not.toMatch(/Rosa|Díaz|Paracetamol|Reposo|Certifico|exámenes/);
  }
  expect((await ana.send(listPatients)).body.patients[0]?.name).toBe('Rosa Díaz');
  expect((await admin.send(listPatients)).body).toMatchObject({ patients: [], total: 0 });
});

/** The tables that must be emptied before a table can be. */
const REFERENCES: Record<string, string[]> = {
  clinical_notes: ['addenda'],
  charges: ['receipts', 'charge_payments'],
};

describe('the purge role', () => {
  const stop = new Error('and back again');
  /** Runs the work and rolls it back. */
  const tryOut = <T>(write: (tx: PurgeTx) => Promise<T>): Promise<T> => {
    let result: T;
    return testApp.deps
      .purgeTransaction(ana.user._id, async (tx) => {
        result = await write(tx);
        throw stop;
      })
      .catch((error) => (error === stop ? result : Promise.reject(error)));
  };

  test('deletes the rows of its owner and no others, in every table with an owner but the access log', async () => {
    const kept = ['audit_entries', 'audit_heads', 'audit_seals'];
    // The rows of the last ones are deleted by cascade, with the account.
    const left = [...kept, 'assistants', 'push_deliveries', 'push_notices'];
    const owned = (await tables('owner_id')).filter((name) => !left.includes(name));
    for (const name of owned) {
      const [own] = await testApp.sql<[{ rows: number }]>(
        Object.assign([`select count(*)::int as rows from ${name} where owner_id = `, ''], { raw: [] }),
        ana.user._id,
      );
      const deleted = await tryOut(async (tx) => {
        for (const reference of REFERENCES[name] ?? []) await tx(raw(`delete from ${reference}`));
        return tx(raw(`delete from ${name}`));
      });
      expect([name, deleted.count]).toEqual([name, own.rows]);
    }
    for (const name of left) {
      await expect(tryOut((tx) => tx(raw(`delete from ${name}`)))).rejects.toThrow(/permission denied/);
    }
  });

  test('reads none of what it deletes', async () => {
    for (const attempt of [
      'select content from clinical_notes',
      'delete from clinical_notes returning content',
      'select name from patients',
      'select name from users',
      'select professional_name from verifications',
      'select patient_initials from verifications',
      'select folio from verifications_of_deleted_accounts',
      'select refresh_token_hash from sessions',
      'select ip_address from webhooks',
    ]) {
      await expect(
        tryOut((tx) => tx(raw(attempt))),
        attempt,
      ).rejects.toThrow(/permission denied/);
    }
  });

  test('deletes no other account, and changes none', async () => {
    const ofBerta = berta.user._id;
    const refusal = /a purge (accepts no|ends no)/;
    for (const attempt of [
      (tx: PurgeTx) => tx`delete from users where id = ${ofBerta}`,
      (tx: PurgeTx) => tx`update users set closed_at = now(), closed_by = id where id = ${ofBerta}`,
      (tx: PurgeTx) => tx`update sessions set ended_at = now() where user_id = ${ofBerta}`,
      (tx: PurgeTx) => tx`delete from calendar_links where user_id = ${ofBerta}`,
      (tx: PurgeTx) => tx`update users set id = ${randomUUID()} where id = ${ana.user._id}`,
    ]) {
      await expect(tryOut(attempt)).rejects.toThrow(refusal);
    }
    await expect(tryOut((tx) => tx`update users set role = 'admin'`)).rejects.toThrow(/permission denied/);
    await expect(tryOut((tx) => tx`delete from sessions`)).rejects.toThrow(/permission denied/);
  });

  test('deletes its account only after it was closed', async () => {
    const id = ana.user._id;
    await expect(tryOut((tx) => tx`delete from users where id = ${id}`)).rejects.toThrow(/an open account/);
  });

  test('alone sees or changes a closed account, beside the panel, the clean-up and backups', async () => {
    const { user } = await testApp.newProfessional();
    const found = async (role: 'ficha_identity' | 'ficha_mail' | 'ficha_billing' | 'ficha_admin' | 'ficha_cleanup') => {
      const pool = testApp.connections.as(role, 1);
      const { rowCount } = await pool.query('select id from users where id = $1', [user._id]);
      await pool.end();
      return rowCount;
    };
    const seen = async () => ({
      identity: await found('ficha_identity'),
      mail: await found('ficha_mail'),
      billing: await found('ficha_billing'),
      admin: await found('ficha_admin'),
      cleanup: await found('ficha_cleanup'),
    });
    expect(await seen()).toEqual({ identity: 1, mail: 1, billing: 1, admin: 1, cleanup: 0 });
    await admin.send(deleteUser, { params: { id: user._id } });
    expect(await seen()).toEqual({ identity: 0, mail: 0, billing: 0, admin: 1, cleanup: 1 });
    const pool = testApp.connections.as('ficha_identity', 1);
    expect((await pool.query('update users set closed_at = null, closed_by = null')).rowCount).toBeGreaterThan(0);
    const closing = pool.query('update users set closed_at = now(), closed_by = id where id = $1', [ana.user._id]);
    await expect(closing).rejects.toThrow(/row-level security/);
    await pool.end();
    expect(await found('ficha_identity')).toBe(0);
  });

  test('records only its own act, about its own owner', async () => {
    const entry = { at: new Date(), actorId: admin.user._id, address: undefined };
    const forge = (about: { act: 'user.deleted' | 'session.ended' | 'session.started'; ownerId: string }) =>
      tryOut((tx) => record(tx, { ...entry, ...about }));
    await forge({ act: 'user.deleted', ownerId: ana.user._id });
    await expect(forge({ act: 'user.deleted', ownerId: berta.user._id })).rejects.toThrow(/row-level security/);
    await expect(forge({ act: 'session.ended', ownerId: berta.user._id })).rejects.toThrow(/row-level security/);
    await expect(forge({ act: 'session.started', ownerId: ana.user._id })).rejects.toThrow(/row-level security/);
  });

  test('refuses an owner that is not a UUID', () => {
    expect(() => testApp.deps.purgeTransaction("x'; drop table users; --", async () => undefined)).toThrow(
      'an owner is a UUID',
    );
  });
});

test('finalized rows and verifications cannot be deleted by any other role, not even the owner of the schema', async () => {
  for (const table of ['clinical_notes', 'certificates', 'addenda', 'documents']) {
    const attempt = testApp.sql(raw(`delete from ${table} where finalized_at is not null`));
    await expect(attempt, table).rejects.toThrow(/accepts no delete/);
  }
  await expect(testApp.sql`delete from verifications`).rejects.toThrow(/accepts no delete/);
  await expect(testApp.sql`update verifications set title = 'x'`).rejects.toThrow(/accepts no update/);
});
