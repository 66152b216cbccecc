import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAddendum, finalizeAddendum } from '#contract/addenda';
import { deleteUser } from '#contract/admin';
import { createAppointment, listAppointments } from '#contract/agenda';
import { login, me, refresh } from '#contract/auth';
import { createPreference } from '#contract/billing';
import { createCertificateTemplate, finalizeCertificate, printCertificate } from '#contract/certificates';
import { createClinicalNote, finalizeClinicalNote, printClinicalNote } from '#contract/clinical-notes';
import { verifyDocument } from '#contract/documents';
import { createPatient, listPatients } from '#contract/patients';
import { sealChains } from '#server/audit/seals';
import { fullAccount } from '#server/testing/full-account';
import { patientInput } from '#server/testing/inputs';
import { untilQueryWaits } from '#server/testing/lock-waits';
import { codeOn } from '#server/testing/pdf-programs';
import { purgeClosed } from '#server/testing/purge-closed';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
let admin: Person;
beforeAll(async () => {
  testApp = await createTestApp({ sendsMail: true });
  admin = await testApp.newAdmin();
});
afterAll(() => testApp.close());

const remove = (person: { user: { _id: string } }, by = admin) =>
  by.send(deleteUser, { params: { id: person.user._id } });

const purge = (person: { user: { _id: string } }) => purgeClosed(testApp, person);

/** Every column of the schema that refers to an account. */
const ownership = () => testApp.sql<{ place: string; columnName: string }[]>`
  select a.attrelid::regclass::text as place, a.attname as "columnName"
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
   where a.attname in ('owner_id', 'user_id')
      or exists (select from pg_constraint k
                  where k.contype = 'f' and k.conrelid = a.attrelid and k.confrelid = 'users'::regclass
                    and k.conkey = array[a.attnum])
   order by 1, 2`;

/** The number of rows of a user in each table. */
async function rowsOf({ user }: { user: { _id: string } }): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { place, columnName } of [...(await ownership()), { place: 'users', columnName: 'id' }]) {
    const text = `select count(*)::int as rows from ${place} where ${columnName} = `;
    const [row] = await testApp.sql<[{ rows: number }]>(Object.assign([text, ''], { raw: [] }), user._id);
    counts[place] = row.rows;
  }
  return counts;
}

async function printedNoteWithAddendum({ send, hasNote }: Person): Promise<Uint8Array> {
  const params = { id: (await hasNote())._id };
  await send(finalizeClinicalNote, { params });
  const { body: addendum } = await send(createAddendum, { params, body: { content: 'Exámenes normales' } });
  await send(finalizeAddendum, { params: { id: addendum._id } });
  return (await send(printClinicalNote, { params })).body;
}

describe('deleting a user', () => {
  test('deletes all their rows in every table after a week, and no rows of others', async () => {
    const [ana, berta] = [await fullAccount(testApp), await fullAccount(testApp)];
    await sealChains(testApp.deps, testApp.ring);
    const [before, ofBerta] = [await rowsOf(ana), await rowsOf(berta)];
    const empty = Object.keys(before).filter((place) => before[place] === 0);
    expect(empty, 'fullAccount() leaves no table out').toEqual([]);
    expect(Object.keys(before).length).toBeGreaterThanOrEqual(18);

    expect((await remove(ana)).status).toBe(204);
    const { audit_entries: closed, ...kept } = await rowsOf(ana);
    const { audit_entries: _before, ...stored } = before;
    // Like the sessions, the address of the agenda ends at once.
    expect(kept).toEqual({ ...stored, calendar_links: 0 });
    expect(await purge(ana)).toBe(true);
    const { audit_entries: entries, audit_heads: heads, audit_seals: seals, ...after } = await rowsOf(ana);
    expect(after).toEqual(Object.fromEntries(Object.keys(after).map((place) => [place, 0])));
    // The log of accesses stays, without its details.
    expect([entries, heads, seals]).toEqual([(closed ?? 0) + 1, 1, 1]);
    expect(await rowsOf(berta)).toEqual(ofBerta);

    expect((await testApp.send(verifyDocument, { params: { code: berta.code } })).body.issuer).toBe('active');
  });

  test('leaves of their printed documents what tells them from forgeries, and no names', async () => {
    const ana = await fullAccount(testApp);
    const code = await codeOn(await printedNoteWithAddendum(ana));
    const verify = async () => (await testApp.send(verifyDocument, { params: { code } })).body;
    const { professional, patientInitials, ...before } = await verify();
    expect({ professional, patientInitials }).toMatchObject({ professional: { name: ana.user.name } });
    expect(before.addendaCount).toBe(1);
    await remove(ana);
    // Also before the data are deleted.
    expect(await verify()).toMatchObject({ ...before, issuer: 'closed', identity: 'declared' });
    await purge(ana);
    expect(await verify()).toEqual({ ...before, issuer: 'closed', identity: 'declared' });
    const kept = await testApp.sql`select * from verifications_of_deleted_accounts where folio = ${before.folio}`;
    expect(kept).toHaveLength(1);
    expect(JSON.stringify(kept)).not.toMatch(/Ana|R\. D\.|Paracetamol/);
    expect(JSON.stringify(kept)).not.toContain(ana.user._id);
    for (const attempt of ['delete from', 'truncate']) {
      const statement = `${attempt} verifications_of_deleted_accounts`;
      await expect(testApp.sql(Object.assign([statement], { raw: [statement] }))).rejects.toThrow(/accepts no/);
    }
  });

  test('is audited with actor, time and subject', async () => {
    const ana = await testApp.newProfessional();
    const before = testApp.deps.now();
    await remove(ana);
    const entries = await testApp.sql<{ at: Date }[]>`
      select actor_id, subject_id, at from audit_entries where owner_id = ${ana.user._id} and act = 'user.deleted'`;
    expect([...entries]).toEqual([{ actor_id: admin.user._id, subject_id: ana.user._id, at: expect.any(Date) }]);
    expect(entries[0]?.at.getTime()).toBeGreaterThanOrEqual(before.getTime());
  });

  test('invalidates their tokens at once, and frees their email', async () => {
    const ana = await testApp.newProfessional();
    expect((await ana.send(me)).status).toBe(200);
    await remove(ana);
    expect((await ana.send(me)).status).toBe(401);
    expect((await ana.send(listPatients)).status).toBe(401);
    expect((await testApp.send(refresh, { body: { refreshToken: ana.refreshToken } })).status).toBe(401);
    const credentials = { email: ana.user.email, password: 'clave-de-prueba' };
    expect((await testApp.send(login, { body: credentials })).status).toBe(401);
    const again = await testApp.newProfessional({ email: ana.user.email });
    expect((await again.send(listPatients)).body.total).toBe(0);
  });

  test('that fails in the middle leaves everything as it was', async () => {
    const ana = await fullAccount(testApp);
    await remove(ana);
    const before = await rowsOf(ana);
    // The account is deleted last. Here a foreign key of another table prevents it.
    await testApp.sql`create table held (holder uuid constraint held_owner_id_fkey references users (id))`;
    await testApp.sql`insert into held values (${ana.user._id})`;
    await expect(purge(ana)).rejects.toThrow();
    await testApp.sql`drop table held`;
    expect(await rowsOf(ana)).toEqual(before);
    expect(await purge(ana)).toBe(true);
  });

  test('that does not exist, or no longer, answers 404', async () => {
    const ana = await testApp.newProfessional();
    const twice = await Promise.all([remove(ana), remove(ana)]);
    expect(twice.map(({ status }) => status).sort()).toEqual([204, 404]);
    expect((await remove({ user: { _id: randomUUID() } })).status).toBe(404);
  });
});

