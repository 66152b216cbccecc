import { expect, type Page } from '@playwright/test';
import type { LinkedAppointment } from '#contract/appointment-links';
import { ERRORS, type ErrorCode } from '#contract/errors';
import { confirmEmail, confirmRecovery, RECOVERY_REQUESTED_MESSAGE, requestRecovery } from '#contract/recovery';
import { PHONE } from './accessibility-violations.ts';
import { answer } from './answers.ts';
import { fillAndLogIn, loginForm } from './login-form.ts';
import { click, heading, ID, type Screen } from './screens.ts';
import { toast } from './toast.ts';

function refuseWith(page: Page, path: string, code: ErrorCode): Promise<void> {
  const { status, message } = ERRORS[code];
  return answer(page, path, { code, error: message }, 'POST', status);
}

/** The links of mails. Their forms are disabled until the scripts of the page run. */
const [NEW_PASSWORD, CONFIRM_EMAIL] = ['/nueva-contrasena#de-prueba', '/confirmar-correo#de-prueba'];

async function saveNewPassword(page: Page): Promise<void> {
  for (const label of [/^Nueva contraseña/, /^Confirmar nueva contraseña/]) {
    await page.getByLabel(label).fill('otra clave de prueba');
  }
  await click(page, 'Guardar contraseña');
}

/** The server of the tests sends no mail. The application reads that from the document, and shows the next page itself. */
async function openRecoveryByMail(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.dataset.mail = 'on';
  });
  await saveNewPassword(page);
  await page.getByRole('link', { name: 'Pedir otro enlace' }).click();
  await heading('Recuperar contraseña')(page);
}

async function requestLink(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('nadie@ejemplo.cl');
  await click(page, 'Enviar enlace');
}

const refuseLink = (page: Page) => refuseWith(page, confirmRecovery.path, 'LINK_INVALID');

const PATIENT_PAGE = `/cita/${ID}`;
const LINK = `/api/appointment-links/${ID}`;
const VISIT: LinkedAppointment = {
  professional: 'Dra. María Fernanda de los Ángeles Huenchumilla-Valenzuela Goycoolea',
  patient: 'Rosa E.',
  date: '2030-01-07',
  time: '15:30',
  duration: 60,
  timeZone: 'America/Santiago',
  modality: 'in-person',
  place: 'Centro Médico Austral, Av. Colón 1234, oficina 502, Punta Arenas',
  phone: '+56 61 2 234567',
  status: 'scheduled',
  canConfirm: true,
  canCancel: true,
  canMove: true,
  isBookingToConfirm: false,
  isOffer: false,
  waitsForApproval: false,
  tellsByMail: true,
  reminders: true,
  isOver: false,
};

