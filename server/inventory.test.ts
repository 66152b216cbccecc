import { afterAll, beforeAll, expect, test } from 'vitest';
import { getClinicalNote, updateClinicalNote } from '#contract/clinical-notes';
import { type Access, type Endpoint, isWrite } from '#contract/endpoint';
import { ENDPOINTS } from '#contract/endpoints';
import { newAssistant } from '#server/testing/assistants';
import { endpointCalls, SIGNED } from '#server/testing/endpoint-calls';
import type { Person } from '#server/testing/endpoint-resources';
import { endpointName, endpointRows, named } from '#server/testing/endpoint-rows';
import { createTestApp, type TestApp } from '#server/testing/test-app';

const METRICS_TOKEN = 'el-token-de-las-metricas';

let testApp: TestApp;
let calls: ReturnType<typeof endpointCalls>;
let ana: Person;
let stranger: Person;
let admin: Person;
beforeAll(async () => {
  testApp = await createTestApp({ metricsToken: METRICS_TOKEN, sendsMail: true });
  calls = endpointCalls(testApp);
  [ana, stranger, admin] = await Promise.all([
    testApp.newProfessional(),
    testApp.newProfessional(),
    testApp.newAdmin(),
  ]);
  await Promise.all([ana, stranger, admin].map((person) => person.pays(new Date('2100-01-01'))));
});
afterAll(() => testApp.close());

test('every endpoint has a row, and every row has an endpoint', () => {
  expect(Object.keys(calls).sort()).toEqual(ENDPOINTS.map(endpointName).sort());
});

/** The test of an id in upper case is the first that succeeds with a refused row, and so shows that it was there. */
const { newRow, refusedRow } = endpointRows(
  () => calls,
  () => ana,
);
const accepted = async (endpoint: Endpoint, token?: string) => {
  const { params, query, body, token: ownToken } = await newRow(endpoint);
  return (await testApp.send(endpoint, { params, query, body }, ownToken ?? token)).status;
};
const refused = async (endpoint: Endpoint, token?: string) => {
  const { params, query, body } = await refusedRow(endpoint);
  return (await testApp.send(endpoint, { params, query, body }, token)).status;
};
const endpointsFor = (...access: Access[]) => named(ENDPOINTS.filter((endpoint) => access.includes(endpoint.access)));
const tokenFor = (endpoint: Endpoint) => (endpoint.access === 'admin' ? admin : ana).accessToken;

test.each(endpointsFor('professional', 'admin', 'assistant'))(
  '%s refuses a missing and a forged token',
  async (_, endpoint) => {
    expect(await refused(endpoint)).toBe(401);
    expect(await refused(endpoint, `${ana.accessToken.slice(0, -4)}AAAA`)).toBe(401);
  },
);

test.each(endpointsFor('admin'))('%s refuses a professional', async (_, endpoint) => {
  expect(await refused(endpoint, ana.accessToken)).toBe(403);
});

test.each(named(ENDPOINTS.filter(({ access, params }) => access === 'professional' && params)))(
  "%s answers 404 for another owner's id, also to administrators",
  async (_, endpoint) => {
    expect(await refused(endpoint, stranger.accessToken)).toBe(404);
    expect(await refused(endpoint, admin.accessToken)).toBe(404);
  },
);

test("a body with another owner's id is answered with 404", async () => {
  const owned = [];
  for (const endpoint of ENDPOINTS) {
    const row = await refusedRow(endpoint);
    if (!row.bodyIsOwned) continue;
    owned.push(endpointName(endpoint));
    expect((await testApp.send(endpoint, row, stranger.accessToken)).status).toBe(404);
  }
  expect(owned).toContain('POST /api/appointments');
});

const withBody = ENDPOINTS.filter(({ body, upload }) => body && !upload);

test.each(named(withBody))('%s refuses a body that is not an object', async (_, endpoint) => {
  const row = await refusedRow(endpoint);
  for (const body of [null, [], [row.body], 5, 'texto', true]) {
    const { status, error } = await testApp.send(endpoint, { ...row, body }, tokenFor(endpoint));
    expect([body, status, error.error]).toEqual([body, 400, 'Revisa los datos ingresados']);
  }
});

/** Finalization and the answer of a patient need no body, and a notification may carry all its data in the query string. */
const OPTIONAL_BODY = [
  ...SIGNED,
  'POST /api/appointment-links/{token}/cancel',
  'POST /api/appointment-links/{token}/confirm',
  'POST /api/booking-requests/{id}/reject',
  'POST /api/bookings/{bookingKey}/resend',
  'POST /api/certificates/{id}/finalize',
  'POST /api/clinical-notes/{id}/finalize',
  'POST /api/addenda/{id}/finalize',
];

