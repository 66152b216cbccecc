import { expect, type Page } from '@playwright/test';
import * as api from '#contract/admin';
import type { Endpoint } from '#contract/endpoint';
import { expectAccessible, expectAccessibleLayout, NARROW_PHONE, PHONE } from './accessibility-violations.ts';
import { button, dialog, fact, PAGE, question, rowOf, users } from './admin-panel.ts';
import { answer } from './answers.ts';
import { test } from './fixtures.ts';

const LONG_NAME = 'María Fernanda de los Ángeles Huenchumilla Peñaloza-Goycoolea';

/** Mocks the reply of an endpoint for this page. */
const mockReply = (page: Page, { path, method }: Endpoint, json: unknown) =>
  answer(page, new RegExp(`${path.replaceAll(/\{\w+\}/g, '[0-9a-f-]{36}')}(\\?|$)`), json, method);

const FIGURES: api.Statistics = {
  totalUsers: 123_456,
  totalPatients: 9,
  activeUsersLast24h: 1204,
  newUsersLast7Days: 87,
  averageSessionDuration: 80.4,
  totalWebhooks: 20_345,
  paidUsers: 41_230,
  freeUsers: 82_226,
};

const someUser = (index: number): api.AdminUser => ({
  _id: `0198a000-0000-7000-8000-${String(index).padStart(12, '0')}`,
  role: 'professional',
  name: `${LONG_NAME} ${index}`,
  email: `persona${index}@hospitalregionaldevaldivia.cl`,
  rut: '12345678-5',
  profession: 'Kinesiólogos/as/Fisioterapeutas',
  city: 'Coyhaique',
  patientCount: 1000 + index,
  region: 'Región de Aysén del General Carlos Ibáñez del Campo',
  patientLimit: -1,
  nextPaymentDate: null,
  subscriptionStatus: index % 2 ? 'paid' : 'free',
  registrationDate: '2026-07-15T13:05:00Z',
  identity: 'declared',
});

const someWebhook = (index: number, status = 'processed') => ({
  _id: someUser(index)._id,
  webhookType: 'payment',
  status,
  paymentId: String(9_000_000 + index),
  ipAddress: '209.225.49.10',
  createdAt: '2026-07-15T13:05:00Z',
  userId: null,
  errorMessage: status === 'failed' ? 'El pago no corresponde a ninguna cuenta' : null,
});

const bare = { rut: undefined, profession: undefined, city: undefined, region: undefined };

test('con nombres muy largos y cada estado de una fila, nada se desborda ni tiene faltas de accesibilidad', async ({
  admin,
}) => {
  const own = { ...someUser(0), ...bare, ...admin.user };
  const withoutRut = { ...someUser(3), ...bare, role: 'admin' };
  const paidUntil = { ...someUser(5), nextPaymentDate: '2027-07-15T13:05:00Z' };
  const short = { ...someUser(6), name: 'Li', specialty: 'Medicina física y rehabilitación', patientCount: 0 };
  const unknown = { ...someUser(8), subscriptionStatus: 'paused' };
  const rows = [own, someUser(1), someUser(2), withoutRut, paidUntil, short, unknown];
  const page = await admin.newPage();
  await mockReply(page, api.getStatistics, FIGURES);
  await mockReply(page, api.countUsers, { total: rows.length });
  await mockReply(page, api.listUsers, rows);
  await page.goto(PAGE);
  const row = rowOf(page, someUser(1).email);
  await expect(row).toBeVisible();
  await expectAccessible(page);
  for (const text of ['Pagada', 'Gratuita', 'Pendiente']) {
    await expect(users(page).getByText(text, { exact: true }).first()).toBeVisible();
  }

  await test.step('en el teléfono una fila es una tarjeta: cada valor con su nombre, cada acción en palabras', async () => {
    await expectAccessibleLayout(page, NARROW_PHONE);
    await expect(row.getByText('Profesión', { exact: true })).toBeVisible();
    for (const label of [
      'Terminar suscripción',
      'Ver pagos y webhooks',
      'Restablecer contraseña',
      'Eliminar usuario',
    ]) {
      await expect(row.getByText(label, { exact: true })).toBeVisible();
      const { height = 0 } = (await button(row, `${label}: ${someUser(1).name}`).boundingBox()) ?? {};
      expect(height, label).toBeGreaterThanOrEqual(44);
    }
    for (const reason of ['No puedes eliminar tu propia cuenta', 'Cambia tu contraseña en la pestaña Seguridad']) {
      await expect(rowOf(page, own.email).getByText(reason)).toBeVisible();
    }
    const noRut = 'La cuenta no tiene RUT: no se puede restablecer su contraseña';
    await expect(rowOf(page, withoutRut.email).getByText(noRut)).toBeVisible();
  });
});

