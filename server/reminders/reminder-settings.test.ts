import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_REMINDER_SETTINGS, getReminderSettings, putReminderSettings } from '#contract/reminder-settings';
import { createTestApp, type TestApp } from '#server/testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('the settings have defaults, and are kept for their professional alone', async () => {
  const [ana, luis] = [await app.newProfessional(), await app.newProfessional()];
  expect(await ana.send(getReminderSettings)).toMatchObject({ status: 200, body: DEFAULT_REMINDER_SETTINGS });
  const body = {
    ...DEFAULT_REMINDER_SETTINGS,
    enabled: true,
    hoursBefore: [3, 72, 3] as (3 | 72)[],
    place: 'Picarte 450',
  };
  const saved = { ...body, hoursBefore: [72, 3] };
  expect(await ana.send(putReminderSettings, { body })).toMatchObject({ status: 200, body: saved });
  expect(await ana.send(getReminderSettings)).toMatchObject({ status: 200, body: saved });
  expect(await luis.send(getReminderSettings)).toMatchObject({ status: 200, body: DEFAULT_REMINDER_SETTINGS });
});
