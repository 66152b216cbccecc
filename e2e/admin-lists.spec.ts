import { expect, type Page, type Request } from '@playwright/test';
import * as api from '#contract/admin';
import type { Payment } from '#contract/billing';
import type { Endpoint } from '#contract/endpoint';
import { expectAccessible, NARROW_PHONE, PHONE } from './accessibility-violations.ts';
import { button, dialog, fact, PAGE, question, rowOf, users } from './admin-panel.ts';
import { test } from './fixtures.ts';
import { toast } from './toast.ts';

const LONG_NAME = 'María Fernanda de los Ángeles Huenchumilla Peñaloza-Goycoolea';

/** Mocks the reply of an endpoint for this page. */
const mockReply = (page: Page, { path, method }: Endpoint, reply: (request: Request) => unknown, status = 200) =>
  page.route(
    (url) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[0-9a-f-]{36}')}$`).test(url.pathname),
    (route, request) =>
      request.method() === method ? route.fulfill({ status, json: reply(request) }) : route.fallback(),
  );

const breaks = (page: Page, endpoint: Endpoint) => mockReply(page, endpoint, () => ({}), 500);
const queryOf = (request: Request) => new URL(request.url()).searchParams;

const FIGURES: api.Statistics = {
  ...{ totalUsers: 123_456, totalPatients: 9, activeUsersLast24h: 1204, newUsersLast7Days: 87 },
  ...{ averageSessionDuration: 80.4, totalWebhooks: 20_345, paidUsers: 41_230, freeUsers: 82_226 },
};

const someUser = (index: number): api.AdminUser => ({
  ...{ _id: `0198a000-0000-7000-8000-${String(index).padStart(12, '0')}`, role: 'professional' },
  ...{ name: `${LONG_NAME} ${index}`, email: `persona${index}@hospitalregionaldevaldivia.cl`, rut: '12345678-5' },
  ...{ profession: 'Kinesiólogos/as/Fisioterapeutas', city: 'Coyhaique', patientCount: 1000 + index },
  ...{ region: 'Región de Aysén del General Carlos Ibáñez del Campo', patientLimit: -1, nextPaymentDate: null },
  ...{ subscriptionStatus: index % 2 ? 'paid' : 'free', registrationDate: '2026-07-15T13:05:00Z' },
});

const someWebhook = (index: number, status = 'processed') => ({
  ...{ _id: someUser(index)._id, webhookType: 'payment', status, paymentId: String(9_000_000 + index) },
  ...{ ipAddress: '209.225.49.10', createdAt: '2026-07-15T13:05:00Z', userId: null },
  errorMessage: status === 'failed' ? 'El pago no corresponde a ninguna cuenta' : null,
});

const SOME_PAYMENT: Payment = {
  ...{ _id: someUser(0)._id, description: 'Plan Profesional anual', subscriptionType: 'annual', status: 'approved' },
  ...{ createdAt: '2026-07-15T13:05:00Z', processedAt: null, amount: 37_990, currency: 'CLP', isVoid: false },
};

/** Mocks the paginated list of that many accounts. */
const cut = <T>(request: Request, total: number, one: (index: number) => T): T[] => {
  const [page, limit] = ['page', 'limit'].map((name) => Number(queryOf(request).get(name)));
  const from = ((page ?? 1) - 1) * (limit ?? 0);
  return Array.from({ length: Math.min(limit ?? 0, total - from) }, (_, index) => one(from + index));
};

async function mockUsers(page: Page, total: number): Promise<string[]> {
  const asked: string[] = [];
  await mockReply(page, api.countUsers, () => ({ total }));
  await mockReply(page, api.listUsers, (request) => {
    asked.push(['sort', 'order', 'page', 'search'].map((name) => queryOf(request).get(name) ?? '').join(' '));
    return cut(request, total, someUser);
  });
  return asked;
}

