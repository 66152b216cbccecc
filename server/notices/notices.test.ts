import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getAccountAccessLog } from '#contract/access-log';
import { changePassword } from '#contract/account';
import { deleteUser, resetPassword } from '#contract/admin';
import { logout } from '#contract/auth';
import { getNotices, sendTestNotice, turnOffNotices, turnOnNotices } from '#contract/notices';
import { endOtherSessions } from '#contract/sessions';
import { newAssistant } from '#server/testing/assistants';
import { PASSWORD } from '#server/testing/inputs';
import { deliverNotices, subscribedDevice } from '#server/testing/notices';
import { createTestDevice, vapidClaims } from '#server/testing/push-service';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';
import { enqueueNotice } from './notice-queue.service.ts';

let testApp: TestApp;
let ana: Person;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  ana = await testApp.newProfessional();
  await deliverNotices(testApp);
});

const isOn = async (person: Pick<Person, 'send'>) => (await person.send(getNotices)).body.isOn;
const notify = (owner: Person) =>
  testApp.deps.tenantTransaction(owner.user._id, (tx) =>
    enqueueNotice(tx, { kind: 'cancelled', day: '2030-01-07' }, testApp.deps.now()),
  );
const addresses = async () => (await deliverNotices(testApp)).map(({ url }) => url);
const noticeActs = async ({ send }: Pick<Person, 'send'>) =>
  (await send(getAccountAccessLog, { query: { limit: 100 } })).body
    .map(({ act }) => act)
    .filter((act) => act.startsWith('notices.'));

test('a device is turned on once, and off once, and the access log says so', async () => {
  expect(await isOn(ana)).toBe(false);
  const device = await subscribedDevice(ana);
  await subscribedDevice(ana, device);
  expect(await isOn(ana)).toBe(true);
  for (let i = 0; i < 2; i += 1) expect((await ana.send(turnOffNotices)).status).toBe(204);
  expect(await isOn(ana)).toBe(false);
  expect(await noticeActs(ana)).toEqual(['notices.disabled', 'notices.enabled']);
});

test('the address and the keys of a browser are stored encrypted', async () => {
  const { subscription, endpoint } = await subscribedDevice(ana);
  const rows = await testApp.sql`
    select p::text as row, encode(subscription, 'escape') as text from push_subscriptions p`;
  const stored = JSON.stringify(rows);
  for (const secret of [endpoint, subscription.keys.auth, subscription.keys.p256dh]) {
    expect(stored).not.toContain(secret.slice(-16));
  }
});

test.each([
  'http://fcm.googleapis.com/fcm/send/x',
  'https://fcm.googleapis.com:8443/fcm/send/x',
  'https://user@fcm.googleapis.com/fcm/send/x',
  'https://fcm.googleapis.com.ejemplo.cl/x',
  'https://ejemplo.cl/?https://fcm.googleapis.com',
  'https://push.apple.com.ejemplo.cl/x',
  'https://notpush.apple.com/x',
  'https://127.0.0.1/x',
  'https://[::1]/x',
  'https://169.254.169.254/latest/meta-data',
  'file:///etc/passwd',
  'nothing',
])('an address that is of no push service is refused: %s', async (endpoint) => {
  const { keys } = createTestDevice().subscription;
  const { status, error } = await ana.send(turnOnNotices, { body: { endpoint, keys } });
  const refusal = { field: 'endpoint', message: 'No conocemos el servicio de avisos de este navegador' };
  expect([status, error.details]).toEqual([400, [refusal]]);
  expect(await isOn(ana)).toBe(false);
});

test.each(['updates.push.services.mozilla.com', 'wns2-by3p.notify.windows.com', 'web.push.apple.com'])(
  'the push service %s is accepted',
  async (host) => {
    await subscribedDevice(ana, createTestDevice(host));
    expect(await isOn(ana)).toBe(true);
  },
);

test('a test notice reaches the device of the session alone, encrypted and signed', async () => {
  const device = await subscribedDevice(ana);
  const second = await testApp.logIn(ana.user.email);
  await subscribedDevice(second);
  expect((await ana.send(sendTestNotice)).status).toBe(204);
  const [request, ...others] = testApp.pushService.take();
  if (!request) throw new Error('nothing was sent');
  expect(others).toEqual([]);
  expect(request.url).toBe(device.endpoint);
  expect(request.headers).toMatchObject({ 'Content-Encoding': 'aes128gcm', TTL: '60' });
  expect(Buffer.from(request.body).toString('latin1')).not.toContain('Ficha');
  expect(device.read(request)).toMatchObject({ body: 'Los avisos funcionan en este dispositivo' });
  const { publicKey } = (await ana.send(getNotices)).body;
  const claims = vapidClaims(request, publicKey);
  expect(claims).toMatchObject({ aud: 'https://fcm.googleapis.com', sub: 'mailto:avisos@ficha.cl' });
});

test.each([
  ['has unsubscribed', 410, 'NOTICES_OFF', false],
  ['is unknown', 404, 'NOTICES_OFF', false],
  ['has a busy service', 503, 'NOTICE_NOT_SENT', true],
  ['has a service that does not answer', undefined, 'NOTICE_NOT_SENT', true],
  ['has a service that redirects', 302, 'NOTICE_NOT_SENT', true],
] as const)('the test says that the browser %s', async (_, answer, code, stays) => {
  await subscribedDevice(ana);
  testApp.pushService.answer(answer);
  expect((await ana.send(sendTestNotice)).error.code).toBe(code);
  expect(await isOn(ana)).toBe(stays);
});

