import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { SLOTS } from '#contract/slots';
import { PHONE } from './accessibility-violations.ts';
import { LONG_SERVICE, SERVICES } from './agenda-settings-screens.ts';
import { answer } from './answers.ts';
import { READER_DAY } from './fixtures.ts';
import { APPOINTMENT, chooseFile, click, type Screen } from './screens.ts';

const inAMonth = () => new Date(Date.now() + 30 * 24 * 3600 * 1000).toISOString().slice(0, 10).replaceAll('-', '');

const IN_EACH_STATUS = ['scheduled', 'confirmed', 'arrived', 'attended', 'no-show'].map((status, index) => ({
  ...APPOINTMENT,
  _id: randomUUID(),
  time: SLOTS[index],
  duration: 30,
  status,
  note: 'Primera vez',
  ...(index === 1 && { serviceName: LONG_SERVICE, bookedOnline: true }),
}));

const REMINDED = { channel: 'whatsapp', status: 'sent', at: '2030-01-06T13:32:00.000Z' };
const TO_REMIND = [
  {},
  { lastReminder: REMINDED },
  { lastReminder: { ...REMINDED, channel: 'email', status: 'failed' } },
  { status: 'confirmed', patientAnswer: { answer: 'confirmed', at: REMINDED.at } },
  { phone: '1234' },
  { reminders: false },
].map((details, index) => ({
  appointmentId: randomUUID(),
  patientId: APPOINTMENT.patientId,
  patientName: APPOINTMENT.patientName,
  time: SLOTS[index],
  phone: '9 1234 5678',
  email: 'rosa@ejemplo.cl',
  status: 'scheduled',
  reminders: true,
  ...details,
}));
const REMINDERS = `/dashboard/agenda/recordatorios?fecha=${READER_DAY}`;

/** Day, week, reminders and import of appointments. */
export const AGENDA_SCREENS: Screen[] = [
  {
    path: `/dashboard/agenda?fecha=${READER_DAY}`,
    show: (page) => expect(page.getByRole('article', { name: /Huenchumilla/ })).toBeVisible(),
  },
  ...['/dashboard/agenda', `/dashboard/agenda?vista=semana&fecha=${READER_DAY}`].map((path) => ({
    path,
    state: 'con una cita en cada estado',
    atBothWidths: true,
    answers: (page: Page) => answer(page, '/api/appointments?*', IN_EACH_STATUS),
    show: (page: Page) => expect(page.getByRole('button', { name: /^No asistió: estado/ })).toBeVisible(),
  })),
  {
    path: `/dashboard/agenda?fecha=${READER_DAY}`,
    state: 'el calendario',
    size: PHONE,
    show: (page) => click(page, 'Calendario'),
  },
  {
    path: `/dashboard/agenda?fecha=${READER_DAY}`,
    state: 'una nueva cita',
    size: PHONE,
    show: (page) => click(page, 'Nueva Cita'),
  },
  {
    path: `/dashboard/agenda?fecha=${READER_DAY}`,
    state: 'un paciente nuevo, al agendar',
    show: async (page) => {
      await click(page, 'Nueva Cita');
      const dialog = page.getByRole('dialog', { name: 'Nueva Cita' });
      await dialog.getByRole('button', { name: 'Buscar' }).click();
      await dialog.getByPlaceholder('Buscar por nombre o RUT...').fill('Pedro Nuevo');
      await dialog.getByRole('button', { name: 'Crear «Pedro Nuevo»' }).click();
      await expect(dialog.getByLabel('RUT')).toBeVisible();
    },
  },
  {
    path: `/dashboard/agenda?fecha=${READER_DAY}`,
    state: 'una hora tomada y una serie',
    show: async (page) => {
      await click(page, 'Nueva Cita');
      const dialog = page.getByRole('dialog', { name: 'Nueva Cita' });
      await dialog.getByLabel('Paciente').selectOption({ index: 1 });
      await dialog.getByLabel('Hora').selectOption('08:00');
      await dialog.getByLabel('Repetir').selectOption('week');
      await click(page, 'Crear Cita');
      await expect(dialog.getByRole('button', { name: 'Crear las que se pueda' })).toBeVisible();
      await click(page, 'Cerrar notificación');
    },
  },
  {
    path: `/dashboard/agenda?fecha=${READER_DAY}`,
    state: 'fuera del horario, al agendar',
    answers: (page) =>
      answer(page, '/api/account/working-hours', { hours: [{ weekday: 1, from: '09:00', to: '13:00' }] }),
    show: async (page) => {
      await page.getByRole('button', { name: 'Fuera de horario a las 15:00, agendar' }).click();
      await page.getByLabel('Paciente').selectOption({ index: 1 });
      await click(page, 'Crear Cita');
      await expect(page.getByRole('alertdialog', { name: '¿Agendar igualmente?' })).toBeVisible();
    },
  },
  {
    path: `/dashboard/agenda?fecha=${READER_DAY}`,
    state: 'el menú de una cita',
    show: async (page) => {
      await page.getByRole('button', { name: /estado de la cita/ }).click();
      await expect(page.getByRole('menuitemradio', { name: 'No asistió' })).toBeVisible();
    },
  },
  {
    path: `/dashboard/agenda?fecha=${READER_DAY}`,
    state: 'cambiar la hora',
    size: PHONE,
    show: (page) => page.getByRole('button', { name: /^Cambiar hora de/ }).click(),
  },
  {
    path: `/dashboard/agenda?vista=semana&fecha=${READER_DAY}`,
    show: (page) => expect(page.getByRole('article', { name: /Huenchumilla/ })).toBeVisible(),
  },
  {
    path: `/dashboard/agenda?vista=semana&fecha=2030-09-18`,
    state: 'con feriados, en una tableta',
    size: { width: 820, height: 1100 },
    show: (page) => expect(page.getByText('Independencia Nacional')).toBeVisible(),
  },
  {
    path: REMINDERS,
    state: 'en cada estado',
    atBothWidths: true,
    answers: (page) => answer(page, '/api/reminders?*', TO_REMIND),
    show: (page) => expect(page.getByText('«1234» no es un número válido para WhatsApp.')).toBeVisible(),
  },
  {
    path: REMINDERS,
    state: 'un día sin citas',
    size: PHONE,
    answers: (page) => answer(page, '/api/reminders?*', []),
    show: (page) => expect(page.getByText('No hay citas por recordar')).toBeVisible(),
  },
  {
    path: '/dashboard/agenda/importar',
    state: 'con problemas por corregir',
    atBothWidths: true,
    show: async (page) => {
      const event = ['BEGIN:VEVENT', 'UID:1', 'SUMMARY:Almuerzo', `DTSTART:${inAMonth()}T091500`, 'END:VEVENT'];
      const content = ['BEGIN:VCALENDAR', ...event, 'END:VCALENDAR', ''].join('\r\n');
      await chooseFile(page, 'Arrastra tu calendario hasta aquí, o elígelo', 'citas.ics', content);
      await expect(page.getByRole('button', { name: 'Elegir paciente para el evento 1' })).toBeVisible();
    },
  },
  {
    path: `/dashboard/agenda?fecha=${READER_DAY}`,
    state: 'agendar un servicio',
    size: PHONE,
    answers: (page) => answer(page, '/api/services', SERVICES),
    show: async (page) => {
      await click(page, 'Nueva Cita');
      await page.getByLabel('Servicio').selectOption(LONG_SERVICE);
      await expect(page.getByLabel('Duración')).toHaveValue('150');
    },
  },
];
