import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAssistants } from '#contract/assistants';
import { accept, invite } from '#server/testing/invitations';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

test('many invitations are accepted at once with a temporary password: one is, and the others stay open', async () => {
  const owners = await Promise.all(Array.from({ length: 8 }, () => testApp.newProfessional()));
  const email = 'marta-temporal@ejemplo.cl';
  const first = await invite(owners[0] as Person, { email });
  await accept(testApp, first.token);
  await testApp.sql`
    update users set must_change_password = true, temporary_password_until = now() + interval '1 day'
     where email = ${email}`;
  const others = owners.slice(1);
  const invited = await Promise.all(others.map((owner) => invite(owner, { email })));
  const replies = await Promise.all(invited.map(({ token }) => accept(testApp, token)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(6).fill(401)]);
  const lists = await Promise.all(others.map((owner) => owner.send(listAssistants)));
  const states = lists.flatMap(({ body }) => body.map(({ status }) => status));
  expect(states.sort()).toEqual(['active', ...Array(6).fill('invited')]);
});
