import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { addDays, dayIn } from '#contract/days';
import { SERVICES } from './agenda-settings-screens.ts';
import { answer } from './answers.ts';
import { READER_DAY } from './fixtures.ts';
import { click, ID, PERSON, type Screen, SETTINGS } from './screens.ts';

const REQUESTS_PAGE = '/dashboard/reservas';
const LONG_NAME = 'Maximiliano Alejandro Huenchullán-Echeverría de la Fuente Irarrázaval';
const AT = '2026-11-16T12:05:00.000Z';
const LATER = '2030-01-05T12:05:00.000Z';

const REQUEST = {
  _id: randomUUID(),
  status: 'requested',
  serviceId: SERVICES[0]?._id,
  serviceName: SERVICES[0]?.name,
  date: READER_DAY,
  time: '11:00',
  duration: 60,
  name: LONG_NAME,
  rut: '12345678-5',
  birthDate: '1990-03-15',
  phone: '+56 9 8765 4321',
  email: 'maximiliano.alejandro.huenchullan.echeverria@correo-de-ejemplo.cl',
  createdAt: AT,
  expiresAt: LATER,
  patientId: null,
};
const UNPAID = { amount: 10_000, isPaid: false };
const REQUESTS = [
  REQUEST,
  {
    ...REQUEST,
    _id: randomUUID(),
    status: 'unverified',
    time: '13:00',
    duration: 30,
    name: 'Rosa Díaz Soto',
    patientId: ID,
    patient: { name: PERSON.name, birthDate: PERSON.birthDate },
  },
  { ...REQUEST, _id: randomUUID(), status: 'unpaid', time: '15:00', name: 'Julia Vera', deposit: UNPAID },
  {
    ...REQUEST,
    _id: randomUUID(),
    time: '16:30',
    name: 'Pedro Mora',
    deposit: { ...UNPAID, isPaid: true },
  },
];
const WAITING = [LONG_NAME, 'Inés Vera'].map((name, index) => ({
  _id: randomUUID(),
  serviceId: REQUEST.serviceId,
  serviceName: REQUEST.serviceName,
  name,
  email: REQUEST.email,
  phone: REQUEST.phone,
  from: READER_DAY,
  to: READER_DAY,
  times: 'afternoon',
  createdAt: AT,
  ...(index === 0 && { offeredAt: AT }),
}));

async function withRequests(page: Page): Promise<void> {
  await answer(page, '/api/booking-requests', REQUESTS);
  await answer(page, '/api/booking-requests/count', { total: 1, latest: AT });
}

/** What the professional sees of online booking. */
export const BOOKING_SCREENS: Screen[] = [
  {
    path: REQUESTS_PAGE,
    show: (page) => expect(page.getByRole('link', { name: 'Configurar la reserva en línea' })).toBeVisible(),
  },
  {
    path: REQUESTS_PAGE,
    state: 'con solicitudes, una en el límite del plan',
    atBothWidths: true,
    answers: async (page) => {
      await withRequests(page);
      const error = 'Has alcanzado el límite de 1 paciente de la prueba gratuita.';
      await answer(page, '/api/booking-requests/*/accept', { error, code: 'PATIENT_LIMIT' }, 'POST', 403);
    },
    show: async (page) => {
      await page.getByRole('button', { name: `Aceptar la solicitud de ${LONG_NAME}` }).click();
      await expect(page.getByRole('link', { name: 'Ver los planes' })).toBeVisible();
    },
  },
  {
    path: REQUESTS_PAGE,
    state: 'rechazar una solicitud',
    atBothWidths: true,
    answers: async (page) => {
      // The server of the tests sends no mail. It would say so in this attribute.
      await page.addInitScript(() =>
        addEventListener('DOMContentLoaded', () => document.documentElement.setAttribute('data-mail', 'on')),
      );
      await withRequests(page);
    },
    show: async (page) => {
      await page.getByRole('button', { name: 'Rechazar la solicitud de Rosa Díaz Soto' }).click();
      await expect(page.getByLabel('Mensaje (opcional)')).toBeVisible();
    },
  },
  {
    path: `${REQUESTS_PAGE}?tab=espera`,
    state: 'con personas en espera',
    atBothWidths: true,
    answers: (page) => answer(page, '/api/waiting-list', WAITING),
    show: (page) => expect(page.getByRole('heading', { name: 'Inés Vera' })).toBeVisible(),
  },
  ...['', 'vista=semana&'].map((view) => ({
    path: `/dashboard/agenda?${view}fecha=${READER_DAY}`,
    state: 'con horas reservadas en línea',
    atBothWidths: true,
    answers: withRequests,
    show: (page: Page) => expect(page.getByRole('button', { name: /^Rosa Díaz Soto.*Por confirmar/ })).toBeVisible(),
  })),
  {
    path: `/dashboard/agenda?fecha=${READER_DAY}`,
    state: 'una reserva en línea',
    atBothWidths: true,
    answers: withRequests,
    show: async (page) => {
      await page.getByRole('button', { name: /^Rosa Díaz Soto/ }).click();
      await expect(page.getByText('Aceptar no cambia la ficha')).toBeVisible();
    },
  },
  {
    path: '/dashboard',
    state: 'con solicitudes de hora',
    atBothWidths: true,
    answers: withRequests,
    show: (page) => expect(page.getByRole('link', { name: 'Tienes 1 solicitud de hora' })).toBeVisible(),
  },
  {
    path: `${SETTINGS}/agenda`,
    state: 'reserva en línea abierta, con la vista de sus horas y errores',
    atBothWidths: true,
    answers: async (page) => {
      const slug = 'maximiliano-huenchullan-echeverria-de-la-fuente';
      const rules = { approval: 'automatic', minNoticeHours: 24, windowDays: 30, bufferMinutes: 30, maxPerDay: 8 };
      const shown = { newPatients: false, message: 'Segundo piso', embedOrigins: ['https://miclinica.cl'] };
      await answer(page, '/api/account/booking', { enabled: true, slug, ...rules, ...shown });
      await answer(page, '/api/services', SERVICES);
      const date = addDays(dayIn('America/Santiago', new Date()), 1);
      await answer(page, '/api/account/booking/preview', [{ date, times: ['09:00', '09:30', '15:00'] }], 'POST');
    },
    show: async (page) => {
      await expect(page.getByText('3 horas libres')).toBeVisible();
      await expect(page.getByRole('img', { name: 'Código QR de tu página de reservas' })).toBeVisible();
      await page.getByLabel('Sitios que pueden mostrar tu página').fill('miclinica.cl');
      await page.getByLabel('Dirección de tu página').fill('Doctora');
      await click(page, 'Guardar reserva en línea');
      await expect(page.getByText('Usa letras minúsculas sin acento, números y guiones simples')).toBeVisible();
    },
  },
];
