import { afterAll, beforeAll, expect, test } from 'vitest';
import { getAccountAccessLog } from '#contract/access-log';
import { deleteUser, getStatistics, getUser, resetPassword, setSubscription } from '#contract/admin';
import { listAppointments } from '#contract/agenda';
import { getInvitation, inviteAssistant, listAssistants, listProfessionals } from '#contract/assistants';
import { login, me } from '#contract/auth';
import { restoreAccount } from '#contract/closed-accounts';
import { countProcessingAgreements, listProcessingAgreements } from '#contract/processing-agreement';
import { newAssistant } from '#server/testing/assistants';
import { accept, invitation, invite } from '#server/testing/invitations';
import { purgeClosed } from '#server/testing/purge-closed';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

const DATE = '2030-01-07';
const FORGOTTEN = 'una-clave-que-se-olvida';

let testApp: TestApp;
let admin: Person;
beforeAll(async () => {
  testApp = await createTestApp();
  admin = await testApp.newAdmin();
});
afterAll(() => testApp.close());

const close = ({ user }: Pick<Person, 'user'>) => admin.send(deleteUser, { params: { id: user._id } });
const restore = ({ user }: Pick<Person, 'user'>) => admin.send(restoreAccount, { params: { id: user._id } });
const readAssistants = async (person: Person) => (await person.send(listAssistants)).body;
const servedBy = async (person: Pick<Person, 'send'>) =>
  (await person.send(listProfessionals)).body.map(({ name }) => name);

test('the statistics and the list of contracts leave assistants out', async () => {
  const ana = await testApp.newProfessional();
  const before = (await admin.send(getStatistics)).body;
  const marta = await newAssistant(testApp, [ana]);
  expect((await admin.send(getStatistics)).body).toEqual(before);
  const { body } = await admin.send(listProcessingAgreements, { query: { limit: 200 } });
  const listed = body.map(({ user }) => user._id);
  expect(listed).toContain(ana.user._id);
  expect(listed).not.toContain(marta.user._id);
  expect((await admin.send(countProcessingAgreements)).body.total).toBe(listed.length);
  const { email: search } = marta.user;
  expect((await admin.send(countProcessingAgreements, { query: { search } })).body.total).toBe(0);
});

test('an assistant gets no plan and no temporary password', async () => {
  const marta = await newAssistant(testApp, [await testApp.newProfessional()]);
  const params = { id: marta.user._id };
  for (const status of ['paid', 'free'] as const) {
    expect((await admin.send(setSubscription, { params, body: { status } })).status).toBe(404);
  }
  expect((await admin.send(getUser, { params })).body).toMatchObject({ role: 'assistant', subscriptionStatus: 'free' });
  const reset = await admin.send(resetPassword, { params });
  expect([reset.status, reset.error.code]).toEqual([409, 'NO_RUT']);
  expect((await marta.send(me)).status).toBe(200);
  expect((await testApp.logIn(marta.user.email)).user._id).toBe(marta.user._id);
});

test('closing the account of an assistant ends the access to every professional, also when it is restored', async () => {
  const [ana, berta] = [await testApp.newProfessional(), await testApp.newProfessional()];
  const marta = await newAssistant(testApp, [ana, berta]);
  const julia = await newAssistant(testApp, [berta]);
  expect((await close(marta)).status).toBe(204);
  expect(await readAssistants(ana)).toEqual([]);
  expect(await readAssistants(berta)).toMatchObject([{ email: julia.user.email }]);
  // The free plan has room again.
  expect((await ana.send(inviteAssistant, { body: invitation() })).status).toBe(201);

  expect((await restore(marta)).status).toBe(204);
  const restored = await testApp.logIn(marta.user.email);
  expect(await servedBy(restored)).toEqual([]);
  const query = { date: DATE };
  const { error } = await restored.send(listAppointments, { query, professional: ana.user._id });
  expect(error.code).toBe('ASSISTANT_FORBIDDEN');
});

test('a forgotten password: a new account with the same address, after the administrator closed the former', async () => {
  const ana = await testApp.newProfessional({ name: 'Ana Rojas' });
  const { email, token } = await invite(ana);
  const { body } = await accept(testApp, token, FORGOTTEN);
  const first = body as Pick<Person, 'user'>;
  const again = await ana.send(inviteAssistant, { body: invitation({ email }) });
  expect(again.error.code).toBe('ASSISTANT_EXISTS');

  await close(first);
  const second = await invite(ana, { email });
  expect((await testApp.send(getInvitation, { params: { token: second.token } })).body.hasAccount).toBe(false);
  expect((await accept(testApp, second.token)).status).toBe(200);
  const marta = await testApp.logIn(email);
  expect(await servedBy(marta)).toEqual(['Ana Rojas']);
  const query = { date: DATE };
  expect((await marta.send(listAppointments, { query, professional: ana.user._id })).status).toBe(200);
  const withFormer = await testApp.send(login, { body: { email, password: FORGOTTEN } });
  expect(withFormer.error.code).toBe('WRONG_CREDENTIALS');
  expect((await restore(first)).error.code).toBe('CLOSED_EMAIL_TAKEN');
});

test('a purged assistant keeps the name in the access log of the professional', async () => {
  const ana = await testApp.newProfessional();
  const { token } = await invite(ana, { name: 'Marta Soto' });
  const { body } = await accept(testApp, token);
  const marta = body as Pick<Person, 'user'>;
  await close(marta);
  expect(await purgeClosed(testApp, marta)).toBe(true);
  expect(await testApp.sql`select from users where id = ${marta.user._id}`).toHaveLength(0);
  expect(await readAssistants(ana)).toEqual([]);
  const { body: log } = await ana.send(getAccountAccessLog, { query: {} });
  const accepted = log.find(({ act }) => act === 'assistant.accepted');
  expect(accepted?.actor).toContain('Marta Soto');
});

test('a purged professional leaves the accounts of the assistants, without access', async () => {
  const [ana, berta] = [await testApp.newProfessional(), await testApp.newProfessional({ name: 'Berta Díaz' })];
  const marta = await newAssistant(testApp, [ana, berta]);
  await close(ana);
  expect(await servedBy(marta)).toEqual(['Berta Díaz']);
  expect(await purgeClosed(testApp, ana)).toBe(true);
  expect(await testApp.sql`select from assistants where owner_id = ${ana.user._id}`).toHaveLength(0);
  expect(await servedBy(marta)).toEqual(['Berta Díaz']);
  const query = { date: DATE };
  const refused = await marta.send(listAppointments, { query, professional: ana.user._id });
  expect([refused.status, refused.error.code]).toEqual([403, 'ASSISTANT_FORBIDDEN']);
  expect((await marta.send(listAppointments, { query, professional: berta.user._id })).status).toBe(200);
});