test.each(named(withBody))('%s refuses a missing body', async (_, endpoint) => {
  const isOptional = OPTIONAL_BODY.includes(endpointName(endpoint));
  const { body: _body, ...row } = await (isOptional ? newRow(endpoint) : refusedRow(endpoint));
  const { status } = await testApp.send(endpoint, row, tokenFor(endpoint));
  if (isOptional) expect(status).not.toBe(400);
  else expect(status).toBe(400);
});

test('an update whose body is not an object leaves the draft unchanged', async () => {
  const note = await ana.hasNote({ reason: 'Control', anamnesis: 'Refiere dolor' });
  const params = { id: note._id };
  for (const body of [null, undefined, []]) {
    expect((await ana.send(updateClinicalNote, { params, body: body as never })).status).toBe(400);
  }
  expect((await ana.send(getClinicalNote, { params })).body).toEqual(note);
});

test.each(named(ENDPOINTS.filter(({ path }) => path.includes('{id}'))))(
  '%s accepts an id in upper case',
  async (_, endpoint) => {
    const row = await refusedRow(endpoint);
    const upperCase = Object.fromEntries(
      Object.entries(row.params ?? {}).map(([name, id]) => [name, id.toUpperCase()]),
    );
    const { status } = await testApp.send(endpoint, { ...row, params: upperCase }, tokenFor(endpoint));
    expect(status).toBeLessThan(300);
  },
);

test.each(endpointsFor('public'))('%s is public', async (_, endpoint) => {
  const status = await accepted(endpoint);
  if (SIGNED.includes(endpointName(endpoint))) expect(status).toBe(401);
  else expect(status).toBeLessThan(300);
});

test.each(endpointsFor('professional'))('%s accepts a professional', async (_, endpoint) => {
  expect(await accepted(endpoint, ana.accessToken)).toBeLessThan(300);
});

test.each(endpointsFor('admin'))('%s accepts an administrator', async (_, endpoint) => {
  expect(await accepted(endpoint, admin.accessToken)).toBeLessThan(300);
});

test.each(endpointsFor('monitoring'))('%s accepts the token of monitoring only', async (_, endpoint) => {
  for (const token of [undefined, `${METRICS_TOKEN}x`, METRICS_TOKEN.slice(1), ana.accessToken, admin.accessToken]) {
    expect(await refused(endpoint, token)).toBe(401);
  }
  expect(await accepted(endpoint, METRICS_TOKEN)).toBe(200);
});

test('while the disk is nearly full, a GET that does not declare that it writes changes no table', async () => {
  await testApp.sql`create table changes (table_name text)`;
  await testApp.sql`
    create function record_change() returns trigger language plpgsql security definer as
    $$ begin insert into public.changes values (tg_table_name); return null; end $$`;
  await testApp.sql`
    do $$ declare recorded regclass; begin
      for recorded in select oid from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> 'changes'
      loop
        execute format('create trigger record_change after insert or update or delete or truncate on %s
                          for each statement execute function record_change()', recorded);
      end loop;
    end $$`;
  const { accessToken: assistant } = await newAssistant(testApp, [ana]);
  const requests = [];
  for (const endpoint of ENDPOINTS.filter(({ method }) => method === 'GET')) {
    requests.push({ endpoint, row: await newRow(endpoint) });
  }
  // The first print of a document is refused on such a disk, and shows here that changes are seen.
  const changing: string[] = [];
  for (const isLow of [false, true]) {
    testApp.setDiskLow(isLow);
    // After ten minutes a session would be recorded as used.
    if (isLow) testApp.passTime(10 * 60 * 1000);
    for (const { endpoint, row } of requests.filter((request) => isLow !== isWrite(request.endpoint))) {
      await testApp.sql`delete from changes`;
      const token = {
        admin: admin.accessToken,
        assistant,
        monitoring: METRICS_TOKEN,
        professional: ana.accessToken,
        public: row.token,
      };
      const { status } = await testApp.send(endpoint, { params: row.params, query: row.query }, token[endpoint.access]);
      expect([endpointName(endpoint), status]).toEqual([endpointName(endpoint), 200]);
      if ((await testApp.sql`select from changes`).length > 0) changing.push(endpointName(endpoint));
    }
  }
  testApp.setDiskLow(false);
  expect(changing).toEqual(
    requests
      .map(({ endpoint }) => endpoint)
      .filter(isWrite)
      .map(endpointName),
  );
});
