import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAppointment, deleteAppointment } from '#contract/agenda';
import { getStorageUse } from '#contract/billing';
import * as certificates from '#contract/certificates';
import * as notes from '#contract/clinical-notes';
import { deletePatient, updatePatient } from '#contract/patients';
import { FREE_STORAGE_BYTES, PAID_STORAGE_BYTES } from '#contract/plans';
import { deleteSignature, uploadSignature } from '#contract/signature';
import type { Connections } from '#server/platform/database/connection';
import { openDatabase } from '#server/platform/database/database';
import { applyMigrations, migrate } from '#server/platform/database/migrate';
import { createEmptyDatabase } from '#server/testing/database';
import { fullAccount, PICTURE } from '#server/testing/full-account';
import { patientInput } from '#server/testing/inputs';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

const useOf = async ({ send }: Pick<Person, 'send'>) => (await send(getStorageUse)).body;

const setStored = (person: Person, bytes: number) =>
  testApp.sql`update storage_usage set bytes = ${bytes} where owner_id = ${person.user._id}`;

/** The sum over all rows, as the migration computes it for a database that has rows already. */
async function sumOfRows({ user }: Person): Promise<number> {
  const tables = await testApp.sql<{ name: string; bytes: string }[]>`
    select c.relname as name,
           '200' || string_agg(' + coalesce(octet_length(' || a.attname || '), 0)', '') as bytes
      from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_attribute a on a.attrelid = c.oid
     where t.tgname = 'count_storage_insert' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and a.atttypid in ('text'::regtype, 'bytea'::regtype, 'encrypted'::regtype)
     group by c.relname`;
  const pool = testApp.connections.asSchemaOwner(1);
  let total = 0;
  for (const { name, bytes } of tables) {
    const { rows } = await pool.query(`select coalesce(sum(${bytes}), 0) as sum from ${name} where owner_id = $1`, [
      user._id,
    ]);
    total += Number(rows[0].sum);
  }
  await pool.end();
  return total;
}

describe('the bytes that an account stores', () => {
  test('are the sum over its rows, after every kind of write', async () => {
    const ana = await fullAccount(testApp);
    const total = await sumOfRows(ana);
    expect(total).toBeGreaterThan(10_000);
    expect((await useOf(ana)).usedBytes).toBe(total);

    await ana.send(deleteSignature);
    const patientId = (await ana.hasPatient())._id;
    const note = await ana.hasNote({ patientId, anamnesis: 'Refiere dolor. '.repeat(500) });
    await ana.hasCertificate({ patientId });
    await ana.send(notes.updateClinicalNote, { params: { id: note._id }, body: { reason: 'Otro' } });
    const appointment = { patientId, date: '2030-02-07', time: '09:00' };
    const { body: created } = await ana.send(createAppointment, { body: appointment });
    await ana.send(deleteAppointment, { params: { id: created._id } });
    await ana.send(createAppointment, { body: appointment });
    expect((await useOf(ana)).usedBytes).toBe(await sumOfRows(ana));

    // By cascade: drafts and appointments.
    expect((await ana.send(deletePatient, { params: { id: patientId } })).status).toBe(204);
    expect((await useOf(ana)).usedBytes).toBe(await sumOfRows(ana));
  });

  test('are exact when writes race', async () => {
    const ana = await testApp.newProfessional();
    const patientId = (await ana.hasPatient())._id;
    await Promise.all(Array.from({ length: 20 }, () => ana.hasNote({ patientId, reason: 'Control' })));
    expect((await useOf(ana)).usedBytes).toBe(await sumOfRows(ana));
  });
});

describe('on a database whose owner is no superuser', () => {
  test('the rows that exist are counted by the migration, and deletions by cascade too', async () => {
    const database = await createEmptyDatabase({ inherits: false });
    const pool = database.connections.asSchemaOwner(1);
    await applyMigrationsTo(pool, 4);
    const [owner, id] = [randomUUID(), randomUUID()];
    await database.sql`
      insert into users (id, role, name, email, password_hash, created_at)
      values (${owner}, 'admin', 'Ana', 'ana@ejemplo.cl', 'x', now())`;
    await database.sql`insert into data_keys values (1, 'x', 'x', 'current', true, now())`;
    const text = Buffer.concat([Buffer.from([1, 1]), Buffer.alloc(98)]);
    await database.sql`
      insert into patients (owner_id, id, name, folded_name, rut, compact_rut, birth_date, contact, background, created_at)
      values (${owner}, ${id}, 'Rosa', 'rosa', '1-9', '19', '1980-01-01', ${text}, ${text}, now())`;
    await migrate(database.connections);
    const stored = async () => [
      ...(await database.sql`select bytes::int from storage_usage where owner_id = ${owner}`),
    ];
    const patient = 200 + 'RosarosA'.length + '1-919'.length + 200;
    expect(await stored()).toEqual([{ bytes: patient }]);

    const handles = openDatabase(database.connections, { poolSize: 2 });
    await handles.tenantTransaction(
      owner,
      (tx) => tx`
      insert into appointments (owner_id, id, patient_id, date, start_minute, duration, note, created_at)
      values (${owner}, ${randomUUID()}, ${id}, '2030-01-01', 540, 30, ${text}, now())`,
    );
    expect(await stored()).toEqual([{ bytes: patient + 300 }]);
    await handles.tenantTransaction(owner, (tx) => tx`delete from patients where owner_id = ${owner} and id = ${id}`);
    expect(await stored()).toEqual([{ bytes: 0 }]);
    await handles.close();
    await pool.end();
    await database.close();
  });
});