test('a browser whose key is no point of the curve gets no notice, and fails nothing', async () => {
  const device = createTestDevice();
  const p256dh = `B${'A'.repeat(86)}`;
  const keys = { ...device.subscription.keys, p256dh };
  await subscribedDevice(ana, { ...device, subscription: { ...device.subscription, keys } });
  expect((await ana.send(sendTestNotice)).error.code).toBe('NOTICE_NOT_SENT');
  await notify(ana);
  expect(await addresses()).toEqual([]);
});

test('a session without a device gets no test, and cannot see or turn off the device of another', async () => {
  const device = await subscribedDevice(ana);
  const berta = await testApp.newProfessional();
  const second = await testApp.logIn(ana.user.email);
  for (const other of [berta, second]) {
    expect(await isOn(other)).toBe(false);
    expect((await other.send(sendTestNotice)).error.code).toBe('NOTICES_OFF');
    await other.send(turnOffNotices);
  }
  await notify(ana);
  expect(await addresses()).toEqual([device.endpoint]);
});

test('a browser that another account uses shows the notices of that account alone', async () => {
  const berta = await testApp.newProfessional();
  const device = await subscribedDevice(ana);
  await subscribedDevice(berta, device);
  expect([await isOn(ana), await isOn(berta)]).toEqual([false, true]);
  await notify(ana);
  expect(await addresses()).toEqual([]);
});

test('a browser is one device however its address is written', async () => {
  const berta = await testApp.newProfessional();
  const device = await subscribedDevice(ana);
  const spellings = [
    device.endpoint.replace('googleapis.com', 'googleapis.com:443'),
    device.endpoint.replace('https://fcm', 'HTTPS://FCM'),
    `${device.endpoint}#2`,
    device.endpoint.replace('fcm.', 'fcm\u3002'),
  ];
  for (const endpoint of spellings) {
    await subscribedDevice(berta, { ...device, subscription: { ...device.subscription, endpoint } });
    expect([endpoint, await isOn(ana)]).toEqual([endpoint, false]);
    await subscribedDevice(ana, device);
  }
  await notify(ana);
  expect(await addresses()).toEqual([device.endpoint]);
});

test('accounts that turn on one browser at the same time leave it with one of them', async () => {
  const people = [ana, await testApp.newProfessional(), await testApp.newProfessional()];
  for (let round = 0; round < 5; round++) {
    const device = createTestDevice();
    await Promise.all([...people, ...people].map((person) => subscribedDevice(person, device)));
    const on = await Promise.all(people.map(isOn));
    expect(on.filter(Boolean)).toHaveLength(1);
  }
});

test('an account has at most twenty devices: another one takes the place of the first', async () => {
  const first = await subscribedDevice(ana);
  const devices = [];
  for (let i = 0; i < 20; i++) devices.push(await subscribedDevice(await testApp.logIn(ana.user.email)));
  expect(await isOn(ana)).toBe(false);
  await notify(ana);
  const told = await addresses();
  expect(told).not.toContain(first.endpoint);
  expect(told.toSorted()).toEqual(devices.map(({ endpoint }) => endpoint).toSorted());
});

const ENDINGS: Record<string, (person: Person) => Promise<unknown>> = {
  'logging out': ({ refreshToken }) => testApp.send(logout, { body: { refreshToken } }),
  'another session that ends it': async ({ user }) => (await testApp.logIn(user.email)).send(endOtherSessions),
  'a change of the password elsewhere': async ({ user }) => {
    const body = { currentPassword: PASSWORD, newPassword: 'otra-clave-larga' };
    return (await testApp.logIn(user.email)).send(changePassword, { body });
  },
  'a reset by an administrator': async ({ user }) =>
    (await testApp.newAdmin()).send(resetPassword, { params: { id: user._id } }),
  'the closing of the account': async ({ user }) =>
    (await testApp.newAdmin()).send(deleteUser, { params: { id: user._id } }),
  'thirty days without use': async () => testApp.sql`update sessions set last_seen_at = now() - interval '31 days'`,
};

test.each(Object.entries(ENDINGS))('after %s the device gets nothing, also what was queued before', async (_, end) => {
  await subscribedDevice(ana);
  await notify(ana);
  // Its first attempt fails, so that it waits for the device.
  testApp.pushService.answer(503);
  expect(await addresses()).toHaveLength(1);
  await end(ana);
  await notify(ana);
  testApp.passTime(5 * 60 * 1000);
  expect(await addresses()).toEqual([]);
});

test('an assistant turns notices on for a device, and gets the notices of the professionals who invited them', async () => {
  const berta = await testApp.newProfessional();
  const marta = await newAssistant(testApp, [ana]);
  const device = await subscribedDevice(marta);
  await notify(berta);
  expect(await addresses()).toEqual([]);
  await notify(ana);
  const [request] = await deliverNotices(testApp);
  expect(request && device.read(request)).toMatchObject({
    path: `/dashboard/agenda?fecha=2030-01-07&profesional=${ana.user._id}`,
  });
});
