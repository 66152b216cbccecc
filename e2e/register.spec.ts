import { expect, type Page } from '@playwright/test';
import { newEmail, PASSWORD, test } from './fixtures.ts';
import { fillAndLogIn } from './login-form.ts';
import { NO_TOKENS, storedTokens } from './stored-tokens.ts';
import { toast } from './toast.ts';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const submit = (page: Page) => page.locator('form').getByRole('button', { name: /^Crea/ });

async function fill(page: Page, email: string): Promise<void> {
  const texts = {
    'Nombre completo': 'Ana Pérez Soto',
    Email: email,
    Contraseña: PASSWORD,
    'Confirmar contraseña': PASSWORD,
    Ciudad: 'Punta Arenas',
  };
  for (const [label, text] of Object.entries(texts)) await field(page, label).fill(text);
  await field(page, 'Profesión').selectOption('Enfermeros/as');
  await field(page, 'Región').selectOption('Región de Magallanes y de la Antártica Chilena');
}

test('una profesional crea su cuenta, y el primer clic cuenta aunque el aviso del RUT aparezca en ese momento', async ({
  page,
}) => {
  const email = newEmail();
  await page.goto('/register');
  await fill(page, email);
  const rut = field(page, 'RUT');
  await rut.pressSequentially('76543219');
  await expect(rut).toHaveValue('7.654.321-9');
  await submit(page).click();
  await expect(page).toHaveURL('/login');
  await expect(toast(page)).toContainText('Registro exitoso');
  expect(await storedTokens(page)).toEqual(NO_TOKENS);
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login');

  await page.goto('/login');
  await fillAndLogIn(page, email, PASSWORD);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ana Pérez Soto');
});
