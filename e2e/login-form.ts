import type { Locator, Page } from '@playwright/test';

interface LoginForm {
  email: Locator;
  password: Locator;
  submit: Locator;
}

export const loginForm = (page: Page): LoginForm => ({
  email: page.getByLabel('Email', { exact: true }),
  password: page.getByLabel('Contraseña', { exact: true }),
  submit: page.locator('form').getByRole('button', { name: /^Inici/ }),
});

export async function fillAndLogIn(page: Page, email: string, password: string): Promise<void> {
  const form = loginForm(page);
  await form.email.fill(email);
  await form.password.fill(password);
  await form.submit.click();
}
