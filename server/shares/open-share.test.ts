import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getPatientAccessLog } from '#contract/access-log';
import { deleteUser } from '#contract/admin';
import { restoreAccount } from '#contract/closed-accounts';
import { deletePatient, updatePatient } from '#contract/patients';
import { setPatientBlocked } from '#contract/rights-requests';
import * as api from '#contract/shares';
import { newToken } from '#server/platform/crypto/tokens';
import { openedShare, share } from '#server/testing/shares';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

const START = new Date('2026-11-16T13:10:00Z');
const MINUTE_MS = 60 * 1000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const WRONG = '1970-01-01';
const UUID = '0190aaaa-0000-7000-8000-000000000000';

let now = START;
let testApp: TestApp;
let ana: Person;
let opened: Awaited<ReturnType<typeof openedShare>>;
beforeAll(async () => {
  testApp = await createTestApp({ now: () => now });
});
afterAll(() => testApp.close());
beforeEach(async () => {
  now = START;
  ana = await testApp.newProfessional({ name: 'Dra. Ana Rojas' });
  await ana.pays();
  opened = await openedShare(testApp, ana);
});

const read = (token = opened.token) => testApp.send(api.getSharedLink, { params: { token } });
const open = (birthDate = opened.birthDate, token = opened.token) =>
  testApp.send(api.openShare, { params: { token }, body: { birthDate } });
const download = ({ token, documentId, ticket }: { token: string; documentId: string; ticket: string } = opened) =>
  testApp.send(api.getSharedDocument, { params: { token, documentId } }, ticket);
