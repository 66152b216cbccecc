import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, PHONE } from './accessibility-violations.ts';
import { READER_DAY, test } from './fixtures.ts';
import { fillAndLogIn, loginForm } from './login-form.ts';
import { toast } from './toast.ts';

interface Screen {
  path: string;
  /** What is shown besides the page itself. */
  state?: string;
  /** Waits until the screen is there, or brings it into its state. */
  show?: (page: Page) => Promise<void>;
  size?: typeof PHONE;
  /** What must still be shown after the scan, if it could go away by itself. */
  stays?: (page: Page) => Locator;
}

const SETTINGS = '/dashboard/configuracion';

const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const heading = (name: string | RegExp) => (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
const titleOf = ({ path, state }: Screen) => `sin barreras: ${path}${state ? `, ${state}` : ''}`;

async function expectAccessibleIn(context: BrowserContext, { path, show, size, stays }: Screen): Promise<void> {
  const page = await context.newPage();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(path);
  await show?.(page);
  await expectAccessible(page, size);
  if (stays) await expect(stays(page)).toBeVisible();
  await page.close({ runBeforeUnload: false });
}

const PUBLIC_SCREENS: Screen[] = [
  { path: '/' },
  { path: '/no-existe' },
  { path: '/terminos' },
  { path: '/privacidad' },
  { path: '/soporte' },
  { path: '/recuperar-contrasena' },
  {
    path: '/register',
    state: 'con errores y con el aviso del RUT',
    show: async (page) => {
      await page.getByLabel('RUT', { exact: true }).fill('12.345.678-9');
      await page.getByLabel('Ciudad').focus();
      await expect(page.getByText('El dígito verificador no coincide')).toBeVisible();
      await click(page, 'Crear Cuenta');
      await expect(page.getByText('El nombre es requerido')).toBeVisible();
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

for (const screen of PUBLIC_SCREENS) {
  test(titleOf(screen), ({ visitorContext }) => expectAccessibleIn(visitorContext, screen));
}

const PROFESSIONAL_SCREENS: Screen[] = [
  { path: '/dashboard', show: heading(/Huenchumilla/) },
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
];

for (const screen of PROFESSIONAL_SCREENS) {
  test(titleOf(screen), ({ readerContext }) => expectAccessibleIn(readerContext, screen));
}

const ADMIN_SCREEN = { path: '/dashboard/admin', show: heading('Panel de Administración') };

test(titleOf(ADMIN_SCREEN), async ({ admin }) => {
  const page = await admin.newPage();
  await expectAccessibleIn(page.context(), ADMIN_SCREEN);
});
