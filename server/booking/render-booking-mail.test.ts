import { expect, test } from 'vitest';
import { bookingMail, bookingNotice } from './render-booking-mail.ts';

// 00:10 of Thursday in all of Chile, half an hour after a booking of Wednesday night.
const expiresAt = new Date('2026-11-19T03:10:00Z');
const person = {
  name: 'Rosa Díaz',
  rut: '12.345.678-5',
  documentType: 'rut',
  birthDate: '1985-03-09',
  phone: '9 1234 5678',
  email: 'rosa@ejemplo.cl',
} as const;
const booking = { date: '2026-11-24', time: '15:30', person, expiresAt };
const values = {
  booking,
  professional: 'Dra. Ana Rojas',
  place: '',
  phone: '',
  leaveLink: undefined,
  deposit: undefined,
  link: 'https://ficha.cl/cita/a',
};

test.each([
  ['America/Santiago', 'antes del jueves 19 de noviembre a las 00:10.'],
  ['America/Punta_Arenas', 'antes del jueves 19 de noviembre a las 00:10 (hora de Magallanes).'],
  ['America/Coyhaique', 'antes del jueves 19 de noviembre a las 00:10 (hora de Aysén).'],
])('in %s a mail names the day of a deadline, and the zone where it differs from Santiago', (timeZone, deadline) => {
  const { text } = bookingMail('verify', { ...values, timeZone, message: undefined });
  expect(text).toContain(deadline);
});

test('the mail to the professional says how long a request holds its hour', () => {
  const { text } = bookingNotice('requested', {
    booking: { ...booking, holdsHour: true },
    timeZone: 'America/Punta_Arenas',
    link: 'https://ficha.cl',
  });
  expect(text).toContain('hasta el jueves 19 de noviembre a las 00:10 (hora de Magallanes).');
});
