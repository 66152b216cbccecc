import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getAccountAccessLog } from '#contract/access-log';
import { changePassword } from '#contract/account';
import { deleteUser, resetPassword } from '#contract/admin';
import { changeAppointment, createAppointment, deleteAppointment } from '#contract/agenda';
import { login } from '#contract/auth';
import * as api from '#contract/calendar-link';
import { restoreAccount } from '#contract/closed-accounts';
import { addDays } from '#contract/days';
import { deletePatient } from '#contract/patients';
import { confirmRecovery } from '#contract/recovery';
import { accountLink } from '#server/testing/account-link';
import { createTestApp, type TestApp } from '#server/testing/test-app';

type Person = Awaited<ReturnType<TestApp['newProfessional']>>;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ sendsMail: true, rateLimit: true });
});
afterAll(() => testApp.close());

const link = async (person: Person, names = false) =>
  new URL((await person.send(api.createCalendarLink, { body: { names } })).body.url).pathname;
const read = (url: string, method: 'GET' | 'HEAD' = 'GET') => testApp.app.inject({ method, url });
const statusOf = async (url: string) => (await read(url)).statusCode;
const stateOf = async (person: Person) => (await person.send(api.getCalendarLink)).body.link;
const actsOf = async (person: Person) => {
  const entries = await testApp.sql<{ act: string; byOwner: boolean }[]>`
    select act, actor_id = owner_id as "byOwner" from audit_entries
     where owner_id = ${person.user._id} and act like 'calendar-link.%' order by id`;
  return entries.map(({ act, byOwner }) => `${act}${byOwner ? '' : ' by somebody else'}`);
};
const eventsIn = (body: string) => body.match(/(?<=SUMMARY:).*(?=\r\n)/g) ?? [];

const today = () => new Date(testApp.deps.now()).toISOString().slice(0, 10);

describe('the address of an agenda', () => {
  test('is told once, replaced by a new one and revoked, and each act is recorded', async () => {
    const ana = await testApp.newProfessional();
    expect(await stateOf(ana)).toBeNull();
    const created = await ana.send(api.createCalendarLink, { body: { names: true } });
    expect(created.status).toBe(201);
    expect(created.body.url).toMatch(/^https?:\/\/[^/]+\/calendario\/[\w-]{43}\.ics$/);
    expect(await stateOf(ana)).toEqual({ names: true, createdAt: created.body.createdAt });

    const first = new URL(created.body.url).pathname;
    const second = await link(ana);
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);
    expect((await stateOf(ana))?.names).toBe(false);

    const revoke = () => ana.send(api.deleteCalendarLink);
    expect([(await revoke()).status, (await revoke()).status]).toEqual([204, 204]);
    expect([await statusOf(second), await stateOf(ana)]).toEqual([404, null]);
    expect(await actsOf(ana)).toEqual(['calendar-link.created', 'calendar-link.created', 'calendar-link.revoked']);
  });

  test('is stored as a hash', async () => {
    const ana = await testApp.newProfessional();
    const token = /[\w-]{43}/.exec(await link(ana))?.[0] ?? '';
    const [row] = await testApp.sql<[Record<string, unknown>]>`
      select calendar_links::text as row, token_hash from calendar_links where user_id = ${ana.user._id}`;
    expect(String(row.row)).not.toContain(token);
    expect(row.token_hash).toHaveLength(32);
    expect((row.token_hash as Buffer).equals(Buffer.from(token, 'base64url'))).toBe(false);
  });

  test('needs a fresh proof, and none to be revoked', async () => {
    const ana = await testApp.newProfessional();
    const address = await link(ana);
    const earlier = new Date(testApp.deps.now().getTime() - 16 * 60_000);
    await testApp.sql`update sessions set proved_at = ${earlier} where user_id = ${ana.user._id}`;
    const { status, error } = await ana.send(api.createCalendarLink, { body: { names: true } });
    expect([status, error.code]).toEqual([403, 'REAUTHENTICATE']);
    expect(await statusOf(address)).toBe(200);
    expect((await ana.send(api.deleteCalendarLink)).status).toBe(204);
  });

  test('of two that are made at the same time one works', async () => {
    const ana = await testApp.newProfessional();
    const statuses = await Promise.all((await Promise.all(Array.from({ length: 6 }, () => link(ana)))).map(statusOf));
    expect(statuses.sort()).toEqual([200, 404, 404, 404, 404, 404]);
  });

  test('ends with the password: changed, recovered or reset', async () => {
    const [ana, berta, carla, admin] = await Promise.all([
      testApp.newProfessional(),
      testApp.newProfessional(),
      testApp.newProfessional(),
      testApp.newAdmin(),
    ]);
    const addresses = [await link(ana), await link(berta), await link(carla)];
    const body = { currentPassword: 'clave-de-prueba', newPassword: 'otra-clave' };
    expect((await ana.send(changePassword, { body })).status).toBe(200);
    const token = await accountLink(testApp, berta.user._id, 'recovery');
    expect((await testApp.send(confirmRecovery, { body: { token, password: 'otra-clave' } })).status).toBe(204);
    expect((await admin.send(resetPassword, { params: { id: carla.user._id } })).status).toBeLessThan(300);
    expect(await Promise.all(addresses.map(statusOf))).toEqual([404, 404, 404]);
    expect(await stateOf(ana)).toBeNull();
    expect((await actsOf(ana)).at(-1)).toBe('calendar-link.revoked');
    expect((await actsOf(berta)).at(-1)).toBe('calendar-link.revoked');
    expect((await actsOf(carla)).at(-1)).toBe('calendar-link.revoked by somebody else');
  });

  test('ends when its account is closed, and a restored account has none', async () => {
    const [ana, admin] = await Promise.all([testApp.newProfessional(), testApp.newAdmin()]);
    const params = { id: ana.user._id };
    const address = await link(ana);
    await admin.send(deleteUser, { params });
    expect(await statusOf(address)).toBe(404);
    await admin.send(restoreAccount, { params });
    expect(await statusOf(address)).toBe(404);
    expect((await actsOf(ana)).at(-1)).toBe('calendar-link.revoked by somebody else');
  });

  test('is revoked also while the disk is nearly full, and none is made then', async () => {
    const ana = await testApp.newProfessional();
    const address = await link(ana);
    testApp.setDiskLow(true);
    try {
      expect((await ana.send(api.createCalendarLink, { body: { names: true } })).error.code).toBe('STORAGE_LOW');
      expect(await statusOf(address)).toBe(200);
      expect((await ana.send(api.deleteCalendarLink)).status).toBe(204);
      expect(await statusOf(address)).toBe(404);
    } finally {
      testApp.setDiskLow(false);
    }
  });
});