test('los diálogos con un nombre muy largo, y cada estado de un webhook, tampoco', async ({ admin }) => {
  const user = { name: LONG_NAME, email: someUser(0).email };
  const webhooks = [...api.WEBHOOK_STATUSES, 'in_process'].map((status, at) =>
    at % 2
      ? { ...someWebhook(at, status), userId: user, paymentId: null, ipAddress: '2800:300:6a72:8d60::2' }
      : someWebhook(at, status),
  );
  const page = await admin.newPage({ viewport: PHONE });
  await mockReply(page, api.getUser, someUser(1));
  await mockReply(page, api.countUsers, { total: 2 });
  await mockReply(page, api.listUsers, [0, 1].map(someUser));
  await mockReply(page, api.countWebhooks, { total: webhooks.length });
  await mockReply(page, api.listWebhooks, webhooks);
  await page.goto(PAGE);
  const row = rowOf(page, someUser(1).email);
  await button(row, someUser(1).name).click();
  await expect(fact(dialog(page, 'Detalles del usuario'), 'Pacientes')).toHaveText('1.001');
  await expectAccessible(page, PHONE);
  await page.keyboard.press('Escape');
  await button(row, `Eliminar usuario: ${someUser(1).name}`).click();
  await expect(question(page)).toContainText(someUser(1).name);
  await expectAccessible(page, PHONE);
  await button(question(page), 'Cancelar').click();

  await test.step('cada estado de un webhook', async () => {
    await page.getByRole('tab', { name: 'Webhooks' }).click();
    for (const text of ['Recibido', 'Procesado', 'Fallido', 'Ignorado', 'Pendiente']) {
      await expect(page.getByRole('table', { name: 'Webhooks' }).getByText(text, { exact: true })).toHaveCount(1);
    }
    await expectAccessible(page);
    await expectAccessibleLayout(page, NARROW_PHONE);
  });
});

test('con el teclado solo se ordena, se abren los detalles y se pregunta antes de actuar', async ({ admin }) => {
  const page = await admin.newPage();
  await mockReply(page, api.countUsers, { total: 3 });
  await mockReply(page, api.listUsers, [0, 1, 2].map(someUser));
  await mockReply(page, api.getUser, someUser(0));
  await page.goto(PAGE);
  await expect(rowOf(page, someUser(0).email)).toBeVisible();
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.getByRole('tab', { name: 'Usuarios' }).focus();
  // The panel of the tab, the search, the headings that sort.
  await press('Tab', 'Tab');
  await expect(page.getByRole('searchbox', { name: 'Buscar usuarios' })).toBeFocused();
  await press('Tab', 'Enter');
  await expect(button(users(page), 'Nombre')).toBeFocused();
  await expect(users(page).getByRole('columnheader', { name: 'Nombre' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(users(page)).toHaveAttribute('aria-busy', 'false');
  await press(...Array(7).fill('Tab'));
  const name = button(rowOf(page, someUser(0).email), someUser(0).name);
  await expect(name).toBeFocused();
  await expect(name).toHaveCSS('outline-style', 'solid');
  await press('Enter');
  await expect(dialog(page, 'Detalles del usuario')).toBeVisible();
  await press('Escape');
  await expect(name).toBeFocused();
  await press('Tab', 'Enter');
  await expect(button(question(page), 'Cancelar')).toBeFocused();
  await press('Escape');
  await expect(question(page)).toBeHidden();
  await expect(button(rowOf(page, someUser(0).email), `Activar suscripción: ${someUser(0).name}`)).toBeFocused();
});
