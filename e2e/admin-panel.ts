import { expect, type Locator, type Page } from '@playwright/test';

export const PAGE = '/dashboard/admin';

export const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
export const users = (page: Page) => page.getByRole('table', { name: 'Usuarios' });
export const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
export const question = (page: Page) => page.getByRole('alertdialog');
export const fact = (within: Locator, name: string) => within.locator(`dt:text-is("${name}") + dd`);

/** All tests share the list of accounts, so a test finds its own accounts by their email. */
export async function searchFor(page: Page, email: string): Promise<Locator> {
  await page.getByRole('searchbox', { name: 'Buscar usuarios' }).fill(email);
  const row = rowOf(page, email);
  await expect(page.getByText('1 usuario', { exact: true })).toBeVisible();
  await expect(row).toBeVisible();
  return row;
}