async function applyMigrationsTo(pool: ReturnType<Connections['asSchemaOwner']>, version: number): Promise<void> {
  const client = await pool.connect();
  await applyMigrations(client, undefined, version);
  client.release();
}

describe('an account that reached its quota', () => {
  test('is refused what adds bytes, with 403, and nothing of it is stored', async () => {
    const ana = await testApp.newProfessional();
    const patient = await ana.hasPatient();
    const draft = await ana.hasNote({ patientId: patient._id, reason: 'Control de rutina' });
    await setStored(ana, FREE_STORAGE_BYTES);
    const { status, error } = await ana.send(notes.createClinicalNote, {
      body: { patientId: patient._id, reason: 'Otra' },
    });
    expect({ status, code: error.code }).toEqual({ status: 403, code: 'QUOTA_REACHED' });
    const body = { name: 'Reposo', content: 'Certifico' };
    expect((await ana.send(certificates.createCertificateTemplate, { body })).status).toBe(403);
    expect(await useOf(ana)).toEqual({ usedBytes: FREE_STORAGE_BYTES, limitBytes: FREE_STORAGE_BYTES });
    expect((await ana.send(notes.listClinicalNotes, { params: { id: patient._id } })).body).toHaveLength(1);

    // What adds nothing succeeds, and makes room.
    const shorter = { params: { id: draft._id }, body: { reason: 'Control' } };
    expect((await ana.send(notes.updateClinicalNote, shorter)).status).toBe(200);
    const { body: after } = await ana.send(updatePatient, { params: { id: patient._id }, body: patientInput() });
    expect(after.name).toBe('Rosa Díaz');
    expect((await ana.send(deletePatient, { params: { id: patient._id } })).status).toBe(204);
    expect((await ana.hasPatient()).name).toBe('Rosa Díaz');
  });

  test('may still print for the first time what it has finalised', async () => {
    const ana = await testApp.newProfessional();
    const { _id: id } = await ana.hasCertificate();
    await ana.send(certificates.finalizeCertificate, { params: { id } });
    await setStored(ana, FREE_STORAGE_BYTES);
    expect((await ana.send(certificates.printCertificate, { params: { id } })).status).toBe(200);
    expect((await useOf(ana)).usedBytes).toBeGreaterThan(FREE_STORAGE_BYTES);
  });

  test('may not print it again and again with other signatures', async () => {
    const ana = await testApp.newProfessional();
    const { _id: id } = await ana.hasNote({ prescriptions: [{ medicamento: 'Paracetamol' }] });
    await ana.send(notes.finalizeClinicalNote, { params: { id } });
    await setStored(ana, FREE_STORAGE_BYTES);
    const print = () => ana.send(notes.printPrescriptions, { params: { id } });
    expect((await print()).status).toBe(200);

    await setStored(ana, 0);
    expect((await ana.send(uploadSignature, { body: { signature: PICTURE } })).status).toBe(200);
    await setStored(ana, FREE_STORAGE_BYTES);
    const { status, error } = await print();
    expect({ status, code: error.code }).toEqual({ status: 403, code: 'QUOTA_REACHED' });
    expect(await testApp.sql`select from documents where owner_id = ${ana.user._id}`).toHaveLength(1);
  });

  test('has more with a paid plan, and keeps it when the plan has ended', async () => {
    const ana = await testApp.newProfessional();
    const { _id: patientId } = await ana.hasPatient();
    await setStored(ana, FREE_STORAGE_BYTES);
    await ana.pays(new Date(testApp.deps.now().getTime() - 1000));
    expect(await useOf(ana)).toEqual({ usedBytes: FREE_STORAGE_BYTES, limitBytes: PAID_STORAGE_BYTES });
    expect((await ana.send(notes.createClinicalNote, { body: { patientId } })).status).toBe(201);
    await setStored(ana, PAID_STORAGE_BYTES);
    expect((await ana.send(notes.createClinicalNote, { body: { patientId } })).status).toBe(403);
  });
});
