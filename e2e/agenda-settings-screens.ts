import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { DEFAULT_REMINDER_SETTINGS } from '#contract/reminder-settings';
import { PHONE } from './accessibility-violations.ts';
import { answer } from './answers.ts';
import { READER_DAY } from './fixtures.ts';
import { click, type Screen, SETTINGS } from './screens.ts';

const AGENDA_SETTINGS = `${SETTINGS}/agenda`;

export const LONG_SERVICE = 'Evaluación neuropsicológica completa con informe escrito para el colegio y otros';
export const SERVICES = [
  { name: LONG_SERVICE, duration: 150, price: 100_000_000, modality: 'in-person', bookable: true, deposit: 90_000_000 },
  { name: 'Control', duration: 30, price: null, modality: 'remote', bookable: false, deposit: null },
].map((service) => ({ _id: randomUUID(), description: 'Trae tus exámenes y la receta anterior.', ...service }));

/** Working hours, absences, services, reminders, and the agenda in other calendars. */
export const AGENDA_SETTINGS_SCREENS: Screen[] = [
  {
    path: AGENDA_SETTINGS,
    state: 'con un tramo que termina antes de empezar',
    size: PHONE,
    show: async (page) => {
      await click(page, 'Agregar tramo al lunes');
      await page.getByLabel('Hasta').selectOption('08:00');
      await click(page, 'Guardar horario');
      await expect(page.getByText('Debe terminar después de empezar')).toBeVisible();
    },
  },
  {
    path: AGENDA_SETTINGS,
    state: 'agregar un bloqueo por horas',
    show: async (page) => {
      await click(page, 'Agregar bloqueo');
      await page.getByRole('switch', { name: 'Todo el día' }).click();
      await expect(page.getByText('Cada día del período')).toBeVisible();
    },
  },
  {
    path: AGENDA_SETTINGS,
    state: 'con servicios',
    atBothWidths: true,
    answers: (page) => answer(page, '/api/services', SERVICES),
    show: (page) => expect(page.getByRole('button', { name: 'Eliminar Control' })).toBeVisible(),
  },
  {
    path: AGENDA_SETTINGS,
    state: 'agregar un servicio, con errores',
    atBothWidths: true,
    show: async (page) => {
      await click(page, 'Agregar servicio');
      await page.getByLabel('Precio en pesos').fill('25,5');
      await click(page, 'Guardar');
      await expect(page.getByText('El precio debe ser un número entero de pesos')).toBeVisible();
    },
  },
  {
    path: AGENDA_SETTINGS,
    state: 'con bloqueos y la dirección que se copia',
    answers: (page) => {
      const from = READER_DAY;
      return answer(page, '/api/account/absences', [{ _id: randomUUID(), from, to: from, reason: 'Congreso' }]);
    },
    show: async (page) => {
      await expect(page.getByText('Congreso', { exact: true })).toBeVisible();
      await expect(page.getByRole('radio', { name: 'Iniciales' })).toBeChecked();
      const url = `https://ejemplo.cl/calendario/${'A'.repeat(43)}.ics`;
      const made = { url, names: false, createdAt: '2026-07-15T13:05:00Z' };
      await answer(page, '/api/account/calendar-link', made, 'POST');
      await click(page, 'Crear dirección');
      await expect(page.getByRole('textbox', { name: 'Dirección' })).toHaveValue(url);
    },
  },
  {
    path: AGENDA_SETTINGS,
    state: 'recordatorios activados, con una variable que no existe',
    atBothWidths: true,
    answers: (page) =>
      answer(page, '/api/account/reminders', {
        ...DEFAULT_REMINDER_SETTINGS,
        enabled: true,
        onBooking: false,
        hoursBefore: [],
        place: '',
        phone: '+56 63 221 0000',
        message: 'Hola {paciente}, te esperamos en {lugar}. {nombre}',
      }),
    show: async (page) => {
      await page.getByRole('tab', { name: 'WhatsApp' }).click();
      await click(page, 'Guardar recordatorios');
      await expect(page.getByText('No existe la variable {nombre}')).toBeVisible();
    },
  },
  {
    path: AGENDA_SETTINGS,
    state: 'con una dirección activa',
    size: PHONE,
    answers: (page) => {
      const link = { names: true, createdAt: '2026-07-15T13:05:00Z' };
      return answer(page, '/api/account/calendar-link', { link });
    },
    show: (page) => expect(page.getByText('Dirección activa')).toBeVisible(),
  },
];
