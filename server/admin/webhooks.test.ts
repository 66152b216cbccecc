import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as api from '#contract/admin';
import { createTestApp, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
let admin: Awaited<ReturnType<TestApp['newAdmin']>>;
const ids: string[] = [];
beforeAll(async () => {
  testApp = await createTestApp();
  admin = await testApp.newAdmin();
  const agata = await testApp.newProfessional({ name: 'Ágata Núñez', email: 'agata@clinica.cl' });
  for (const [type, status, paymentId, address, userId] of [
    ['payment', 'processed', '987654321', '200.1.2.3', agata.user._id],
    ['merchant_order', 'ignored', null, '10.0.0.7', null],
    ['payment', 'failed', '555', '2001:DB8::1', null],
    ['payment', 'received', '42%', '127.0.0.1', null],
  ]) {
    const id = randomUUID();
    ids.push(id);
    await testApp.sql`
      insert into webhooks (id, received_at, webhook_type, status, provider_payment_id, ip_address, user_id)
      values (${id}, now() + ${ids.length} * interval '1 second', ${type}, ${status}, ${paymentId}, ${address}, ${userId})`;
  }
});
afterAll(() => testApp.close());

const list = async (query: Record<string, string> = {}) => (await admin.send(api.listWebhooks, { query })).body;
/** Their positions in the order of arrival. */
const found = async (query: Record<string, string>) => (await list(query)).map(({ _id }) => ids.indexOf(_id) + 1);

test('the list has all notifications without parameters, newest first', async () => {
  expect(await found({})).toEqual([4, 3, 2, 1]);
  expect((await admin.send(api.countWebhooks)).body).toEqual({ total: 4 });
  expect((await list())[2]).toEqual({
    _id: ids[1],
    webhookType: 'merchant_order',
    status: 'ignored',
    paymentId: null,
    ipAddress: '10.0.0.7',
    createdAt: expect.stringMatching(/Z$/),
    errorMessage: null,
    userId: null,
  });
});

describe('a search', () => {
  test.each([
    ['Merchant', [2]],
    ['order', [2]],
    ['payment', [4, 3, 1]],
    ['FAILED', [3]],
    ['Fallido', [3]],
    ['procesado', [1]],
    ['ado', [2, 1]],
    ['agata@cli', [1]],
    ['nunez', [1]],
    ['Ágata N', [1]],
    ['medicos', []],
    ['7654', [1]],
    ['200.1', [1]],
    ['2001:db8', [3]],
    ['0.0', [4, 2]],
    ['%', [4]],
    ['_', [2]],
    ['payment 987', []],
  ])('for %j finds %j', async (search, expected) => {
    expect(await found({ search })).toEqual(expected);
    expect((await admin.send(api.countWebhooks, { query: { search } })).body).toEqual({ total: expected.length });
  });
});

test('the list is paginated', async () => {
  expect(await found({ limit: '3' })).toEqual([4, 3, 2]);
  expect(await found({ limit: '3', page: '2' })).toEqual([1]);
  expect(await found({ limit: '2', page: '2', search: 'payment' })).toEqual([1]);
  expect(await found({ limit: '2', page: '9' })).toEqual([]);
});

test('a notification without a user can be deleted too, and the act is recorded for the administrator', async () => {
  const id = ids[1] ?? '';
  expect((await admin.send(api.deleteWebhook, { params: { id } })).status).toBe(204);
  expect(await found({})).toEqual([4, 3, 1]);
  expect((await admin.send(api.countWebhooks)).body).toEqual({ total: 3 });
  const entries = await testApp.sql`select actor_id, owner_id from audit_entries where subject_id = ${id}`;
  expect([...entries]).toEqual([{ actor_id: admin.user._id, owner_id: admin.user._id }]);
  expect((await admin.send(api.deleteWebhook, { params: { id: randomUUID() } })).status).toBe(404);
});
