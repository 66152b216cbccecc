import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getAccountAccessLog } from '#contract/access-log';
import { getAccount } from '#contract/account';
import { deleteUser, getStatistics } from '#contract/admin';
import { changeAppointment, createAppointment, listAppointments } from '#contract/agenda';
import { getReceptionDay, inviteAssistant } from '#contract/assistants';
import { me, refresh } from '#contract/auth';
import { listClinicalNotes } from '#contract/clinical-notes';
import type { Endpoint } from '#contract/endpoint';
import { createPatient, getPatient, listPatients } from '#contract/patients';
import { beginTotp } from '#contract/second-factor';
import { listSessions } from '#contract/sessions';
import { removeWaiting } from '#contract/waiting-list';
import { endAccess, giveAccess, newAssistant, type TestAssistant } from '#server/testing/assistants';
import { patientInput } from '#server/testing/inputs';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
let ana: Person;
let berta: Person;
let marta: TestAssistant;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  [ana, berta] = await Promise.all([testApp.newProfessional(), testApp.newProfessional({ name: 'Berta Silva' })]);
  marta = await newAssistant(testApp, [ana]);
});

const query = { date: '2030-01-07' };
const bookedHour = (patientId: string) => ({ patientId, ...query, time: '09:00' });
const toCode = ({ status, error }: { status: number; error: { code?: string } }) => [status, error?.code];

describe('an assistant', () => {
  test('reads the patients of the professional who is named, and of no other', async () => {
    await ana.hasPatient({ name: 'Rosa Díaz' });
    await berta.hasPatient({ name: 'Luis Vera' });
    await giveAccess(testApp, berta, marta);
    const names = async (professional: Person) =>
      (await marta.for(professional).send(listPatients)).body.patients.map(({ name }) => name);
    expect(await names(ana)).toEqual(['Rosa Díaz']);
    expect(await names(berta)).toEqual(['Luis Vera']);
  });

  test('needs no header for the own account, which stays the own one whoever is named', async () => {
    for (const professional of [undefined, ana.user._id, berta.user._id, 'nadie']) {
      const [self, account, sessions] = await Promise.all([
        marta.send(me, { professional }),
        marta.send(getAccount, { professional }),
        marta.send(listSessions, { professional }),
      ]);
      expect(self.body).toMatchObject({ _id: marta.user._id, name: 'Marta Soto', role: 'assistant' });
      expect(account.body.email).toBe(marta.user.email);
      expect(sessions.body).toHaveLength(1);
    }
  });

  test('is told when no professional is named', async () => {
    for (const professional of [undefined, '']) {
      expect(toCode(await marta.send(listPatients, { professional }))).toEqual([400, 'PROFESSIONAL_REQUIRED']);
    }
  });

  test('is refused for whoever did not invite them', async () => {
    const admin = await testApp.newAdmin();
    await giveAccess(testApp, admin, marta);
    const others = [berta.user._id, admin.user._id, marta.user._id, 'nadie', `${ana.user._id}, ${ana.user._id}`];
    for (const professional of others) {
      expect(toCode(await marta.send(listPatients, { professional }))).toEqual([403, 'ASSISTANT_FORBIDDEN']);
    }
  });

  test('may spell the id of the professional in upper case', async () => {
    const { body: patient } = await marta.send(createPatient, {
      body: patientInput(),
      professional: ana.user._id.toUpperCase(),
    });
    expect((await ana.send(listPatients)).body.patients).toMatchObject([{ _id: patient._id }]);
  });

  test('is refused from the request after the access has ended, and let in when invited again', async () => {
    expect((await marta.for(ana).send(listPatients)).status).toBe(200);
    await endAccess(testApp, ana, marta);
    expect(toCode(await marta.for(ana).send(listPatients))).toEqual([403, 'ASSISTANT_FORBIDDEN']);
    await giveAccess(testApp, ana, marta);
    expect((await marta.for(ana).send(listPatients)).status).toBe(200);
  });

  test('is refused while the account of the professional is closed', async () => {
    const admin = await testApp.newAdmin();
    await admin.send(deleteUser, { params: { id: ana.user._id } });
    expect(toCode(await marta.for(ana).send(listPatients))).toEqual([403, 'ASSISTANT_FORBIDDEN']);
  });

  test('needs the permission that an endpoint names', async () => {
    const reader = await newAssistant(testApp, [ana], { canEditPatients: false });
    const request = { body: patientInput() };
    expect(toCode(await reader.for(ana).send(createPatient, request))).toEqual([403, 'ASSISTANT_FORBIDDEN']);
    expect((await marta.for(ana).send(createPatient, request)).status).toBe(201);
  });

  test('has no access to the record nor to the administration, with any header', async () => {
    const params = { id: (await ana.hasPatient())._id };
    for (const professional of [undefined, ana.user._id, berta.user._id]) {
      const notes = await marta.send(listClinicalNotes, { params, professional });
      const statistics = await marta.send(getStatistics, { professional });
      expect([notes, statistics].map(toCode)).toEqual(Array(2).fill([403, 'ASSISTANT_FORBIDDEN']));
    }
  });

  test('with a temporary password changes it first', async () => {
    await testApp.sql`update users set must_change_password = true where id = ${marta.user._id}`;
    expect(toCode(await marta.for(ana).send(listPatients))).toEqual([403, 'PASSWORD_CHANGE_REQUIRED']);
    expect((await marta.send(me)).status).toBe(200);
  });
});

