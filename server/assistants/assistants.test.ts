import { afterAll, beforeAll, expect, test } from 'vitest';
import { getAccountAccessLog } from '#contract/access-log';
import {
  acceptInvitation,
  changeAssistant,
  confirmAssistant,
  endAssistant,
  getInvitation,
  inviteAssistant,
  listAssistantActs,
  listAssistants,
} from '#contract/assistants';
import { me } from '#contract/auth';
import { accept, invitation, invite } from '#server/testing/invitations';
import { type Mailbox, openMailbox } from '#server/testing/mailbox';
import { createTestApp, type TestApp } from '#server/testing/test-app';

const DAY_MS = 24 * 3600 * 1000;

let testApp: TestApp;
let mailbox: Mailbox;
beforeAll(async () => {
  [testApp, mailbox] = await Promise.all([createTestApp({ sendsMail: true }), openMailbox()]);
});
afterAll(async () => {
  await Promise.all([testApp.close(), mailbox.close()]);
});

async function newPaying() {
  const professional = await testApp.newProfessional();
  await professional.pays();
  return professional;
}

const open = (token: string) => testApp.send(getInvitation, { params: { token } });

test('an invited person is listed, accepts, and is active from then on', async () => {
  const ana = await testApp.newProfessional();
  const { _id, email, token, url } = await invite(ana, { canCharge: false });
  expect(url).toMatch(/^http:\/\/localhost:3000\/invitacion\/[\w-]{43}$/);
  const [listed, ...others] = (await ana.send(listAssistants)).body;
  expect(others).toEqual([]);
  expect(listed).toMatchObject({ _id, email, status: 'invited', canEditPatients: true, canCharge: false });
  expect(Date.parse(listed?.expiresAt ?? '') - Date.parse(listed?.invitedAt ?? '')).toBe(7 * DAY_MS);

  const shown = { professional: ana.user.name, name: 'Marta Soto', email, hasAccount: false };
  expect((await open(token)).body).toEqual(shown);
  const { status, body } = await accept(testApp, token);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    user: { name: 'Marta Soto', email, role: 'assistant', emailUnconfirmed: true, subscriptionStatus: 'free' },
  });
  const { body: active } = await ana.send(listAssistants);
  expect(active).toMatchObject([{ _id, status: 'active' }]);
  expect(active[0]?.expiresAt).toBeUndefined();
  const login = await testApp.logIn(email);
  expect((await login.send(me)).body).toMatchObject({ role: 'assistant', patientCount: 0 });
});

test('the database has no token', async () => {
  const ana = await testApp.newProfessional();
  const { token } = await invite(ana);
  const stored = JSON.stringify(await testApp.sql`select a::text from assistants a`);
  expect(stored).not.toContain(token);
  expect(stored).not.toContain(Buffer.from(token).toString('hex'));
});

test('a free plan has one assistant, invited or active, and a paid one has fifty', async () => {
  const ana = await testApp.newProfessional();
  const { _id: id } = await invite(ana);
  const second = await ana.send(inviteAssistant, { body: invitation() });
  expect([second.status, second.error.code]).toEqual([403, 'ASSISTANT_LIMIT']);
  expect((await ana.send(endAssistant, { params: { id } })).status).toBe(204);
  await invite(ana);

  const berta = await newPaying();
  await testApp.sql`
    insert into assistants (id, owner_id, name, email, can_edit_patients, can_charge, token_hash, invited_at, expires_at)
    select gen_random_uuid(), ${berta.user._id}, 'Marta', 'marta' || n || '@ejemplo.cl', true, true,
           sha256(n::text::bytea), now(), now() from generate_series(1, 49) n`;
  await invite(berta);
  const refused = await berta.send(inviteAssistant, { body: invitation() });
  expect([refused.status, refused.error.code]).toEqual([409, 'TOO_MANY_ASSISTANTS']);
});

test('of many invitations at once a free plan accepts one', async () => {
  const ana = await testApp.newProfessional();
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => ana.send(inviteAssistant, { body: invitation() })),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(403)]);
});

test('an address of a professional or an administrator is refused, also the own one', async () => {
  const [ana, berta, admin] = await Promise.all([newPaying(), testApp.newProfessional(), testApp.newAdmin()]);
  for (const { user } of [ana, berta, admin]) {
    const body = invitation({ email: user.email.toUpperCase() });
    const { status, error } = await ana.send(inviteAssistant, { body });
    expect([status, error.code]).toEqual([409, 'EMAIL_IN_USE']);
  }
  expect((await admin.send(inviteAssistant, { body: invitation() })).error.code).toBe('NOT_ALLOWED');
});

test('a second invitation of an address takes the place of the first, and nobody active is invited again', async () => {
  const ana = await testApp.newProfessional();
  const first = await invite(ana);
  const second = await invite(ana, { email: first.email, name: 'Marta Soto Díaz', canEditPatients: false });
  expect(second._id).toBe(first._id);
  expect((await open(first.token)).error.code).toBe('LINK_ENDED');
  expect((await accept(testApp, first.token)).error.code).toBe('LINK_ENDED');
  expect((await ana.send(listAssistants)).body).toMatchObject([{ name: 'Marta Soto Díaz', canEditPatients: false }]);
  expect((await accept(testApp, second.token)).status).toBe(200);
  const third = await ana.send(inviteAssistant, { body: invitation({ email: first.email }) });
  expect([third.status, third.error.code]).toEqual([409, 'ASSISTANT_EXISTS']);
});