test('las cifras se leen con puntos; si no cargan, se dice y puede intentarse de nuevo', async ({ admin }) => {
  const page = await admin.newPage();
  await mockReply(page, api.getStatistics, () => FIGURES);
  await page.route(`**${api.getStatistics.path}`, (route) => route.fulfill({ status: 500, json: {} }), { times: 2 });
  await page.goto(PAGE);
  await expect(page.getByRole('heading', { level: 1, name: 'Panel de Administración' })).toBeVisible();
  await expect(toast(page)).toContainText('No se pudieron cargar las estadísticas');
  await button(page, 'Volver a intentar').click();
  await expect(page.locator('dt')).toHaveText([
    ...['Total de usuarios', 'Activos en 24 h', 'Nuevos en 7 días', 'Total de webhooks'],
    ...['Duración promedio de sesión', 'Usuarios de pago', 'Usuarios gratuitos'],
  ]);
  await expect(page.getByRole('definition')).toHaveText([
    ...['123.456', '1.204', '87', '20.345', '1 h 20 min', '41.230', '82.226'],
  ]);
});

test('los respaldos se dicen con fecha y tamaño, y uno atrasado con palabras', async ({ admin }) => {
  const page = await admin.newPage();
  await page.goto(PAGE);
  await expect(page.getByText('No configurados')).toBeVisible();
  const backup = {
    ...{ status: 'missed', lastSuccessAt: '2026-07-15T15:00:00.000Z', lastSuccessBytes: 1_536_000 },
    ...{ lastFailureAt: null, nextDueAt: '2026-07-16T15:00:00.000Z' },
  };
  await mockReply(page, api.getSystem, () => ({ backup }));
  await page.reload();
  await expect(page.getByText('Atrasado')).toBeVisible();
  await expect(
    page.getByText('No se hizo el respaldo que correspondía. Revisa el registro del servidor.'),
  ).toBeVisible();
  await expect(page.locator('dt:text-is("Tamaño") + dd')).toHaveText('1,5 MB');
});

