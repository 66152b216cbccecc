import { afterAll, beforeAll, expect, test } from 'vitest';
import * as api from '#contract/reminder-settings';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
let ana: Person;
let berta: Person;
beforeAll(async () => {
  testApp = await createTestApp();
  [ana, berta] = await Promise.all([testApp.newProfessional(), testApp.newProfessional()]);
});
afterAll(() => testApp.close());

const read = async (person: Person) => {
  const { status, body } = await person.send(api.getReminderSettings);
  return [status, body];
};

test('settings have defaults, are replaced as a whole and belong to one professional', async () => {
  expect(await read(ana)).toEqual([200, api.DEFAULT_REMINDER_SETTINGS]);
  const body: api.ReminderSettings = {
    enabled: true,
    onBooking: false,
    hoursBefore: [3, 72],
    cancelNoticeHours: 168,
    allowMove: true,
    place: 'Picarte 450',
    phone: '+56 63 221 0000',
    message: 'Hola {paciente}:\n\n{enlace}',
  };
  const saved = [200, { ...body, hoursBefore: [72, 3] }];
  const put = await ana.send(api.putReminderSettings, { body });
  expect([put.status, put.body]).toEqual(saved);
  expect(await read(ana)).toEqual(saved);
  expect(await read(berta)).toEqual([200, api.DEFAULT_REMINDER_SETTINGS]);
  await ana.send(api.putReminderSettings, { body: api.DEFAULT_REMINDER_SETTINGS });
  expect(await read(ana)).toEqual([200, api.DEFAULT_REMINDER_SETTINGS]);
});

test('an unknown variable is named at the message and nothing is saved', async () => {
  const body = { ...api.DEFAULT_REMINDER_SETTINGS, enabled: true, message: 'Hola {nombre}' };
  const refused = await berta.send(api.putReminderSettings, { body });
  expect(refused.status).toBe(400);
  expect(refused.error.details).toEqual([{ field: 'message', message: 'No existe la variable {nombre}' }]);
  expect(await read(berta)).toEqual([200, api.DEFAULT_REMINDER_SETTINGS]);
});

test('without mail no test can be sent', async () => {
  const refused = await ana.send(api.sendTestReminder);
  expect([refused.status, refused.error.code]).toEqual([503, 'MAIL_NOT_CONFIGURED']);
});