test('requests of an assistant and of the professional at the same time keep their rights', async () => {
  const { _id: id } = await ana.hasPatient({ allergies: 'Penicilina' });
  const requests = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? ana : marta.for(ana)));
  const replies = await Promise.all(requests.map((who) => who.send(getPatient, { params: { id } })));
  const expected = requests.map((who) => (who === ana ? 'Penicilina' : undefined));
  expect(replies.map(({ body }) => body.allergies)).toEqual(expected);
});

describe('a proof of who uses a session', () => {
  test('is needed of an assistant for the own account', async () => {
    testApp.passTime(16 * 60_000);
    const again = await testApp.send(refresh, { body: { refreshToken: marta.refreshToken } });
    const call = (endpoint: Endpoint) => testApp.send(endpoint, {}, again.body.accessToken);
    expect(toCode(await call(beginTotp))).toEqual([403, 'REAUTHENTICATE']);
    // The password would not help.
    expect(toCode(await call(inviteAssistant))).toEqual([403, 'ASSISTANT_FORBIDDEN']);
  });
});

test('the header of a professional is ignored', async () => {
  await ana.hasPatient({ name: 'Rosa Díaz' });
  const { body } = await ana.send(listPatients, { professional: berta.user._id });
  expect(body.patients).toMatchObject([{ name: 'Rosa Díaz' }]);
});

describe('the access log', () => {
  test('of the professional names the assistant who acted and who read', async () => {
    const patient = await ana.hasPatient();
    const { body: created } = await marta.for(ana).send(createAppointment, { body: bookedHour(patient._id) });
    await ana.send(changeAppointment, { params: { id: created._id }, body: { time: '10:00' } });
    await marta.for(ana).send(listAppointments, { query });
    await testApp.deps.accessRecorder.flush();
    const { body } = await ana.send(getAccountAccessLog);
    const who = (act: string) => body.filter((entry) => entry.act === act).map(({ actor }) => actor);
    expect(who('appointment.created')).toEqual(['Marta Soto (secretaría)']);
    expect(who('appointment.changed')).toEqual(['Ana Pérez Soto']);
    expect(who('agenda.opened')).toEqual(['Marta Soto (secretaría)']);
  });

  test('of each professional says that the assistant read the day', async () => {
    await giveAccess(testApp, berta, marta);
    await marta.send(getReceptionDay, { query });
    await testApp.deps.accessRecorder.flush();
    for (const professional of [ana, berta]) {
      const { body } = await professional.send(getAccountAccessLog);
      const [entry] = body.filter(({ act }) => act === 'agenda.opened');
      expect(entry).toMatchObject({ actor: 'Marta Soto (secretaría)', detail: query });
    }
  });

  test('still names an assistant whose account was deleted', async () => {
    await marta.for(ana).send(createPatient, { body: patientInput() });
    await testApp.sql`update assistants set ended_at = now() where account_id = ${marta.user._id}`;
    await testApp.sql`delete from users where id = ${marta.user._id}`;
    const { body } = await ana.send(getAccountAccessLog);
    expect(body.find(({ act }) => act === 'patient.created')?.actor).toBe('Marta Soto (secretaría)');
  });

  test('of another professional says nothing of it', async () => {
    await giveAccess(testApp, berta, marta);
    await marta.for(ana).send(createPatient, { body: patientInput() });
    const { body } = await berta.send(getAccountAccessLog);
    expect(body.map(({ actor }) => actor)).not.toContain('Marta Soto (secretaría)');
  });
});

test('the last visit is stored to the minute, also a look at the agendas of all professionals', async () => {
  const lastSeen = async () => {
    const [row] = await testApp.sql<[{ at: Date | null }]>`
      select last_seen_at as at from assistants where account_id = ${marta.user._id}`;
    return row.at;
  };
  await marta.send(me);
  expect(await lastSeen()).toBeNull();
  await marta.send(getReceptionDay, { query });
  const first = await lastSeen();
  testApp.passTime(30_000);
  await marta.for(ana).send(listPatients);
  expect(await lastSeen()).toEqual(first);
  testApp.passTime(31_000);
  await marta.for(ana).send(listPatients);
  expect(await lastSeen()).not.toEqual(first);
});

test('the writes of an assistant count against the assistant, and not against the professional', async () => {
  const limited = await createTestApp({ rateLimit: true });
  const professional = await limited.newProfessional();
  const [one, other] = [await newAssistant(limited, [professional]), await newAssistant(limited, [professional])];
  const request = { params: { id: professional.user._id } };
  const statuses = await Promise.all(
    Array.from({ length: 125 }, async () => (await one.for(professional).send(removeWaiting, request)).status),
  );
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  expect((await professional.send(removeWaiting, request)).status).toBe(404);
  expect((await other.for(professional).send(removeWaiting, request)).status).toBe(404);
  await limited.close();
});
