import { afterAll, beforeAll, expect, test } from 'vitest';
import { getAccountAccessLog } from '#contract/access-log';
import { exportAccount } from '#contract/export';
import {
  acceptProcessingAgreement,
  getProcessingAgreement,
  isAccepted,
  listProcessingAgreements,
  PROCESSING_AGREEMENT,
} from '#contract/processing-agreement';
import { readZip } from '#server/testing/read-zip';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

const { version, publishedOn } = PROCESSING_AGREEMENT;
const accept = (person: Person, read: string = version) =>
  person.send(acceptProcessingAgreement, { body: { version: read } });

/** An acceptance of an earlier version. */
const acceptedBefore = ({ user }: Person) => testApp.sql`
  insert into processing_agreements (owner_id, version, accepted_at) values (${user._id}, '2025-01', '2025-02-01')`;
const EARLIER = { version: '2025-01', acceptedAt: '2025-02-01T00:00:00.000Z' };

test('a new account has accepted no version, and works all the same', async () => {
  const ana = await testApp.newProfessional();
  const { body } = await ana.send(getProcessingAgreement);
  expect(body).toEqual({ version, publishedOn, accepted: null, history: [] });
  expect(isAccepted(body)).toBe(false);
  await ana.hasPatient();
});

test('the version in force is accepted once, and the log says which one', async () => {
  const ana = await testApp.newProfessional();
  const { body } = await accept(ana);
  expect(body.accepted).toEqual({ version, acceptedAt: expect.any(String) });
  expect(isAccepted(body)).toBe(true);
  testApp.passTime(60_000);
  expect((await accept(ana)).body).toEqual(body);
  const log = (await ana.send(getAccountAccessLog)).body.filter(({ act }) => act === 'processing-agreement.accepted');
  expect(log.map(({ detail }) => detail)).toEqual([{ agreement: version }]);
});

test('another version than the one in force is refused', async () => {
  const ana = await testApp.newProfessional();
  const { status, error } = await accept(ana, '2025-01');
  expect([status, error.code]).toEqual([409, 'AGREEMENT_OUTDATED']);
  expect((await ana.send(getProcessingAgreement)).body.accepted).toBeNull();
});

test('who accepted an earlier version is asked again, and both stay in the history', async () => {
  const ana = await testApp.newProfessional();
  await acceptedBefore(ana);
  const { body: asked } = await ana.send(getProcessingAgreement);
  expect([isAccepted(asked), asked.accepted]).toEqual([false, EARLIER]);
  const { body } = await accept(ana);
  expect(body.history).toEqual([{ version, acceptedAt: expect.any(String) }, EARLIER]);
});

test('what one account accepted says nothing of another', async () => {
  const [ana, berta] = await Promise.all([testApp.newProfessional(), testApp.newProfessional()]);
  await accept(ana);
  expect((await berta.send(getProcessingAgreement)).body.accepted).toBeNull();
});

test('the administration sees what each account accepted, and finds an account', async () => {
  const [admin, ana, berta] = await Promise.all([
    testApp.newAdmin(),
    testApp.newProfessional(),
    testApp.newProfessional(),
  ]);
  await acceptedBefore(ana);
  await accept(ana);
  const found = async ({ user }: Person) =>
    (await admin.send(listProcessingAgreements, { query: { search: user.email } })).body;
  expect(await found(ana)).toEqual([
    {
      user: { _id: ana.user._id, name: ana.user.name, email: ana.user.email, role: 'professional' },
      history: [{ version, acceptedAt: expect.any(String) }, EARLIER],
    },
  ]);
  expect((await found(berta)).map(({ history }) => history)).toEqual([[]]);
  expect((await ana.send(listProcessingAgreements)).status).toBe(403);
  const pages = await Promise.all(
    [1, 2].map((page) => admin.send(listProcessingAgreements, { query: { page, limit: 1 } })),
  );
  expect(new Set(pages.flatMap(({ body }) => body.map(({ user }) => user._id))).size).toBe(2);
});

test('the export of the account has it', async () => {
  const ana = await testApp.newProfessional();
  const { body } = await accept(ana);
  const files = readZip((await ana.send(exportAccount)).body as unknown as Uint8Array);
  expect(JSON.parse(String(files.get('cuenta.json')))).toMatchObject({ processingAgreement: body });
});
