import { expect, test } from 'vitest';
import { removeWaiting } from '#contract/waiting-list';
import { newAssistant } from '#server/testing/assistants';
import { createTestApp } from '#server/testing/test-app';

test('writes of an assistant count against the assistant, and leave those of the professional alone', async () => {
  const testApp = await createTestApp({ rateLimit: true });
  const ana = await testApp.newProfessional();
  const [marta, nora] = [await newAssistant(testApp, [ana]), await newAssistant(testApp, [ana])];
  const request = { params: { id: ana.user._id } };
  const statuses = await Promise.all(
    Array.from({ length: 125 }, async () => (await marta.for(ana).send(removeWaiting, request)).status),
  );
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  expect((await ana.send(removeWaiting, request)).status).toBe(404);
  expect((await nora.for(ana).send(removeWaiting, request)).status).toBe(404);
  await testApp.close();
});