test('se ordena por las columnas y se pasa de página; al volver sigue igual', async ({ admin }) => {
  const page = await admin.newPage();
  const asked = await mockUsers(page, 1234);
  await page.goto(PAGE);
  await expect(page.getByText('1.234 usuarios')).toBeVisible();
  await expect(page.getByText('Página 1 de 25')).toBeVisible();
  const heading = (name: string) => users(page).getByRole('columnheader', { name });
  await expect(heading('Fecha de registro')).toHaveAttribute('aria-sort', 'descending');
  await button(users(page), 'Nombre').click();
  await expect(heading('Nombre')).toHaveAttribute('aria-sort', 'ascending');
  await button(users(page), 'Nombre').click();
  await expect(heading('Nombre')).toHaveAttribute('aria-sort', 'descending');
  await button(users(page), 'Pacientes').click();
  await expect(heading('Pacientes')).toHaveAttribute('aria-sort', 'descending');
  await expect(heading('Nombre')).not.toHaveAttribute('aria-sort');
  await expect(users(page)).toHaveAttribute('aria-busy', 'false');
  const { promise: held, resolve: releaseRequest } = Promise.withResolvers<void>();
  await page.route(
    (url) => url.pathname === api.listUsers.path && url.searchParams.get('page') === '2',
    async (route) => {
      await held;
      await route.fallback();
    },
  );
  await button(page, 'Siguiente').click();
  await expect(users(page)).toHaveAttribute('aria-busy', 'true');
  await expect(rowOf(page, someUser(0).email)).toBeVisible();
  releaseRequest();
  await expect(page.getByText('Página 2 de 25')).toBeVisible();
  await expect(rowOf(page, someUser(50).email)).toBeVisible();
  await expect(page).toHaveURL(`${PAGE}?orden=patientCount-desc&pagina=2`);
  expect(asked).toEqual([
    ...['registrationDate desc 1 ', 'name asc 1 ', 'name desc 1 ', 'patientCount desc 1 ', 'patientCount desc 2 '],
  ]);

  await page.getByRole('link', { name: 'Scripts del Sistema' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Scripts del Sistema' })).toBeVisible();
  await page.goBack();
  await expect(heading('Pacientes')).toHaveAttribute('aria-sort', 'descending');
  await expect(page.getByText('Página 2 de 25')).toBeVisible();
  await page.goto(`${PAGE}?pagina=99`);
  await expect(page.getByText('Página 25 de 25')).toBeVisible();
});

test('un estado desconocido se muestra como pendiente; sin webhooks, se dice', async ({ admin }) => {
  const page = await admin.newPage();
  const statuses = ['received', 'processed', 'failed', 'ignored', 'in_process'];
  let total = statuses.length;
  await mockReply(page, api.countWebhooks, () => ({ total }));
  await mockReply(page, api.listWebhooks, () => statuses.slice(0, total).map((status, at) => someWebhook(at, status)));
  await page.goto(`${PAGE}?tab=webhooks`);
  const texts = ['Recibido', 'Procesado', 'Fallido', 'Ignorado', 'Pendiente'];
  await expect(page.getByRole('table', { name: 'Webhooks' }).locator('tbody tr')).toContainText(texts);
  await expect(page.getByText('El pago no corresponde a ninguna cuenta')).toBeVisible();
  await expectAccessible(page);
  total = 0;
  await page.reload();
  await expect(page.getByText('No hay webhooks registrados')).toBeVisible();
});

test('con una cuenta de nombre muy largo nada se desborda ni pone barreras', async ({ admin }) => {
  const page = await admin.newPage();
  await mockReply(page, api.getStatistics, () => FIGURES);
  await mockReply(page, api.getUser, () => someUser(1));
  await mockUsers(page, 3);
  await page.goto(PAGE);
  const row = rowOf(page, someUser(1).email);
  await expect(row).toBeVisible();
  await expectAccessible(page);

  // On a phone a row is a card: each value with its name, each action in words.
  await expect(row.getByText('Profesión', { exact: true })).toBeVisible();
  for (const label of ['Terminar suscripción', 'Ver pagos y webhooks', 'Restablecer contraseña', 'Eliminar usuario']) {
    await expect(row.getByText(label, { exact: true })).toBeVisible();
    const { height = 0 } = (await button(row, `${label}: ${someUser(1).name}`).boundingBox()) ?? {};
    expect(height, label).toBeGreaterThanOrEqual(44);
  }
});

test('cada estado de una fila de usuarios se lee sin barreras a 360 px', async ({ admin }) => {
  const page = await admin.newPage({ viewport: NARROW_PHONE });
  const bare = { rut: undefined, profession: undefined, city: undefined, region: undefined };
  const own = { ...someUser(0), ...bare, ...admin.user };
  const withoutRut = { ...someUser(3), ...bare, role: 'admin' };
  const paidUntil = { ...someUser(5), nextPaymentDate: '2027-07-15T13:05:00Z' };
  const short = { ...someUser(6), name: 'Li', specialty: 'Medicina física y rehabilitación', patientCount: 0 };
  const rows = [own, someUser(1), someUser(2), withoutRut, paidUntil, short];
  const unknown = { ...someUser(8), subscriptionStatus: 'paused' };
  await mockReply(page, api.countUsers, () => ({ total: rows.length + 1 }));
  await mockReply(page, api.listUsers, () => [...rows, unknown]);
  await page.goto(PAGE);
  for (const text of ['Pagada', 'Gratuita', 'Pendiente']) {
    await expect(users(page).getByText(text, { exact: true }).first()).toBeVisible();
  }
  for (const [{ email, name }, label, reason] of [
    [own, 'Eliminar usuario', 'No puedes eliminar tu propia cuenta'],
    [own, 'Restablecer contraseña', 'Cambia tu contraseña en la pestaña Seguridad'],
    [withoutRut, 'Restablecer contraseña', 'La cuenta no tiene RUT: no se puede restablecer su contraseña'],
  ] as const) {
    const action = button(rowOf(page, email), `${label}: ${name}`);
    await expect(action).toHaveText(label);
    await expect(action).toHaveAccessibleDescription(reason);
    await expect(rowOf(page, email).getByText(reason)).toBeVisible();
  }
  await expectAccessible(page, [NARROW_PHONE]);
});

test('cada estado de una fila de webhooks se lee sin barreras a 360 px', async ({ admin }) => {
  const page = await admin.newPage({ viewport: NARROW_PHONE });
  const of = { name: LONG_NAME, email: someUser(0).email };
  const rows = [...api.WEBHOOK_STATUSES, 'in_process'].flatMap((status, at) => [
    someWebhook(2 * at, status),
    { ...someWebhook(2 * at + 1, status), userId: of, paymentId: null, ipAddress: '2800:300:6a72:8d60::2' },
  ]);
  await mockReply(page, api.countWebhooks, () => ({ total: rows.length }));
  await mockReply(page, api.listWebhooks, () => rows);
  await page.goto(`${PAGE}?tab=webhooks`);
  for (const text of ['Recibido', 'Procesado', 'Fallido', 'Ignorado', 'Pendiente']) {
    await expect(page.getByRole('table', { name: 'Webhooks' }).getByText(text, { exact: true })).toHaveCount(2);
  }
  await expectAccessible(page, [NARROW_PHONE]);
});

test('los diálogos con un nombre muy largo tampoco', async ({ admin }) => {
  const page = await admin.newPage({ viewport: PHONE });
  await mockReply(page, api.getUser, () => someUser(1));
  await mockUsers(page, 2);
  await page.goto(PAGE);
  const row = rowOf(page, someUser(1).email);
  await button(row, someUser(1).name).click();
  await expect(fact(dialog(page, 'Detalles del usuario'), 'Pacientes')).toHaveText('1.001');
  await expectAccessible(page, [PHONE]);
  await page.keyboard.press('Escape');
  await button(row, `Eliminar usuario: ${someUser(1).name}`).click();
  await expect(question(page)).toContainText(someUser(1).name);
  await expectAccessible(page, [PHONE]);
});

test('con el teclado solo se ordena, se abren los detalles y se pregunta antes de actuar', async ({ admin }) => {
  const page = await admin.newPage();
  await mockUsers(page, 3);
  await mockReply(page, api.getUser, () => someUser(0));
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

test('lo que no carga se dice y puede intentarse de nuevo en su lugar', async ({ admin }) => {
  const page = await admin.newPage();
  await mockUsers(page, 1);
  for (const endpoint of [api.getUser, api.getSubscriptionOfUser, api.listPaymentsOfUser, api.listWebhooks]) {
    await breaks(page, endpoint);
  }
  const says = async (text: string) => {
    await expect(toast(page)).toContainText(text);
    await expect(
      button(page.getByRole('paragraph').filter({ hasText: text }).locator('..'), 'Volver a intentar'),
    ).toBeVisible();
  };
  await page.goto(PAGE);
  const row = rowOf(page, someUser(0).email);
  await button(row, someUser(0).name).click();
  await says('No se pudo cargar la información del usuario');
  await mockReply(page, api.getUser, () => someUser(0));
  await button(dialog(page, 'Detalles del usuario'), 'Volver a intentar').click();
  await expect(fact(dialog(page, 'Detalles del usuario'), 'RUT')).toHaveText('12.345.678-5');
  await button(dialog(page, 'Detalles del usuario'), 'Cerrar').click();

  await button(row, `Ver pagos y webhooks: ${someUser(0).name}`).click();
  await expect(toast(page)).toContainText(
    /No se (pudo cargar la información de la suscripción|pudieron cargar los pagos)/,
  );
  const billing = dialog(page, 'Pagos y webhooks');
  await expect(billing.getByText('No se pudo cargar la información de la suscripción')).toBeVisible();
  await expect(billing.getByText('No se pudieron cargar los pagos')).toBeVisible();
  await button(billing, 'Cerrar').click();

  await page.getByRole('tab', { name: 'Webhooks' }).click();
  await says('No se pudieron cargar los webhooks');
  await breaks(page, api.listUsers);
  await page.goto(PAGE);
  await says('No se pudieron cargar los usuarios');
  await mockUsers(page, 1);
  await button(page, 'Volver a intentar').click();
  await expect(row).toBeVisible();
});

test('un estado que la página aún no conoce se muestra como pendiente', async ({ admin }) => {
  const page = await admin.newPage();
  const user = { ...someUser(0), subscriptionStatus: 'paused' };
  const subscription = { subscriptionType: 'weekly', subscriptionExpiresAt: null, daysRemaining: null };
  await mockReply(page, api.countUsers, () => ({ total: 1 }));
  await mockReply(page, api.listUsers, () => [user]);
  await mockReply(page, api.getUser, () => user);
  await mockReply(page, api.getSubscriptionOfUser, () => ({ ...subscription, status: 'paused' }));
  const payments = [
    { ...SOME_PAYMENT, status: 'in_mediation' },
    { ...SOME_PAYMENT, _id: someUser(1)._id, isVoid: true },
  ];
  await mockReply(page, api.listPaymentsOfUser, () => payments);
  await mockReply(page, api.listWebhooksOfUser, () => [someWebhook(0, 'queued')]);
  await page.goto(PAGE);
  const row = rowOf(page, user.email);
  await expect(row.getByText('Pendiente')).toBeVisible();
  await button(row, user.name).click();
  await expect(fact(dialog(page, 'Detalles del usuario'), 'Suscripción')).toHaveText('Pendiente');
  await button(dialog(page, 'Detalles del usuario'), 'Cerrar').click();
  await button(row, `Ver pagos y webhooks: ${user.name}`).click();
  const billing = dialog(page, 'Pagos y webhooks');
  await expect(fact(billing, 'Estado')).toHaveText('Pendiente');
  await expect(billing.getByRole('row').getByText('Pendiente')).toBeVisible();
  await expect(billing.getByRole('row').getByText('Pago de prueba')).toBeVisible();
  await billing.getByRole('tab', { name: 'Webhooks' }).click();
  await expect(billing.getByRole('row').getByText('Pendiente')).toBeVisible();
});

/** Confirms twice while the server refuses, once without and once with a message, and then cancels. */
async function expectRefusals(page: Page, endpoint: Endpoint, yes: string, failed: string): Promise<void> {
  for (const [reply, said] of [
    [{}, failed],
    [{ error: 'El servidor dice que no' }, 'El servidor dice que no'],
  ] as const) {
    await mockReply(page, endpoint, () => reply, 409);
    await button(question(page), yes).click();
    await expect(toast(page)).toContainText('Error');
    await expect(toast(page)).toContainText(said);
  }
  await button(question(page), 'Cancelar').click();
  await expect(question(page)).toBeHidden();
}

test('una acción que falla lo dice, con las palabras del servidor si las da', async ({ admin }) => {
  const page = await admin.newPage();
  await mockUsers(page, 1);
  await page.goto(PAGE);
  const row = rowOf(page, someUser(0).email);
  for (const [action, endpoint, yes, failed] of [
    ['Activar suscripción', api.setSubscription, 'Sí, activar', 'No se pudo actualizar la suscripción'],
    ['Restablecer contraseña', api.resetPassword, 'Sí, restablecer', 'No se pudo restablecer la contraseña'],
    ['Eliminar usuario', api.deleteUser, 'Sí, eliminar usuario', 'No se pudo eliminar el usuario'],
  ] as const) {
    await button(row, `${action}: ${someUser(0).name}`).click();
    await expectRefusals(page, endpoint, yes, failed);
    await expect(row).toBeVisible();
  }

  await mockReply(page, api.listPaymentsOfUser, () => [SOME_PAYMENT]);
  await mockReply(page, api.listWebhooksOfUser, () => [someWebhook(0)]);
  await button(row, `Ver pagos y webhooks: ${someUser(0).name}`).click();
  const billing = dialog(page, 'Pagos y webhooks');
  await button(billing, 'Eliminar pago: Plan Profesional anual, 15/07/2026 09:05').click();
  await expectRefusals(page, api.deletePayment, 'Sí, eliminar pago', 'No se pudo eliminar el pago');
  await billing.getByRole('tab', { name: 'Webhooks' }).click();
  await button(billing, 'Eliminar webhook: payment, 15/07/2026 09:05').click();
  await expectRefusals(page, api.deleteWebhook, 'Sí, eliminar webhook', 'No se pudo eliminar el webhook');
});

for (const path of ['/dashboard/admin', '/dashboard/system-scripts']) {
  test(`una profesional que llega por la dirección a ${path} encuentra el acceso restringido`, async ({ ana }) => {
    const page = await ana.newPage();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/admin/')) asked.push(request.url());
    });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: 'Acceso restringido' })).toBeVisible();
    await expect(page.getByText('Esta sección es solo para administradores.')).toBeVisible();
    await expectAccessible(page);
    expect(asked).toEqual([]);
    await page.getByRole('link', { name: 'Ir al inicio', exact: true }).click();
    await expect(page).toHaveURL('/dashboard');
  });
}
