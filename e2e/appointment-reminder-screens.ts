import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { DEFAULT_REMINDER_SETTINGS } from '#contract/reminder-settings';
import { SLOTS } from '#contract/slots';
import { PHONE } from './accessibility-violations.ts';
import { answer } from './answers.ts';
import { READER_DAY } from './fixtures.ts';
import { APPOINTMENT, click, type Screen } from './screens.ts';

const DAY = `/dashboard/agenda?fecha=${READER_DAY}`;
const AT = '2026-11-16T12:05:00.000Z';

const REMINDED = [
  { lastReminder: { channel: 'email', status: 'pending', at: AT } },
  { lastReminder: { channel: 'email', status: 'failed', at: AT } },
  {
    status: 'confirmed',
    lastReminder: { channel: 'email', status: 'sent', at: AT },
    patientAnswer: { answer: 'confirmed', at: AT },
  },
  { lastReminder: { channel: 'whatsapp', status: 'sent', at: AT }, patientAnswer: { answer: 'moved', at: AT } },
].map((details, index) => ({
  ...APPOINTMENT,
  _id: randomUUID(),
  date: READER_DAY,
  time: SLOTS[index],
  duration: 30,
  ...details,
}));
const CANCELLED = {
  ...APPOINTMENT,
  status: 'cancelled',
  patientAnswer: { answer: 'cancelled', at: AT, reason: 'Estoy de viaje' },
};
const MESSAGES = [
  { _id: randomUUID(), kind: 'manual', channel: 'whatsapp', status: 'sent', at: AT },
  { _id: randomUUID(), kind: 'change', channel: 'email', status: 'failed', at: AT, failure: 'El correo fue rechazado' },
  { _id: randomUUID(), kind: 'before', channel: 'email', status: 'pending', at: AT },
];

const openMenu = (page: Page) => page.getByRole('button', { name: /estado de la cita/ }).click();

/** Reminders and answers in the agenda and on the home page. */
export const APPOINTMENT_REMINDER_SCREENS: Screen[] = [
  ...[DAY, `/dashboard/agenda?vista=semana&fecha=${READER_DAY}`].map((path) => ({
    path,
    state: 'con recordatorios y respuestas',
    atBothWidths: true,
    answers: (page: Page) => answer(page, '/api/appointments?*', REMINDED),
    show: (page: Page) => expect(page.getByRole('img', { name: /^La cambió el paciente/ })).toBeVisible(),
  })),
  {
    path: DAY,
    state: 'los recordatorios de una cita',
    atBothWidths: true,
    answers: (page) => answer(page, '/api/appointments/*/reminders', MESSAGES),
    show: async (page) => {
      await openMenu(page);
      await page.getByRole('menuitem', { name: 'Recordatorios' }).click();
      await expect(page.getByText('El correo fue rechazado')).toBeVisible();
    },
  },
  {
    path: DAY,
    state: 'las citas canceladas',
    atBothWidths: true,
    answers: (page) => answer(page, '/api/appointments?*status=cancelled*', [CANCELLED]),
    show: async (page) => {
      await click(page, 'Ver canceladas');
      await expect(page.getByText(/^La canceló el paciente/)).toBeVisible();
    },
  },
  {
    path: DAY,
    state: 'cancelar una cita y avisar al paciente',
    size: PHONE,
    answers: async (page) => {
      // The server of the tests sends no mail. It would say so in this attribute.
      await page.addInitScript(() =>
        addEventListener('DOMContentLoaded', () => document.documentElement.setAttribute('data-mail', 'on')),
      );
      await answer(page, '/api/account/reminders', { ...DEFAULT_REMINDER_SETTINGS, enabled: true });
    },
    show: async (page) => {
      await openMenu(page);
      await page.getByRole('menuitemradio', { name: 'Cancelada' }).click();
      await expect(page.getByLabel('Avisar al paciente')).toBeVisible();
    },
  },
  {
    path: '/dashboard',
    state: 'las respuestas de hoy',
    atBothWidths: true,
    answers: (page) => answer(page, '/api/reminders/answers?*', [...REMINDED.slice(2), CANCELLED]),
    show: (page) => expect(page.getByText('La canceló el paciente')).toBeVisible(),
  },
];
