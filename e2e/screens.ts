import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { PHONE, WIDE } from './accessibility-violations.ts';
import { answer } from './answers.ts';
import { READER_DAY } from './fixtures.ts';
import { fillAndLogIn, loginForm } from './login-form.ts';
import { toast } from './toast.ts';

export interface Screen {
  path: string;
  /** What is shown besides the page itself. */
  state?: string;
  /** Gives the page answers in place of the server's before it is opened: the account of the screens is shared. */
  answers?: (page: Page) => Promise<void>;
  /** Waits until the screen is there, or brings it into its state. */
  show?: (page: Page) => Promise<void>;
  size?: typeof PHONE;
  /** What must still be shown after the scan, if it could go away by itself. */
  stays?: (page: Page) => Locator;
}

export const SETTINGS = '/dashboard/configuracion';
const AGENDA_SETTINGS = `${SETTINGS}/agenda`;

export const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
export const heading = (name: string | RegExp) => (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
const chooseFile = (page: Page, label: string, name: string, content: string) =>
  page.getByLabel(label).setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
const inAMonth = () => new Date(Date.now() + 30 * 24 * 3600 * 1000).toISOString().slice(0, 10).replaceAll('-', '');

export const PUBLIC_SCREENS: Screen[] = [
  { path: '/' },
  { path: '/no-existe' },
  { path: '/terminos' },
  { path: '/privacidad' },
  { path: '/soporte' },
  { path: '/primeros-pasos' },
  { path: '/recuperar-contrasena' },
  {
    path: '/register',
    state: 'con errores y con el aviso del RUT',
    show: async (page) => {
      // The errors show that the scripts of the page run: before, nothing notices that the RUT is left.
      await click(page, 'Crear Cuenta');
      await expect(page.getByText('El nombre es requerido')).toBeVisible();
      await page.getByLabel('RUT', { exact: true }).fill('12.345.678-9');
      await page.getByLabel('Ciudad').focus();
      await expect(page.getByText('El dígito verificador no coincide')).toBeVisible();
    },
  },
  { path: '/login' },
  {
    path: '/login',
    state: 'con errores',
    show: async (page) => {
      await click(page, 'Iniciar Sesión');
      await expect(page.getByText('El email es requerido')).toBeVisible();
    },
  },
  {
    path: '/login',
    state: 'con una notificación',
    show: async (page) => {
      await fillAndLogIn(page, 'nadie@ejemplo.cl', 'equivocada');
      // A notification stays as long as it has the pointer or the focus.
      await toast(page).hover();
      await expect(toast(page)).toContainText('Credenciales inválidas');
      await expect(loginForm(page).password).toBeFocused();
      await page.keyboard.press('F8');
    },
    stays: toast,
  },
  {
    path: '/login',
    state: 'el segundo paso',
    show: async (page) => {
      await answer(page, '/api/auth/login', { challenge: 'de-prueba', methods: ['totp', 'recovery-code'] }, 'POST');
      await fillAndLogIn(page, 'nadie@ejemplo.cl', 'cualquiera');
      await heading('Verificación en dos pasos')(page);
    },
  },
  {
    path: '/api/docs',
    state: 'desplegada',
    show: async (page) => {
      await heading(/^API/)(page);
      await page.evaluate(() => {
        for (const part of document.querySelectorAll('details')) part.open = true;
      });
    },
  },
];

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
  fichaNumber: 12,
  createdAt: '2026-07-01T12:00:00.000Z',
};
/** It lasts until midnight, so it is not over whenever the test runs. */
const VISIT = {
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
      await answer(page, '/api/appointments?*', [VISIT, { ...VISIT, _id: OTHER_ID, status: 'confirmed' }]);
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
    show: (page) => expect(page.getByText('2 de 3 hechos')).toBeVisible(),
  },
  {
    path: '/dashboard',
    state: 'la búsqueda con resultados',
    show: async (page) => {
      await click(page, 'Buscar en Ficha Austral');
      await page.getByRole('combobox', { name: 'Buscar pacientes y páginas' }).fill('p');
      await expect(page.getByRole('option', { name: /Huenchumilla/ })).toBeVisible();
    },
  },
  {
    path: '/dashboard',
    state: 'los atajos de teclado',
    show: async (page) => {
      await heading(/Huenchumilla/)(page);
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: 'Atajos de teclado' })).toBeVisible();
    },
  },
  {
    path: `/dashboard/agenda?fecha=${READER_DAY}`,
    show: (page) => expect(page.getByRole('article', { name: /Huenchumilla/ })).toBeVisible(),
  },
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
      await page.getByRole('button', { name: 'Disponible Fuera de horario a las 15:00, agendar' }).click();
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
    show: async (page) => {
      const content = 'Nombre;RUT;Nació\nRosa Díaz;1-1;10/05/1980\nLuis Rojas;2-7;11/05/1980\n';
      await chooseFile(page, 'Arrastra tu archivo hasta aquí, o elígelo', 'pacientes.csv', content);
      await page.getByLabel('Nació', { exact: true }).selectOption('Fecha de nacimiento');
      await expect(page.getByLabel('RUT de la fila 2')).toBeVisible();
    },
  },
  {
    path: '/dashboard/agenda/importar',
    state: 'con problemas por corregir',
    size: PHONE,
    show: async (page) => {
      const event = ['BEGIN:VEVENT', 'UID:1', 'SUMMARY:Almuerzo', `DTSTART:${inAMonth()}T091500`, 'END:VEVENT'];
      const content = ['BEGIN:VCALENDAR', ...event, 'END:VCALENDAR', ''].join('\r\n');
      await chooseFile(page, 'Arrastra tu calendario hasta aquí, o elígelo', 'citas.ics', content);
      await expect(page.getByRole('button', { name: 'Elegir paciente para el evento 1' })).toBeVisible();
    },
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
    state: 'con una dirección activa',
    size: PHONE,
    answers: (page) => {
      const link = { names: true, createdAt: '2026-07-15T13:05:00Z' };
      return answer(page, '/api/account/calendar-link', { link });
    },
    show: (page) => expect(page.getByText('Dirección activa')).toBeVisible(),
  },
];