const submit = (fields: Record<string, string>, params = opened) =>
  testApp.app.inject({
    method: 'POST',
    url: `/api/shared-documents/${params.token}/${params.documentId}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });
const block = (blocked: boolean) =>
  ana.send(setPatientBlocked, { params: { id: opened.patientId }, body: { blocked } });
const listed = async () => (await ana.send(api.listShares, { params: { id: opened.patientId } })).body;

/** All answers of a link, but the request ids. */
async function answers(token = opened.token) {
  const params = { token, documentId: opened.documentId };
  const replies = [
    await read(token),
    await open(opened.birthDate, token),
    await open(WRONG, token),
    await testApp.send(api.getSharedDocument, { params }, opened.ticket),
    await testApp.send(api.getSharedDocument, { params }, 'x'),
    await testApp.send(api.submitForSharedDocument, { params, body: { ticket: 'x', disposition: 'inline' } }),
  ];
  return replies.map(({ status, error, headers }) => {
    const { 'x-request-id': _id, date: _date, ...rest } = headers;
    return { status, error, headers: rest };
  });
}

test('before the birth date, the page has the name of the professional and the last day, and nothing of the patient', async () => {
  const { status, body, headers } = await read();
  expect([status, body]).toEqual([200, { professional: 'Dra. Ana Rojas', expiresAt: '2026-12-16T13:10:00.000Z' }]);
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  });
});

test('reading a link changes nothing, also by HEAD', async () => {
  const rows = () => testApp.sql`
    select (select count(*)::int from audit_entries) as entries,
           (select jsonb_agg(to_jsonb(s) order by s.id) from shares s) as shares`;
  const before = await rows();
  await read();
  const head = await testApp.app.inject({ method: 'HEAD', url: `/api/shared-documents/${opened.token}` });
  expect([head.statusCode, [...(await rows())]]).toEqual([200, [...before]]);
});

describe('the birth date', () => {
  test('that is wrong is refused, with the tries that are left', async () => {
    const { status, error } = await open(WRONG);
    expect([status, error.code, error.details]).toEqual([
      403,
      'BIRTH_DATE_WRONG',
      [{ field: 'birthDate', message: 'Te quedan 4 intentos' }],
    ]);
    expect((await open()).status).toBe(200);
  });

  test('that is no date is no try', async () => {
    for (let tries = 0; tries < 6; tries++) expect((await open('x')).status).toBe(400);
    expect((await open()).status).toBe(200);
  });

  test('wrong for the fifth time blocks the link for good, whatever was right in between', async () => {
    for (let tries = 1; tries <= 4; tries++) expect((await open(WRONG)).status).toBe(403);
    expect((await open()).status).toBe(200);
    const fifth = await open(WRONG);
    expect([fifth.status, fifth.error.details?.[0]?.message]).toEqual([
      403,
      'El enlace quedó bloqueado. Pide uno nuevo a quien te lo envió.',
    ]);
    expect(await answers()).toEqual(await answers(newToken()));
    expect((await listed()).map(({ status }) => status)).toEqual(['blocked']);
    now = new Date(now.getTime() + DAY_MS);
    expect((await open()).status).toBe(404);
  });

  test('gets five tries when twenty wrong ones come at the same time', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => open(WRONG)));
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(5).fill(403), ...Array(15).fill(404)]);
    const [row] = await testApp.sql`select wrong_dates from shares where id = ${opened.id}`;
    expect(row).toEqual({ wrong_dates: 5 });
    const acts = await testApp.sql<{ act: string }[]>`
      select act from audit_entries where subject_id = ${opened.id} and act in ('share.refused', 'share.blocked')`;
    expect(acts.map(({ act }) => act).sort()).toEqual(['share.blocked', ...Array(5).fill('share.refused')]);
  });

  test('is the one in the file now', async () => {
    const body = { name: 'Rosa Díaz', rut: '11.111.111-1', birthDate: '1981-05-10' };
    await ana.send(updatePatient, { params: { id: opened.patientId }, body });
    expect([(await open()).status, (await open('1981-05-10')).status]).toEqual([403, 200]);
  });

  test('that was wrong stands in the access log without a name', async () => {
    await open(WRONG);
    const { body } = await ana.send(getPatientAccessLog, { params: { id: opened.patientId } });
    expect(body.find(({ act }) => act === 'share.refused')?.actor).toBe('Persona no identificada');
  });
});

describe('a blocked link', () => {
  async function blockedLink() {
    for (let tries = 1; tries <= 5; tries++) await open(WRONG);
  }
  const blocked = async (person = ana) => (await person.send(api.listBlockedShares)).body;

  test('is told to its professional alone', async () => {
    await blockedLink();
    expect(await blocked()).toEqual([
      { _id: opened.id, patientId: opened.patientId, patientName: 'Rosa Díaz', blockedAt: START.toISOString() },
    ]);
    expect(await blocked(await testApp.newProfessional())).toEqual([]);
  });

  test.each([
    ['it is revoked', () => ana.send(api.revokeShare, { params: { id: opened.id } })],
    ['the patient gets a new link', () => share(ana, opened.patientId)],
    ['the patient is deleted', () => ana.send(deletePatient, { params: { id: opened.patientId } })],
  ])('is told until %s', async (_, act) => {
    await blockedLink();
    now = new Date(now.getTime() + MINUTE_MS);
    await act();
    expect(await blocked()).toEqual([]);
  });

  test('is told until it would have expired', async () => {
    await blockedLink();
    now = new Date(START.getTime() + 30 * DAY_MS);
    ana = await testApp.logIn(ana.user.email);
    expect(await blocked()).toEqual([]);
  });
});

describe('a link ends, and answers like an unknown one,', () => {
  test.each([
    ['when it is revoked', () => ana.send(api.revokeShare, { params: { id: opened.id } })],
    [
      'when it expires',
      async () => {
        now = new Date(START.getTime() + 30 * DAY_MS);
      },
    ],
    ['when its patient is blocked', () => block(true)],
    ['when its patient is deleted', () => ana.send(deletePatient, { params: { id: opened.patientId } })],
    [
      'when the account is closed',
      async () => (await testApp.newAdmin()).send(deleteUser, { params: { id: ana.user._id } }),
    ],
  ])('%s', async (_, end) => {
    expect((await download()).status).toBe(200);
    await end();
    const ended = await answers();
    expect(ended).toEqual(await answers(newToken()));
    expect(new Set(ended.map(({ status, error }) => `${status} ${error.code}`))).toEqual(new Set(['404 LINK_ENDED']));
    // A form of the page leads back to it.
    const reply = await submit({ ticket: opened.ticket, disposition: 'inline' });
    expect([reply.statusCode, reply.headers.location]).toEqual([303, `/documentos/${opened.token}`]);
  });

  test('until the block of its patient is lifted', async () => {
    await block(true);
    expect((await open()).status).toBe(404);
    // A try at a link of a blocked patient is not counted.
    for (let tries = 0; tries < 6; tries++) await open(WRONG);
    await block(false);
    expect([(await open()).status, (await download()).status]).toEqual([200, 200]);
  });

  test('until the account is restored', async () => {
    const [admin, params] = [await testApp.newAdmin(), { id: ana.user._id }];
    await admin.send(deleteUser, { params });
    expect((await read()).status).toBe(404);
    await admin.send(restoreAccount, { params });
    expect([(await read()).status, (await open()).status]).toEqual([200, 200]);
  });

  test('and other links of the patient go on working', async () => {
    const other = await share(ana, opened.patientId);
    await ana.send(api.revokeShare, { params: { id: opened.id } });
    expect([(await read()).status, (await read(other.token)).status]).toEqual([404, 200]);
  });
});

describe('a ticket', () => {
  test('works for fifteen minutes', async () => {
    now = new Date(START.getTime() + 15 * MINUTE_MS - 1000);
    expect((await download()).status).toBe(200);
    now = new Date(START.getTime() + 15 * MINUTE_MS);
    const { status, error } = await download();
    expect([status, error.code]).toEqual([401, 'TICKET_ENDED']);
  });

  test('is not a session, and a session is no ticket', async () => {
    expect((await testApp.send(api.listBlockedShares, {}, opened.ticket)).status).toBe(401);
    expect((await download({ ...opened, ticket: ana.accessToken })).error.code).toBe('TICKET_ENDED');
    expect((await download({ ...opened, ticket: '' })).error.code).toBe('TICKET_ENDED');
  });

  test('is for one link and its documents', async () => {
    const other = await openedShare(testApp, ana);
    expect((await download({ ...opened, ticket: other.ticket })).error.code).toBe('TICKET_ENDED');
    expect((await download({ ...other, token: opened.token })).error.code).toBe('TICKET_ENDED');
    expect((await download({ ...opened, documentId: other.documentId })).status).toBe(404);
    expect((await download({ ...opened, documentId: UUID })).status).toBe(404);
  });
});

describe('the form of the page', () => {
  test.each(['inline', 'attachment'])('gets the same file: %s', async (disposition) => {
    const { body } = await download();
    const [listing] = (await open()).body.documents;
    const reply = await submit({ ticket: opened.ticket, disposition });
    expect(reply.statusCode).toBe(200);
    expect(Buffer.compare(reply.rawPayload, body as unknown as Uint8Array)).toBe(0);
    expect(reply.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(reply.rawPayload.byteLength),
      'cache-control': expect.stringContaining('no-store'),
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'content-disposition': expect.stringMatching(`^${disposition}; filename="${listing?.fileName}"`),
    });
  });

  test.each([
    ['a ticket that has ended', { ticket: 'x', disposition: 'inline' }],
    ['no ticket', {}],
  ])('leads back to the page with %s', async (_, fields) => {
    const reply = await submit(fields);
    expect([reply.statusCode, reply.headers.location]).toEqual([303, `/documentos/${opened.token}`]);
  });
});
