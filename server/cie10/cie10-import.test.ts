import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as api from '#contract/cie10';
import { createTestApp, type TestApp } from '#server/testing/test-app';
import { importOfficialCie10 } from './cie10.service.ts';

/** The tests run in this order: each one continues with the catalogue that the previous one left. */
let testApp: TestApp;
let admin: Awaited<ReturnType<TestApp['newAdmin']>>;
let ana: Awaited<ReturnType<TestApp['newProfessional']>>;
beforeAll(async () => {
  testApp = await createTestApp();
  [admin, ana] = await Promise.all([testApp.newAdmin(), testApp.newProfessional()]);
});
afterAll(() => testApp.close());

const count = async () => (await ana.send(api.cie10Stats)).body.count;
const snapshot = async () => {
  const [row] = await testApp.sql<[{ rows: number; hash: string }]>`
    select count(*)::int as rows, md5(coalesce(string_agg(c::text, '' order by code), '')) as hash from cie10_codes c`;
  return row;
};
const acts = async () => {
  const rows = await testApp.sql<{ act: string }[]>`
    select act from audit_entries where act like 'cie10.%' order by at, id`;
  return rows.map(({ act }) => act);
};

describe('a new installation', () => {
  test('has an empty catalogue, in which a search finds nothing', async () => {
    expect(await count()).toBe(0);
    expect((await admin.send(api.adminCie10Stats)).body).toEqual({ count: 0 });
    expect((await ana.send(api.searchCie10, { query: { query: 'diabetes' } })).body).toEqual([]);
  });

  test('is not expanded before it is initialised', async () => {
    const refused = await admin.send(api.expandCie10);
    expect([refused.status, refused.error.error]).toEqual([409, 'Inicializa primero la base de datos CIE-10']);
    expect(await count()).toBe(0);
  });

  test('is not for a professional to change', async () => {
    for (const endpoint of [api.initializeCie10, api.expandCie10, api.adminCie10Stats]) {
      expect((await ana.send(endpoint)).status).toBe(403);
    }
    expect(await count()).toBe(0);
  });
});

/** Stops the transaction of an import at its entry of the access log and runs `act` on it there. */
async function whileImportWaits(act: (pid: number) => Promise<unknown>): Promise<void> {
  const holder = testApp.sql;
  await holder`create or replace function wait_in_audit() returns trigger language plpgsql as
                 'begin perform pg_sleep(10); return new; end'`;
  await holder`create trigger wait_in_audit before insert on audit_entries
                 for each row when (new.act like 'cie10.%') execute function wait_in_audit()`;
  for (;;) {
    const [waiting] = await holder<[{ pid: number }?]>`
      select pid from pg_stat_activity
       where datname = current_database() and state = 'active' and query like '%insert into audit_entries%'
         and pid <> pg_backend_pid() and backend_type = 'client backend'`;
    if (waiting) {
      await act(waiting.pid);
      break;
    }
    await pause(20);
  }
  await holder`drop trigger wait_in_audit on audit_entries`;
}

describe('initialising', () => {
  test('two at once: one adds everything, the other nothing', async () => {
    const replies = await Promise.all([admin.send(api.initializeCie10), admin.send(api.initializeCie10)]);
    const [second, first] = replies.map(({ body }) => body).sort((a, b) => a.added - b.added);
    const total = await count();
    expect(total).toBeGreaterThan(14_000);
    expect(first).toEqual({
      total,
      added: total,
      updated: 0,
      skipped: 0,
      errors: 0,
      message: `Base de datos CIE-10 inicializada: ${total.toLocaleString('de')} códigos`,
    });
    expect(second).toMatchObject({ total, added: 0, updated: 0, skipped: total, errors: 0 });
    expect(await acts()).toEqual(['cie10.initialized', 'cie10.initialized']);
  });

  test('that fails in the middle leaves the catalogue as it was, and no entry', async () => {
    await testApp.sql`delete from cie10_codes where code < 'M'`;
    const before = await snapshot();
    await testApp.sql`alter table cie10_codes add constraint breaks check (code <> 'L98.9') not valid`;
    expect((await admin.send(api.initializeCie10)).status).toBe(500);
    await testApp.sql`alter table cie10_codes drop constraint breaks`;
    expect(await snapshot()).toEqual(before);
    expect(await acts()).toHaveLength(2);
  });

  test('whose connection is lost when all is written, leaves the catalogue as it was', async () => {
    const before = await snapshot();
    const running = admin.send(api.initializeCie10);
    await whileImportWaits((pid) => testApp.sql`select pg_terminate_backend(${pid}::integer)`);
    expect((await running).status).toBe(503);
    expect(await snapshot()).toEqual(before);
    expect((await admin.send(api.initializeCie10)).body.added).toBeGreaterThan(5000);
  });
});

describe('expanding', () => {
  test('adds and corrects, and the second time does nothing', async () => {
    const before = await count();
    const { body } = await admin.send(api.expandCie10);
    const { stats } = body;
    expect(body).toMatchObject({
      success: true,
      message: `Base de datos CIE-10 expandida: ${stats.total.toLocaleString('de')} códigos`,
    });
    expect(stats.added).toBeGreaterThan(100);
    expect(stats.updated).toBeGreaterThan(100);
    expect(stats.errors).toBe(0);
    expect(stats.total).toBe(before + stats.added);
    expect((await ana.send(api.searchCie10, { query: { query: 'U07.1' } })).body).toHaveLength(1);

    const after = await snapshot();
    const again = (await admin.send(api.expandCie10)).body.stats;
    expect(again).toEqual({ ...stats, added: 0, updated: 0, skipped: stats.added + stats.updated + stats.skipped });
    expect(await snapshot()).toEqual(after);
  });

  test('is not undone by initialising again', async () => {
    const before = await snapshot();
    const { body } = await admin.send(api.initializeCie10);
    expect([body.added, body.updated]).toEqual([0, 0]);
    expect(await snapshot()).toEqual(before);
    const [asthma] = (await ana.send(api.searchCie10, { query: { query: 'J45.0' } })).body;
    expect(asthma?.description).toBe('Asma predominantemente alérgica');
  });
});

test('the official list stands above both, whatever runs after it', async () => {
  const rows = [
    { code: 'J450', description: 'Asma alérgica (oficial)' },
    { code: 'Z999', description: 'Código propio' },
  ];
  const counts = await importOfficialCie10(testApp.deps, rows);
  expect(counts).toMatchObject({ updated: 2, added: 0 });
  await admin.send(api.expandCie10);
  await admin.send(api.initializeCie10);
  const [asthma] = (await ana.send(api.searchCie10, { query: { query: 'asma oficial' } })).body;
  expect(asthma).toEqual({ _id: 'J45.0', code: 'J45.0', description: 'Asma alérgica (oficial)' });
  expect(await acts()).toContain('cie10.imported');
});
