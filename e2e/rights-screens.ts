import { expect, type Page } from '@playwright/test';
import { addDays, dayIn } from '#contract/days';
import { PHONE } from './accessibility-violations.ts';
import { answer } from './answers.ts';
import { click, heading, ID, OTHER_ID, PERSON, type Screen } from './screens.ts';

const LONG_NAME = 'Dra. María Fernanda de los Ángeles Huenchumilla-Valenzuela Goycoolea';
const FORM = `/derechos/${ID}`;
const INBOX = '/dashboard/derechos';

const withRecipient = (page: Page) => answer(page, `/api/rights-recipients/${ID}`, { professional: LONG_NAME });
const openForm = heading('Tus derechos sobre tus datos');

async function sendForm(page: Page): Promise<void> {
  await openForm(page);
  await page.getByRole('radio', { name: 'Portabilidad' }).check();
  await page.getByLabel('Nombre completo').fill('Rosa Díaz');
  await page.getByLabel('RUT', { exact: true }).fill('12.345.678-5');
  await page.getByLabel('Correo para la respuesta').fill('rosa@ejemplo.cl');
  await click(page, 'Enviar solicitud');
}

/** What a person sees who exercises a right. */
export const RIGHTS_FORM_SCREENS: Screen[] = [
  { path: FORM, atBothWidths: true, answers: withRecipient, show: openForm },
  {
    path: FORM,
    state: 'con errores y sin RUT',
    size: PHONE,
    answers: withRecipient,
    show: async (page) => {
      await openForm(page);
      await page.getByLabel('No tengo RUT').check();
      await click(page, 'Enviar solicitud');
      await expect(page.getByText('Selecciona el derecho que quieres ejercer')).toBeVisible();
    },
  },
  {
    path: FORM,
    state: 'enviada',
    atBothWidths: true,
    answers: async (page) => {
      await withRecipient(page);
      const terms = { dueAt: '2026-12-20T02:59:59.999Z', dueOn: '2026-12-19' };
      const receipt = { number: 'D-2026-0007', professional: LONG_NAME, sendsMail: true, ...terms };
      await answer(page, '/api/rights-requests', receipt, 'POST', 201);
    },
    show: async (page) => {
      await sendForm(page);
      await expect(page.getByText('D-2026-0007')).toBeVisible();
    },
  },
  {
    path: FORM,
    state: 'sin conexión al enviar',
    size: PHONE,
    answers: async (page) => {
      await withRecipient(page);
      await page.route('/api/rights-requests', (route) => route.abort());
    },
    show: async (page) => {
      await sendForm(page);
      await expect(page.getByRole('button', { name: 'Intentar de nuevo' })).toBeVisible();
    },
  },
  {
    path: `/derechos/enlace/${ID}`,
    state: 'de un enlace terminado',
    show: heading('Este enlace ya no es válido'),
  },
];

const TODAY = dayIn('America/Santiago', new Date());

const request = (details: object) => {
  const [dueOn, warnOn] = [addDays(TODAY, 20), addDays(TODAY, 15)];
  return {
    // The address of a screen is in the title of its test, so it stays.
    _id: ID,
    number: 'D-2026-0012',
    kind: 'access',
    name: 'Maximiliano Alejandro Huenchullán-Echeverría de la Fuente Irarrázaval',
    rut: '12345678-5',
    email: 'maximiliano.alejandro.huenchullan.echeverria@correo-de-ejemplo.cl',
    text: 'Quiero una copia de mis exámenes y saber quiénes han visto mi ficha.',
    receivedAt: `${addDays(dueOn, -30)}T13:05:00.000Z`,
    dueAt: `${dueOn}T23:59:59.000Z`,
    dueOn,
    warnOn,
    status: 'open',
    patientId: ID,
    patientName: PERSON.name,
    patientBlocked: false,
    isPatientEmail: true,
    ...details,
  };
};
const OPEN = [
  request({ _id: OTHER_ID, kind: 'blocking', dueOn: addDays(TODAY, -3), warnOn: addDays(TODAY, -4) }),
  request({ kind: 'erasure', dueOn: addDays(TODAY, 6), status: 'extended', extendedAt: '2026-11-01T12:00:00.000Z' }),
  request({ _id: ID.replace(/1$/, '3') }),
];
const REFUSED = request({
  _id: ID.replace(/1$/, '4'),
  status: 'refused',
  answer: 'No pude comprobar tu identidad.',
  answeredAt: '2026-11-10T12:00:00.000Z',
  extensionReason: 'La ficha tiene veinte años de atenciones.',
  patientId: null,
  mailStatus: 'failed',
});
const ERASURE = `${INBOX}/${OPEN[1]?._id}`;

