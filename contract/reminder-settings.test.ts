import { expect, test } from 'vitest';
import { DEFAULT_REMINDER_SETTINGS, ReminderSettings } from './reminder-settings.ts';

const parse = (change: object) => ReminderSettings.safeParse({ ...DEFAULT_REMINDER_SETTINGS, ...change });
const problem = (change: object) => parse(change).error?.issues.map(({ path, message }) => [path.join('.'), message]);

test('texts are cleaned as elsewhere: a telephone copied from WhatsApp brings invisible characters', () => {
  expect(parse({ phone: ' \u202a+56 9 1234 5678\u202c ', place: 'Picarte 450\n' }).data).toMatchObject({
    phone: '+56 9 1234 5678',
    place: 'Picarte 450',
  });
});

test('hours before the appointment have one order and no repetition', () => {
  expect(parse({ hoursBefore: [3, 72, 3] }).data?.hoursBefore).toEqual([72, 3]);
  expect(problem({ hoursBefore: [5] })).toEqual([['hoursBefore.0', 'Selecciona 72, 48, 24 o 3 horas']]);
});

test('an unknown variable and a notice of more than a week are refused', () => {
  expect(problem({ message: 'Hola {nombre}' })).toEqual([['message', 'No existe la variable {nombre}']]);
  expect(problem({ cancelNoticeHours: 169 })).toEqual([['cancelNoticeHours', 'Debe ser a lo más 168']]);
  expect(problem({ message: 'a'.repeat(1001) })).toEqual([['message', 'No puede superar los 1000 caracteres']]);
});