describe('administrators', () => {
  test('cannot delete themselves', async () => {
    const reply = await remove(admin);
    expect([reply.status, reply.error.error]).toEqual([409, 'No puedes eliminar tu propia cuenta']);
    expect((await admin.send(me)).status).toBe(200);
  });

  test('may delete another one', async () => {
    const other = await testApp.newAdmin();
    expect((await remove(other)).status).toBe(204);
    expect((await other.send(me)).status).toBe(401);
  });

  test('who delete each other at the same time: exactly one remains', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = await Promise.all([testApp.newAdmin(), testApp.newAdmin()]);
      const replies = await Promise.all([remove(other, one), remove(one, other)]);
      expect(replies.map(({ status }) => status).sort()).toEqual([204, 401]);
      const left = await testApp.sql`
        select from users where id in (${one.user._id}, ${other.user._id}) and closed_at is null`;
      expect(left).toHaveLength(1);
    }
  });

  test('who are deleted during a deletion delete nobody', async () => {
    const [one, other, ana] = [await testApp.newAdmin(), await testApp.newAdmin(), await testApp.newProfessional()];
    let underWay: ReturnType<typeof remove> | undefined;
    await testApp.deps.purgeTransaction(other.user._id, async (tx) => {
      await tx`select from users where id = ${tx.owner} for update`;
      underWay = remove(ana, other);
      await untilQueryWaits(testApp.sql, 'users');
      await tx`update users set closed_at = now(), closed_by = ${one.user._id} where id = ${tx.owner}`;
    });
    expect((await underWay)?.status).toBe(401);
    expect((await ana.send(me)).status).toBe(200);
    await remove(ana, one);
  });
});

test('of writes that are under way when their user is deleted, and of logins, nothing is left', async () => {
  for (let round = 0; round < 3; round++) {
    const ana = await testApp.newProfessional();
    await ana.pays(new Date('2100-01-01'));
    const { _id: patientId } = await ana.hasPatient();
    const { _id: id } = await ana.hasCertificate({ patientId });
    await ana.send(finalizeCertificate, { params: { id } });
    const doing = Array.from({ length: 8 }, (_, i) => [
      ana.send(createPatient, { body: patientInput() }),
      ana.send(createClinicalNote, { body: { patientId, reason: 'Control' } }),
      ana.send(createAppointment, { body: { patientId, date: '2030-01-07', time: `${10 + i}:00` } }),
      ana.send(createCertificateTemplate, { body: { name: `Reposo ${i}`, content: 'Certifico' } }),
      ana.send(createPreference, { body: { subscriptionType: 'monthly' } }),
      ana.send(listAppointments, { query: { date: '2030-01-07' } }),
      testApp.send(login, { body: { email: ana.user.email, password: 'clave-de-prueba' } }),
    ]).flat();
    const printing = ana.send(printCertificate, { params: { id } });
    const [deleted, ...replies] = await Promise.all([remove(ana), printing, ...doing]);
    expect(deleted.status).toBe(204);
    const refused = replies.filter(({ status }) => status >= 400);
    expect(refused.map(({ status }) => status).filter((status) => ![401, 404].includes(status))).toEqual([]);
    const open = await testApp.sql`select from sessions where user_id = ${ana.user._id} and ended_at is null`;
    expect(open).toHaveLength(0);
    expect(await purge(ana)).toBe(true);
    const { audit_entries: _, audit_heads: _head, ...left } = await rowsOf(ana);
    expect(
      Object.values(left).every((rows) => rows === 0),
      JSON.stringify(left),
    ).toBe(true);
  }
});