async function withRequests(page: Page): Promise<void> {
  await answer(page, '/api/account/rights-requests?state=waiting&*', OPEN);
  await answer(page, '/api/account/rights-requests?state=ended&*', [REFUSED]);
  for (const one of [...OPEN, REFUSED]) await answer(page, `/api/account/rights-requests/${one._id}`, one);
  await answer(page, '/api/account/rights-requests/count?state=waiting', { total: OPEN.length, next: OPEN[0] });
  await answer(page, '/api/account/rights-requests/count?state=ended', { total: 1 });
}

/** What the professional sees of the rights of patients. */
export const RIGHTS_SCREENS: Screen[] = [
  { path: INBOX, show: (page) => expect(page.getByText('No hay solicitudes por responder')).toBeVisible() },
  {
    path: INBOX,
    state: 'con solicitudes de cada plazo',
    atBothWidths: true,
    answers: withRequests,
    show: (page) => expect(page.getByText('Venció hace 3 días')).toBeVisible(),
  },
  {
    path: `${INBOX}?tab=respondidas`,
    state: 'con una rechazada',
    answers: withRequests,
    show: (page) => expect(page.getByText(/^Rechazada el/)).toBeVisible(),
  },
  {
    path: ERASURE,
    state: 'por responder',
    atBothWidths: true,
    answers: withRequests,
    show: heading('Supresión'),
  },
  {
    path: ERASURE,
    state: 'rechazar, sin motivo',
    atBothWidths: true,
    answers: withRequests,
    show: async (page) => {
      await click(page, 'Rechazar');
      await page.getByLabel('Motivo').fill('');
      await click(page, 'Sí, rechazar');
      await expect(page.getByText('Escribe el motivo')).toBeVisible();
    },
  },
  {
    path: `${INBOX}/${REFUSED._id}`,
    state: 'rechazada, con un correo que no llegó',
    size: PHONE,
    answers: withRequests,
    show: (page) => expect(page.getByRole('button', { name: 'Copiar texto' })).toBeVisible(),
  },
  {
    path: '/dashboard',
    state: 'con solicitudes de derechos',
    atBothWidths: true,
    answers: withRequests,
    show: (page) => expect(page.getByRole('link', { name: /^Tienes 3 solicitudes de derechos/ })).toBeVisible(),
  },
  {
    path: `/dashboard/pacientes/${ID}`,
    state: 'con el uso de datos bloqueado',
    atBothWidths: true,
    answers: (page) =>
      answer(page, `/api/patients/${ID}`, { ...PERSON, blocked: true, blockedAt: '2026-11-10T12:00:00.000Z' }),
    show: async (page) => {
      await expect(page.getByRole('region', { name: 'Uso de datos bloqueado' })).toBeVisible();
      await click(page, 'Levantar bloqueo');
      await expect(page.getByRole('alertdialog', { name: '¿Levantar bloqueo?' })).toBeVisible();
    },
  },
  {
    path: '/dashboard/pacientes',
    state: 'con un paciente bloqueado',
    size: PHONE,
    answers: (page) =>
      answer(page, '/api/patients?*', { patients: [{ ...PERSON, blocked: true }], total: 1, page: 1, limit: 20 }),
    show: (page) => expect(page.getByText('Uso de datos bloqueado')).toBeVisible(),
  },
];
