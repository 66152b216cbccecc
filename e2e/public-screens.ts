import { expect } from '@playwright/test';
import { answer } from './answers.ts';
import { fillAndLogIn, loginForm } from './login-form.ts';
import { click, heading, type Screen } from './screens.ts';
import { toast } from './toast.ts';

export const PUBLIC_SCREENS: Screen[] = [
  { path: '/' },
  { path: '/no-existe' },
  { path: '/terminos' },
  { path: '/privacidad' },
  { path: '/soporte' },
  { path: '/primeros-pasos', atBothWidths: true },
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