test('an unknown, ended, used or expired link is refused in one way', async () => {
  const ana = await newPaying();
  const [ended, used, expired] = [await invite(ana), await invite(ana), await invite(ana)];
  await ana.send(endAssistant, { params: { id: ended._id } });
  await accept(testApp, used.token);
  testApp.passTime(7 * DAY_MS);
  const replies = [];
  for (const token of ['x'.repeat(43), 'x', ended.token, used.token, expired.token]) {
    const opened = await open(token);
    const accepted = await accept(testApp, token);
    for (const { status, error, headers } of [opened, accepted]) {
      replies.push({
        status,
        error: error.error,
        cache: headers['cache-control'],
        referrer: headers['referrer-policy'],
      });
    }
  }
  testApp.passTime(-7 * DAY_MS);
  expect(new Set(replies.map((reply) => JSON.stringify(reply)))).toEqual(new Set([JSON.stringify(replies[0])]));
  expect(replies[0]).toMatchObject({ status: 404, referrer: 'no-referrer' });
});

test('a link of a professional whose account is closed has ended', async () => {
  const [ana, admin] = [await testApp.newProfessional(), await testApp.newAdmin()];
  const { token } = await invite(ana);
  await testApp.sql`update users set closed_at = now(), closed_by = ${admin.user._id} where id = ${ana.user._id}`;
  expect((await open(token)).error.code).toBe('LINK_ENDED');
});

test('what an assistant may do changes, and nobody changes or ends another one', async () => {
  const [ana, berta] = await Promise.all([testApp.newProfessional(), testApp.newProfessional()]);
  const { _id: id } = await invite(ana);
  const body = { canEditPatients: false, canCharge: true };
  expect((await ana.send(changeAssistant, { params: { id }, body })).body).toMatchObject({ _id: id, ...body });
  expect((await berta.send(changeAssistant, { params: { id }, body })).status).toBe(404);
  expect((await berta.send(endAssistant, { params: { id } })).status).toBe(404);
  expect((await berta.send(listAssistantActs, { params: { id } })).status).toBe(404);
  expect((await ana.send(endAssistant, { params: { id } })).status).toBe(204);
  expect((await ana.send(listAssistants)).body).toEqual([]);
  expect((await ana.send(changeAssistant, { params: { id }, body })).status).toBe(404);
  expect((await ana.send(endAssistant, { params: { id } })).status).toBe(404);
  const { body: entries } = await ana.send(getAccountAccessLog, { query: {} });
  const acts = entries.map(({ act }) => act).filter((act) => act.startsWith('assistant.'));
  expect(acts).toEqual(['assistant.ended', 'assistant.changed', 'assistant.invited']);
  const subjects = await testApp.sql`
    select distinct subject_id from audit_entries where owner_id = ${ana.user._id} and act like 'assistant.%'`;
  expect([...subjects]).toEqual([{ subject_id: id }]);
});

test('the acts of an assistant are listed apart, also when the access has ended', async () => {
  const ana = await testApp.newProfessional();
  const { _id: id, token } = await invite(ana);
  const list = () => ana.send(listAssistantActs, { params: { id } });
  expect((await list()).body).toEqual([]);
  await accept(testApp, token);
  await ana.send(endAssistant, { params: { id } });
  const { body } = await list();
  expect(body).toMatchObject([{ act: 'assistant.accepted' }]);
  expect(body[0]?.actor).toContain('Marta Soto');
  await testApp.deps.accessRecorder.flush();
  const [read] = await testApp.sql`
    select subject_id, patient_id from audit_entries where owner_id = ${ana.user._id} and act = 'assistant.acts-opened'`;
  expect(read).toEqual({ subject_id: id, patient_id: null });
});

test('the invitation is mailed with its link, on behalf of the professional', async () => {
  const ana = await testApp.newProfessional({ name: 'Ana Rojas' });
  await mailbox.deliver(testApp);
  const { email, url } = await invite(ana);
  const [mail, ...others] = await mailbox.deliver(testApp);
  expect([mail?.to, others]).toEqual([[email], []]);
  expect(mail?.text).toContain('Ana Rojas te invita a llevar su agenda');
  expect(mail?.text).toContain(`\n${url}\n`);
  expect(mail?.headers).toContain(`Reply-To: ${ana.user.email}`);
});

test('an invitation that was ended or replaced before its mail left is not mailed', async () => {
  const ana = await newPaying();
  await mailbox.deliver(testApp);
  const [ended, replaced] = [await invite(ana), await invite(ana)];
  await ana.send(endAssistant, { params: { id: ended._id } });
  const { url } = await invite(ana, { email: replaced.email });
  const mails = await mailbox.deliver(testApp);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain(url);
});

test('a restored access is confirmed only in a session that proved lately who uses it', async () => {
  const ana = await testApp.newProfessional();
  const { _id: id, token } = await invite(ana);
  await accept(testApp, token);
  await testApp.sql`update assistants set restored_at = now() where id = ${id}`;
  await testApp.sql`update sessions set proved_at = now() - interval '1 hour' where user_id = ${ana.user._id}`;
  const { status, error } = await ana.send(confirmAssistant, { params: { id } });
  expect([status, error.code]).toEqual([403, 'REAUTHENTICATE']);
  expect((await ana.send(listAssistants)).body).toMatchObject([{ _id: id, status: 'unconfirmed' }]);
  const fresh = await testApp.logIn(ana.user.email);
  expect((await fresh.send(confirmAssistant, { params: { id } })).body.status).toBe('active');
});

test('without mail the link is answered all the same, and nothing is queued', async () => {
  const silent = await createTestApp();
  const ana = await silent.newProfessional();
  const { token } = await invite(ana);
  expect(
    (await silent.send(acceptInvitation, { params: { token }, body: { password: 'clave-de-prueba' } })).status,
  ).toBe(200);
  expect([...(await silent.sql`select from mail_outbox`)]).toEqual([]);
  await silent.close();
});
