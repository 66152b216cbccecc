import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

test('a server that is about to stop says so to load balancers, and answers everything else', async () => {
  const ask = async (url: string) => {
    const { statusCode, headers } = await testApp.app.inject(url);
    return [statusCode, headers.connection];
  };
  expect(await ask('/api/health')).toEqual([200, 'keep-alive']);
  expect(await ask('/api/openapi.json')).toEqual([200, 'keep-alive']);
  testApp.deps.isDraining = () => true;
  expect(await ask('/api/health')).toEqual([503, 'close']);
  expect(await ask('/api/openapi.json')).toEqual([200, 'close']);
});
