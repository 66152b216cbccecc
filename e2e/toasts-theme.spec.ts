import { expect, type Page } from '@playwright/test';
import { login } from '#contract/auth';
import { consoleErrorsOf } from './console-errors.ts';
import { test } from './fixtures.ts';
import { fillAndLogIn, loginForm } from './login-form.ts';
import { notifications, toast } from './toast.ts';

/** Shows a toast by way of a refused login. */
async function provokeToast(page: Page, reason: string): Promise<void> {
  await page.route(`**${login.path}`, (route) => route.fulfill({ status: 401, json: { message: reason } }), {
    times: 1,
  });
  await fillAndLogIn(page, 'ana@ejemplo.cl', 'equivocada');
}

test('F8 da el foco a la notificación, que se descarta con el teclado o deslizándola', async ({ page }) => {
  await page.goto('/login');
  await provokeToast(page, 'Con el teclado');
  await expect(toast(page)).toBeVisible();
  await expect(loginForm(page).password).toBeFocused();
  await page.keyboard.press('F8');
  await expect(notifications(page).getByRole('list')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(toast(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(toast(page)).toHaveCount(0);

  await provokeToast(page, 'Deslizándola');
  await expect(toast(page)).toBeVisible();
  await drag(page, 48);
  await expect(toast(page)).toHaveAttribute('data-state', 'open');
  await drag(page, -120);
  await expect(toast(page)).toHaveAttribute('data-state', 'open');
  await drag(page, 54);
  await expect(toast(page)).toHaveCount(0);
});

/** Over the swipe's threshold of 50 px to the right, or not. */
async function drag(page: Page, right: number): Promise<void> {
  const box = await toast(page).boundingBox();
  const [x, y] = [(box?.x ?? 0) + 150, (box?.y ?? 0) + 20];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + right, y, { steps: 6 });
  await page.mouse.up();
}

const shownTheme = (page: Page) => page.evaluate(() => [...document.documentElement.classList].join(' '));
const storedTheme = (page: Page) => page.evaluate(() => localStorage.getItem('theme'));

test('el tema se elige, se recuerda y sigue al del sistema en vivo, también en la otra pestaña', async ({ page }) => {
  const consoleErrors = consoleErrorsOf(page);
  await page.emulateMedia({ colorScheme: 'light' });
  // A text page with its one small script, and a page of the application.
  for (const path of ['/', '/login']) {
    await page.goto(path);
    await expect(page.locator('[data-prerendered]'), 'la aplicación tomó la página').toHaveCount(0);
    const button = page.getByRole('button', { name: /^Tema: / }).locator('visible=true');
    await expect(button).toHaveAccessibleName(/^Tema: según el sistema/);
    expect(await shownTheme(page)).toBe('light');

    await button.click();
    await expect(button).toHaveAccessibleName(/^Tema: claro/);
    expect([await storedTheme(page), await shownTheme(page)]).toEqual(['light', 'light']);
    await button.click();
    await expect(button).toHaveAccessibleName(/^Tema: oscuro/);
    expect([await storedTheme(page), await shownTheme(page)]).toEqual(['dark', 'dark']);
    await page.reload();
    expect(await shownTheme(page)).toBe('dark');
    await expect(page.locator('[data-prerendered]')).toHaveCount(0);
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
    await button.click();
    expect([await storedTheme(page), await shownTheme(page)]).toEqual(['system', 'light']);
    await expect(button).toHaveAccessibleName(/^Tema: según el sistema/);
  }

  // The system theme is followed, and a chosen one does not change with it.
  for (const colorScheme of ['dark', 'light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveClass(colorScheme);
  }
  await page.getByRole('button', { name: /^Tema: según el sistema/ }).click();
  await expect(page.locator('html')).toHaveClass('light');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveClass('light');

  const beside = await page.context().newPage();
  await beside.emulateMedia({ colorScheme: 'dark' });
  await beside.goto('/');
  await expect(beside.locator('html')).toHaveClass('light');
  await beside.getByRole('button', { name: /^Tema: claro/ }).click();
  await expect(page.locator('html')).toHaveClass('dark');
  await beside.getByRole('button', { name: /^Tema: oscuro/ }).click();
  await beside.emulateMedia({ colorScheme: 'light' });
  await expect(beside.locator('html')).toHaveClass('light');
  expect(consoleErrors).toEqual([]);
});

test('ninguna página parpadea: el tema está puesto antes de la primera pintura', async ({ newContext, baseURL }) => {
  const stored = { origin: baseURL ?? '', localStorage: [{ name: 'theme', value: 'dark' }] };
  const chosen = await newContext({ colorScheme: 'light', storageState: { cookies: [], origins: [stored] } });
  const system = await newContext({ colorScheme: 'dark' });
  for (const context of [chosen, system]) {
    const page = await context.newPage();
    // Without the application, only the script that blocks the first paint has run.
    await page.route('**/assets/*.js', (route) => route.abort());
    for (const path of context === chosen ? ['/', '/dashboard'] : ['/login', '/no-existe']) {
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      expect(await shownTheme(page), path).toBe('dark');
      const blocking = await page.evaluate(() => {
        const script = document.head.querySelector<HTMLScriptElement>('script[src="/theme.js"]');
        return script && !script.async && !script.defer && script.type === '';
      });
      expect(blocking, path).toBe(true);
    }
  }
});