describe('the calendar of an address', () => {
  let ana: Person;
  let patientId: string;
  beforeAll(async () => {
    ana = await testApp.newProfessional();
    ({ _id: patientId } = await ana.hasPatient({ name: 'Carolina Muñoz Soto', rut: '12.345.678-5' }));
  });
  const book = async (details: object = {}) => {
    const body = { patientId, date: addDays(today(), 7), time: '09:00', note: 'Trae exámenes', ...details };
    return (await ana.send(createAppointment, { body: body as never })).body._id;
  };
  const bodyOf = async (address: string) => (await read(address)).body;

  test('has initials or names, and neither notes nor RUTs', async () => {
    const id = await book();
    const withInitials = await bodyOf(await link(ana));
    expect(eventsIn(withInitials)).toEqual(['C. M. S.']);
    const withNames = await bodyOf(await link(ana, true));
    expect(eventsIn(withNames)).toEqual(['Carolina Muñoz Soto']);
    for (const text of [withInitials, withNames]) {
      expect(text).toContain(`UID:${id}\r\n`);
      expect(text).not.toMatch(/exámenes|12.?345.?678|DESCRIPTION/);
    }
    expect(withInitials).not.toMatch(/Carolina|Muñoz|Soto/);
    await ana.send(deleteAppointment, { params: { id } });
  });

  test('is of the type of calendars, stored by nobody else, and HEAD answers as GET without the work', async () => {
    const address = await link(ana);
    const get = await read(address);
    expect([get.headers['content-type'], get.headers['cache-control']]).toEqual([
      'text/calendar; charset=utf-8',
      'private, no-cache',
    ]);
    const head = await read(address, 'HEAD');
    expect([head.statusCode, head.body]).toEqual([200, '']);
    // The length is known only when the calendar was made.
    expect(head.headers).not.toHaveProperty('content-length');
    for (const name of ['content-type', 'cache-control', 'etag']) expect(head.headers[name]).toBe(get.headers[name]);
    expect((await read(`/calendario/${'A'.repeat(43)}.ics`)).headers['cache-control']).toBe('no-store');
  });

  test('is not sent again until something that it shows changes', async () => {
    const person = await testApp.newProfessional();
    const patient = await person.hasPatient({ name: 'Luis Rojas', rut: '11.111.111-1' });
    const address = await link(person);
    let etag = '';
    const statusNow = async (url = address) => {
      const reply = await testApp.app.inject({ url, headers: { 'if-none-match': etag } });
      expect(reply.headers['cache-control']).toBe('private, no-cache');
      if (reply.statusCode === 304) expect([reply.body, reply.headers.etag]).toEqual(['', etag]);
      etag = String(reply.headers.etag);
      return reply.statusCode;
    };
    expect([await statusNow(), await statusNow()]).toEqual([200, 304]);
    const body = { patientId: patient._id, date: addDays(today(), 5), time: '10:00' } as const;
    const { body: made } = await person.send(createAppointment, { body });
    expect([await statusNow(), await statusNow()]).toEqual([200, 304]);
    const change = (details: object) =>
      person.send(changeAppointment, { params: { id: made._id }, body: details as never });
    for (const details of [{ time: '11:00' }, { status: 'cancelled' }, { status: 'scheduled' }]) {
      await change(details);
      expect([details, await statusNow(), await statusNow()]).toEqual([details, 200, 304]);
    }
    await testApp.sql`update patients set name = 'Luis Rojas Paz' where id = ${patient._id}`;
    expect([await statusNow(), await statusNow()]).toEqual([200, 304]);
    const withNames = await link(person, true);
    expect([await statusNow(withNames), await statusNow(withNames)]).toEqual([200, 304]);
    await person.send(deleteAppointment, { params: { id: made._id } });
    expect(await statusNow(withNames)).toBe(200);
  });

  test('is recorded for the owner once an hour for each network, also when it is not sent again', async () => {
    const person = await testApp.newProfessional();
    const address = await link(person);
    const readFrom = (remoteAddress: string, url = address, method: 'GET' | 'HEAD' = 'GET') =>
      testApp.app.inject({ method, url, remoteAddress });
    const readsOf = async () => {
      await testApp.deps.accessRecorder.flush();
      return testApp.sql`
        select from audit_entries where owner_id = ${person.user._id} and act = 'calendar.read'`;
    };
    await readFrom('203.0.113.5');
    await readFrom('203.0.113.5');
    await readFrom('203.0.113.5', address, 'HEAD');
    await readFrom('2001:db8::1');
    await readFrom('2001:db8::2');
    await readFrom('203.0.113.5', `/calendario/${'C'.repeat(43)}.ics`);
    expect(await readsOf()).toHaveLength(2);
    const { body: log } = await person.send(getAccountAccessLog, { query: { limit: 50 } });
    const shown = log
      .filter(({ act }) => act === 'calendar.read')
      .map(({ actor, address: from }) => `${actor} ${from}`);
    expect(shown.sort()).toEqual(['Programa de calendario 2001:db8::1', 'Programa de calendario 203.0.113.5']);
    testApp.passTime(59 * 60_000);
    await readFrom('203.0.113.5');
    expect(await readsOf()).toHaveLength(2);
    testApp.passTime(2 * 60_000);
    await readFrom('203.0.113.5');
    expect(await readsOf()).toHaveLength(3);
    // A new address is another way to the agenda.
    const { body: again } = await testApp.send(login, {
      body: { email: person.user.email, password: 'clave-de-prueba' },
    });
    const next = await testApp.send(api.createCalendarLink, { body: { names: false } }, again.accessToken);
    await readFrom('203.0.113.5', new URL(next.body.url).pathname);
    expect(await readsOf()).toHaveLength(4);
    testApp.passTime(-61 * 60_000);
  });

  test('follows what happens to an appointment', async () => {
    const address = await link(ana);
    const id = await book({ date: addDays(today(), 8) });
    const before = await bodyOf(address);
    expect(before).toContain(`UID:${id}`);
    expect(before).toContain('SEQUENCE:0\r\n');
    const change = (body: object) => ana.send(changeAppointment, { params: { id }, body });
    await change({ time: '11:00', duration: 60 });
    const after = await bodyOf(address);
    const startIn = (text: string) => /DTSTART:\d{8}T(\d{2})/.exec(text)?.[1];
    expect(Number(startIn(after))).toBe((Number(startIn(before)) + 2) % 24);
    expect(after).toContain(`UID:${id}`);
    expect(after).toMatch(/SEQUENCE:[1-9]/);
    await change({ status: 'cancelled' });
    expect(await bodyOf(address)).not.toContain(id);
    await change({ status: 'scheduled' });
    expect(await bodyOf(address)).toContain(id);
    await ana.send(deleteAppointment, { params: { id } });
    expect(await bodyOf(address)).not.toContain(id);
  });

  test('has 90 days back and a year ahead', async () => {
    const address = await link(ana);
    const days = [-92, -88, 364, 369];
    await testApp.sql`
      insert into appointments (owner_id, id, patient_id, date, start_minute, duration, created_at)
      select ${ana.user._id}, gen_random_uuid(), ${patientId}, day, 540, 30, now()
        from unnest(${days.map((day) => addDays(today(), day))}::date[]) day`;
    expect(eventsIn(await bodyOf(address))).toHaveLength(2);
    await testApp.sql`delete from appointments where owner_id = ${ana.user._id}`;
  });

  test("has nothing of another professional, and an administrator's address shows the administrator's own agenda", async () => {
    const [berta, admin] = await Promise.all([testApp.newProfessional(), testApp.newAdmin()]);
    await book();
    const ofBerta = await bodyOf(await link(berta, true));
    expect(eventsIn(ofBerta)).toEqual([]);
    expect(eventsIn(await bodyOf(await link(admin, true)))).toEqual([]);
    const patient = await berta.hasPatient({ name: 'Luis Rojas', rut: '11.111.111-1' });
    await berta.send(deletePatient, { params: { id: patient._id } });
    expect(eventsIn(await bodyOf(await link(berta, true)))).toEqual([]);
  });

  test('times follow the region of the professional', async () => {
    const person = await testApp.newProfessional({ region: 'Región de Magallanes y de la Antártica Chilena' });
    const { _id } = await person.hasPatient();
    // On 1 July, Santiago is four hours behind UTC and Magallanes three.
    const year = Number(today().slice(0, 4)) + (today().slice(5) < '06-25' ? 0 : 1);
    await person.send(createAppointment, { body: { patientId: _id, date: `${year}-07-01`, time: '09:00' } });
    expect(await bodyOf(await link(person))).toContain(`DTSTART:${year}0701T120000Z`);
  });
});