export const PUBLIC_SCREENS: Screen[] = [
  { path: '/' },
  { path: '/no-existe' },
  { path: '/terminos' },
  { path: '/privacidad' },
  { path: '/derechos' },
  { path: '/encargo', atBothWidths: true },
  { path: '/soporte' },
  { path: '/primeros-pasos', atBothWidths: true },
  { path: '/recuperar-contrasena' },
  { path: '/cita/prueba', show: heading('Este es un enlace de prueba') },
  {
    path: PATIENT_PAGE,
    state: 'de un enlace terminado',
    show: heading('Este enlace ya no es válido'),
  },
  {
    path: PATIENT_PAGE,
    state: 'con una cita',
    atBothWidths: true,
    answers: (page) => answer(page, LINK, VISIT),
    show: heading(/Huenchumilla/),
  },
  {
    path: PATIENT_PAGE,
    state: 'con una reserva por confirmar',
    size: PHONE,
    answers: (page) =>
      answer(page, LINK, {
        ...VISIT,
        canConfirm: false,
        canMove: false,
        isBookingToConfirm: true,
        expiresAt: '2030-01-07T18:00:00.000Z',
        reminders: false,
      }),
    show: heading(/^Confirma tu hora con/),
  },
  {
    path: PATIENT_PAGE,
    state: 'con una hora que se liberó',
    size: PHONE,
    answers: (page) =>
      answer(page, LINK, {
        ...VISIT,
        canConfirm: false,
        canMove: false,
        isBookingToConfirm: true,
        isOffer: true,
        expiresAt: '2030-01-07T18:00:00.000Z',
        reminders: false,
      }),
    show: heading(/^Se liberó una hora con/),
  },
  {
    path: PATIENT_PAGE,
    state: 'con una cita que ya no se puede cancelar y sin conexión',
    size: PHONE,
    answers: async (page) => {
      await answer(page, LINK, { ...VISIT, canCancel: false, canMove: false, reminders: false });
      await page.route(`${LINK}/confirm`, (route) => route.abort());
    },
    show: async (page) => {
      await click(page, 'Confirmar asistencia');
      await expect(page.getByRole('button', { name: 'Intentar de nuevo' })).toBeVisible();
    },
  },
  {
    path: PATIENT_PAGE,
    state: 'con las horas libres',
    size: PHONE,
    answers: async (page) => {
      await answer(page, LINK, VISIT);
      const times = ['08:00', '08:30', '09:00', '09:30', '10:00', '10:30'];
      await answer(page, `${LINK}/slots?*`, [
        { date: '2030-01-08', times },
        { date: '2030-01-09', times },
      ]);
    },
    show: async (page) => {
      await click(page, 'Cambiar la hora');
      await expect(page.getByRole('heading', { name: 'Elige otra hora' })).toBeVisible();
    },
  },
  {
    path: PATIENT_PAGE,
    state: 'con la pregunta antes de terminar los recordatorios',
    answers: (page) => answer(page, LINK, VISIT),
    show: (page) => click(page, 'No recibir más recordatorios'),
  },
  {
    path: NEW_PASSWORD,
    state: 'con errores',
    show: async (page) => {
      await click(page, 'Guardar contraseña');
      await expect(page.getByText('Confirma tu nueva contraseña')).toBeVisible();
    },
  },
  {
    path: NEW_PASSWORD,
    state: 'con un enlace usado',
    size: PHONE,
    answers: refuseLink,
    show: async (page) => {
      await saveNewPassword(page);
      await expect(page.getByText(ERRORS.LINK_INVALID.message)).toBeVisible();
    },
  },
  {
    path: NEW_PASSWORD,
    state: 'guardada',
    answers: (page) => answer(page, confirmRecovery.path, undefined, 'POST', 204),
    show: async (page) => {
      await saveNewPassword(page);
      await expect(page.getByText('Tu contraseña cambió')).toBeVisible();
    },
  },
  {
    path: NEW_PASSWORD,
    state: 'otro enlace por correo, con errores',
    answers: async (page) => {
      await refuseLink(page);
      await refuseWith(page, requestRecovery.path, 'TOO_MANY_TRIES');
    },
    show: async (page) => {
      await openRecoveryByMail(page);
      await requestLink(page);
      await expect(page.getByText(ERRORS.TOO_MANY_TRIES.message)).toBeVisible();
      await page.getByLabel('Email').fill('');
      await click(page, 'Enviar enlace');
      await expect(page.getByText('El email es requerido')).toBeVisible();
    },
  },
  {
    path: NEW_PASSWORD,
    state: 'otro enlace por correo, enviado',
    size: PHONE,
    answers: async (page) => {
      await refuseLink(page);
      await answer(page, requestRecovery.path, { message: RECOVERY_REQUESTED_MESSAGE }, 'POST', 202);
    },
    show: async (page) => {
      await openRecoveryByMail(page);
      await requestLink(page);
      await expect(page.getByRole('status')).toContainText(RECOVERY_REQUESTED_MESSAGE);
    },
  },
  {
    path: CONFIRM_EMAIL,
    state: 'con un enlace usado',
    answers: (page) => refuseWith(page, confirmEmail.path, 'LINK_INVALID'),
    show: async (page) => {
      await click(page, 'Confirmar mi correo');
      await expect(page.getByText(ERRORS.LINK_INVALID.message)).toBeVisible();
    },
  },
  {
    path: CONFIRM_EMAIL,
    state: 'confirmado',
    answers: (page) => answer(page, confirmEmail.path, undefined, 'POST', 204),
    show: async (page) => {
      await click(page, 'Confirmar mi correo');
      await expect(page.getByText('confirmaste que esta dirección de correo es tuya')).toBeVisible();
    },
  },
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
