import { expect, type Page } from '@playwright/test';
import { newEmail, newProfessional, PASSWORD, test } from './fixtures.ts';
import { invite } from './invite.ts';
import { fillAndLogIn } from './login-form.ts';

interface Shortcut {
  name: string;
  url: string;
}

/** The address that the manifest of the installed application gives to a shortcut. */
async function shortcut(page: Page, name: string): Promise<string> {
  const manifest = await (await page.request.get('/manifest.webmanifest')).json();
  return (manifest.shortcuts as Shortcut[]).find((each) => each.name === name)?.url ?? '/no-shortcut';
}

const newPatientForm = (page: Page) => page.getByRole('dialog', { name: 'Nuevo Paciente' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

test('los accesos directos abren la agenda y el formulario, también si antes hay que entrar', async ({
  page,
  request,
}) => {
  const { email } = await newProfessional(request);
  await page.goto(await shortcut(page, 'Nuevo paciente'));
  await fillAndLogIn(page, email, PASSWORD);
  await expect(newPatientForm(page)).toBeVisible();
  await page.goto(await shortcut(page, 'Agenda'));
  await expect(heading(page, 'Agenda')).toBeVisible();
});

test('los accesos directos sirven a la secretaría', async ({ ana, page, request }) => {
  const email = newEmail();
  await invite(request, ana, email);
  await page.goto(await shortcut(page, 'Nuevo paciente'));
  await fillAndLogIn(page, email, PASSWORD);
  await expect(newPatientForm(page)).toBeVisible();
  await page.goto(await shortcut(page, 'Agenda'));
  await expect(heading(page, 'Agenda')).toBeVisible();
  await expect(page).toHaveURL(/profesional=/);
});
