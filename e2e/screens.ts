import { expect, type Locator, type Page } from '@playwright/test';
import { PHONE, WIDE } from './accessibility-violations.ts';
import { answer } from './answers.ts';
import { READER_DAY } from './fixtures.ts';

export interface Screen {
  path: string;
  /** What is shown besides the page itself. */
  state?: string;
  /** Gives the page answers in place of the server's before it is opened: the account of the screens is shared. */
  answers?: (page: Page) => Promise<void>;
  /** Waits until the screen is there, or brings it into its state. */
  show?: (page: Page) => Promise<void>;
  size?: typeof PHONE;
  /** Its layout differs much with the width. */
  atBothWidths?: boolean;
  /** What must still be shown after the scan, if it could go away by itself. */
  stays?: (page: Page) => Locator;
}

export const SETTINGS = '/dashboard/configuracion';

export const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
export const heading = (name: string | RegExp) => (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
export const chooseFile = (page: Page, label: string, name: string, content: string) =>
  page.getByLabel(label).setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });

export const [ID, OTHER_ID] = ['0197a000-0000-7000-8000-000000000001', '0197a000-0000-7000-8000-000000000002'];
export const PERSON = {
  _id: ID,
  name: 'Rosa Díaz',
  rut: '12345678-5',
  birthDate: '1980-05-10',
  age: 46,
  allergies: 'Penicilina',
  notas: null,
  alertas: null,
  preferencias: null,
  documentType: 'rut',
  reminders: true,
  blocked: false,
  fichaNumber: 12,
  createdAt: '2026-07-01T12:00:00.000Z',
};
/** It lasts until midnight, so it is not over whenever the test runs. */
export const APPOINTMENT = {
  _id: ID,
  patientId: ID,
  patientName: PERSON.name,
  patientRut: PERSON.rut,
  date: READER_DAY,
  time: '21:30',
  duration: 150,
  status: 'arrived',
  overbooked: false,
};
const DRAFT = {
  kind: 'clinical-note',
  _id: ID,
  patientId: ID,
  patientName: PERSON.name,
  updatedAt: PERSON.createdAt,
};

export const PROFESSIONAL_SCREENS: Screen[] = [
  { path: '/dashboard', show: heading(/Huenchumilla/) },
  ...[WIDE, PHONE].map((size) => ({
    path: '/dashboard',
    state: `tu día con citas, alertas y borradores, ${size.width} px`,
    size,
    answers: async (page: Page) => {
      await answer(page, '/api/appointments?*', [
        ...['attended', 'no-show'].map((status) => ({ ...APPOINTMENT, _id: `${ID}-${status}`, status })),
        APPOINTMENT,
        { ...APPOINTMENT, _id: OTHER_ID, status: 'confirmed', overbooked: true, note: 'Primera vez' },
      ]);
      await answer(page, '/api/drafts?*', [DRAFT, { ...DRAFT, _id: OTHER_ID, kind: 'certificate' }]);
      await answer(page, `/api/patients/${ID}`, { ...PERSON, alertas: 'Riesgo de caídas' });
    },
    show: async (page: Page) => {
      await expect(page.getByText('Riesgo de caídas')).toBeVisible();
      await expect(page.getByRole('link', { name: /Certificado/ })).toBeVisible();
    },
  })),
  {
    path: '/dashboard',
    state: 'el cajón del menú en el teléfono',
    size: PHONE,
    show: async (page) => {
      await page.setViewportSize(PHONE);
      await click(page, 'Abrir menú');
      await expect(page.getByRole('dialog', { name: 'Menú' })).toBeVisible();
    },
  },
  {
    path: '/dashboard',
    state: 'los primeros pasos',
    atBothWidths: true,
    show: (page) => expect(page.getByText('2 de 3 hechos')).toBeVisible(),
  },
  {
    path: '/dashboard',
    state: 'la búsqueda con resultados',
    atBothWidths: true,
    show: async (page) => {
      await click(page, 'Buscar paciente o RUT');
      await page.getByRole('combobox', { name: 'Buscar pacientes y páginas' }).fill('p');
      await expect(page.getByRole('option', { name: /Huenchumilla/ })).toBeVisible();
    },
  },
  {
    path: '/dashboard',
    state: 'los atajos de teclado',
    atBothWidths: true,
    show: async (page) => {
      // Keys that are pressed while a part of the page is on its way are no shortcuts.
      await expect(page.getByText('No tienes citas para hoy.')).toBeVisible();
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: 'Atajos de teclado' })).toBeVisible();
    },
  },
  {
    path: '/dashboard/pacientes',
    show: (page) => expect(page.getByRole('link', { name: /Huenchumilla/ })).toBeVisible(),
  },
  {
    path: '/dashboard/pacientes',
    state: 'un nuevo paciente',
    show: async (page) => {
      await click(page, 'Nuevo Paciente');
      await expect(page.getByRole('dialog', { name: 'Nuevo Paciente' })).toBeVisible();
    },
  },
  {
    path: '/dashboard/pacientes/importar',
    state: 'con problemas por corregir',
    atBothWidths: true,
    show: async (page) => {
      const content = 'Nombre;RUT;Nació\nRosa Díaz;1-1;10/05/1980\nLuis Rojas;2-7;11/05/1980\n';
      await chooseFile(page, 'Arrastra tu archivo hasta aquí, o elígelo', 'pacientes.csv', content);
      await page.getByLabel('Nació', { exact: true }).selectOption('Fecha de nacimiento');
      await expect(page.getByLabel('RUT de la fila 2')).toBeVisible();
    },
  },
  {
    path: `/pago-de-prueba/${ID}`,
    state: 'de un pago que no existe',
    size: PHONE,
    show: heading('Página no encontrada'),
  },
  { path: SETTINGS, show: (page) => expect(page.getByRole('tabpanel', { name: 'Cuenta' })).toContainText('Email') },
  {
    path: SETTINGS,
    state: 'editar con errores',
    show: async (page) => {
      await click(page, 'Editar');
      await page.getByLabel('Ciudad', { exact: true }).fill('');
      await click(page, 'Guardar');
      await expect(page.getByText('La ciudad es requerida')).toBeVisible();
    },
  },
  {
    path: `${SETTINGS}?tab=seguridad`,
    state: 'con errores',
    show: async (page) => {
      await click(page, 'Actualizar contraseña');
      await expect(page.getByText('La contraseña actual es requerida')).toBeVisible();
    },
  },
  {
    path: `${SETTINGS}?tab=seguridad`,
    state: 'la activación de la verificación en dos pasos',
    show: async (page) => {
      const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
      await answer(page, '/api/account/totp', { secret, uri: `otpauth://totp/Ficha?secret=${secret}` }, 'POST');
      await click(page, 'Activar');
      await expect(page.getByRole('img', { name: 'Código QR para la aplicación de códigos' })).toBeVisible();
    },
  },
];