test('what is no address of an agenda is 404', async () => {
  const ana = await testApp.newProfessional();
  const address = await link(ana);
  const token = /[\w-]{43}/.exec(address)?.[0] ?? '';
  const [{ hash }] = await testApp.sql<[{ hash: string }]>`
    select encode(token_hash, 'base64') as hash from calendar_links where user_id = ${ana.user._id}`;
  const guesses = [
    `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
    token.slice(1),
    `${token}A`,
    token.toLowerCase(),
    hash.replaceAll('+', '-').replaceAll('/', '_').slice(0, 43),
    ana.user._id,
    '',
    '%00',
    '..%2f..%2fapi%2fhealth',
    "' or '1'='1",
  ];
  for (const guess of guesses) {
    expect([guess, await statusOf(`/calendario/${encodeURI(guess)}.ics`)]).toEqual([guess, 404]);
  }
  for (const path of [`/calendario/${token}`, '/calendario', '/calendario/', `${address}/x`, `${address}/`]) {
    expect([path, await statusOf(path)]).toEqual([path, 404]);
  }
  expect((await testApp.app.inject({ method: 'POST', url: address })).statusCode).toBe(404);
  expect(await statusOf(address)).toBe(200);
});

test('a temporary password neither makes, shows nor revokes an address', async () => {
  const [ana, admin] = await Promise.all([testApp.newProfessional(), testApp.newAdmin()]);
  await admin.send(resetPassword, { params: { id: ana.user._id } });
  const [{ rut }] = await testApp.sql<[{ rut: string }]>`select rut from users where id = ${ana.user._id}`;
  const { body } = await testApp.send(login, { body: { email: ana.user.email, password: rut } });
  const replies = await Promise.all([
    testApp.send(api.createCalendarLink, { body: { names: true } }, body.accessToken),
    testApp.send(api.getCalendarLink, {}, body.accessToken),
    testApp.send(api.deleteCalendarLink, {}, body.accessToken),
  ]);
  expect(replies.map(({ error }) => error.code)).toEqual(Array(3).fill('PASSWORD_CHANGE_REQUIRED'));
});

test('requests of one network are limited', async () => {
  let guesses = 100;
  const guess = () => {
    guesses += 1;
    return testApp.app.inject({ url: `/calendario/${'B'.repeat(40)}${guesses}.ics`, remoteAddress: '198.51.100.7' });
  };
  await testApp.sql`delete from rate_limits`;
  expect((await guess()).statusCode).toBe(404);
  await testApp.sql`update rate_limits set hits = 599`;
  expect([(await guess()).statusCode, (await guess()).statusCode]).toEqual([404, 429]);
});

test('requests for one calendar are limited, wherever they come from', async () => {
  const [ana, berta] = await Promise.all([testApp.newProfessional(), testApp.newProfessional()]);
  const [address, other] = [await link(ana), await link(berta)];
  const readFrom = async (host: number, url = address) =>
    (await testApp.app.inject({ url, remoteAddress: `198.51.100.${host}` })).statusCode;
  await testApp.sql`delete from rate_limits`;
  const statuses = await Promise.all(Array.from({ length: 31 }, (_, host) => readFrom(host + 1)));
  expect(statuses.sort()).toEqual([...Array(30).fill(200), 429]);
  expect([await readFrom(1, other), await readFrom(99)]).toEqual([200, 429]);
});
