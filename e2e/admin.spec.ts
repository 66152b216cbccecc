import { type APIRequestContext, expect } from '@playwright/test';
import { listWebhooks } from '#contract/admin';
import { login, me } from '#contract/auth';
import { createPreference } from '#contract/billing';
import { fillPath } from '#contract/endpoint';
import { decideTestCheckout, type TestOutcome } from '#contract/test-checkout';
import { expectAccessible, PHONE } from './accessibility-violations.ts';
import { button, dialog, fact, PAGE, question, rowOf, searchFor } from './admin-panel.ts';
import { consoleErrorsOf } from './console-errors.ts';
import { newEmail, PASSWORD, test } from './fixtures.ts';
import { recordRequests } from './requests.ts';
import { seedPatient } from './seed.ts';
import { toast } from './toast.ts';

interface Buyer {
  accessToken: string;
}

/** Pays through the test checkout. */
async function seedPayment(request: APIRequestContext, { accessToken }: Buyer, outcome: TestOutcome) {
  const headers = { authorization: `Bearer ${accessToken}` };
  const made = await request.post(createPreference.path, { headers, data: { subscriptionType: 'monthly' } });
  const { preference } = createPreference.reply.parse(await made.json());
  const path = fillPath(decideTestCheckout.path, { id: preference.initPoint.split('/').at(-1) ?? '' });
  expect((await request.post(path, { headers, data: { outcome } })).status(), 'pagar').toBe(200);
}

test('una cuenta se busca, se mira, recibe un plan, una contraseña temporal, y se elimina', async ({
  admin,
  newPerson,
  request,
}) => {
  const name = `Zoila ${newEmail().slice(4, 12)}`;
  const ana = await newPerson({ name, profession: 'Nutricionistas', specialty: 'Deporte' });
  await seedPatient(request, ana);
  const page = await admin.newPage();
  const consoleErrors = consoleErrorsOf(page);
  await page.goto(PAGE);
  const search = page.getByRole('searchbox', { name: 'Buscar usuarios' });
  for (const text of [ana.user.email, name.toUpperCase(), 'nutricionis']) {
    await search.fill(text);
    await expect(page).toHaveURL(`${PAGE}?buscar=${encodeURIComponent(text).replaceAll('%20', '+')}`);
    await expect(rowOf(page, ana.user.email)).toBeVisible();
  }
  await search.fill('nadie se llama así');
  await expect(page.getByText('No se encontraron usuarios')).toBeVisible();

  const row = await searchFor(page, ana.user.email);
  await expect(row.getByRole('cell').filter({ hasText: 'Nutricionista' })).toBeVisible();
  await expect(row).toContainText('Deporte');
  await expect(row.getByText('Gratuita')).toBeVisible();
  await button(row, name).click();
  const details = dialog(page, 'Detalles del usuario');
  for (const [label, value] of Object.entries({
    Nombre: name,
    Email: ana.user.email,
    RUT: '12.345.678-5',
    Profesión: 'Nutricionista',
    Especialidad: 'Deporte',
    Ciudad: 'Valdivia',
    Región: 'Región de Los Ríos',
    Suscripción: 'Gratuita',
    Pacientes: '1',
    'Fecha de registro': /^\d\d-\d\d-\d{4}$/,
  })) {
    await expect(fact(details, label)).toHaveText(value);
  }
  await page.keyboard.press('Escape');
  await expect(button(row, name)).toBeFocused();
  await page.reload();
  await expect(search).toHaveValue(ana.user.email);
  await expect(row).toBeVisible();

  await test.step('la suscripción se activa sin fecha de término y se termina en el acto', async () => {
    await button(row, `Activar suscripción: ${name}`).click();
    await expect(question(page)).toContainText(name);
    await expect(question(page)).toContainText('sin fecha de término');
    await button(question(page), 'Cancelar').click();
    await expect(question(page)).toBeHidden();
    await expect(row.getByText('Gratuita')).toBeVisible();

    await button(row, `Activar suscripción: ${name}`).click();
    await button(question(page), 'Sí, activar').click();
    await expect(toast(page)).toContainText('Éxito');
    await expect(toast(page)).toContainText(`Suscripción de ${name} activada`);
    await expect(row.getByText('Pagada')).toBeVisible();
    await button(row, `Ver pagos y webhooks: ${name}`).click();
    const billing = dialog(page, 'Pagos y webhooks');
    await expect(fact(billing, 'Email')).toHaveText(ana.user.email);
    await expect(fact(billing, 'Tipo de suscripción')).toHaveText('Otorgada por la administración');
    await expect(fact(billing, 'Vencimiento')).toHaveText('Sin fecha de término');
    await expect(billing.getByText('No hay pagos registrados')).toBeVisible();
    await button(billing, 'Cerrar').click();

    await button(row, `Terminar suscripción: ${name}`).click();
    await expect(question(page)).toContainText(`La suscripción de ${name} terminará de inmediato`);
    await button(question(page), 'Sí, terminar').click();
    await expect(toast(page)).toContainText(`Suscripción de ${name} terminada`);
    await expect(row.getByText('Gratuita')).toBeVisible();
  });
  expect(consoleErrors).toEqual([]);

  await test.step('una profesional que llega por la dirección encuentra el acceso restringido', async () => {
    const own = await ana.open(PAGE);
    await expect(own.getByRole('heading', { level: 1, name: 'Acceso restringido' })).toBeVisible();
    await expectAccessible(own);
  });

  await test.step('restablecer deja el RUT como contraseña y cierra las sesiones', async () => {
    await button(row, `Restablecer contraseña: ${name}`).click();
    await expect(question(page)).toContainText(`La contraseña de ${name} pasará a ser su RUT`);
    await expect(question(page)).toContainText('12345678-5');
    await expect(question(page)).toContainText('Se cerrarán todas sus sesiones');
    await button(question(page), 'Sí, restablecer').click();
    await expect(toast(page)).toContainText('Éxito');
    await expect(toast(page)).toContainText(`Contraseña de ${name} restablecida a su RUT`);
    await expect(question(page)).toBeHidden();
    await expect(button(row, `Restablecer contraseña: ${name}`)).toBeFocused();

    const headers = { authorization: `Bearer ${ana.accessToken}` };
    expect((await request.get(me.path, { headers })).status()).toBe(401);
    const { email } = ana.user;
    expect((await request.post(login.path, { data: { email, password: PASSWORD } })).status()).toBe(401);
    const entered = await request.post(login.path, { data: { email, password: '12345678-5' } });
    expect((await entered.json()).user).toMatchObject({ email, mustChangePassword: true });
  });

  await test.step('eliminar una cuenta la cierra de inmediato, y se puede restaurar', async () => {
    await button(row, `Eliminar usuario: ${name}`).click();
    await expect(question(page)).toContainText(`La cuenta de ${name} (${ana.user.email}) se cerrará de inmediato`);
    await expect(question(page)).toContainText('Hoy tiene 1 paciente.');
    await expect(question(page)).toContainText('puedes restaurarla en esta página');
    await button(question(page), 'Sí, eliminar usuario').click();
    await expect(toast(page)).toContainText(`Usuario ${name} eliminado`);
    await expect(page.getByText('No se encontraron usuarios')).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
    const data = { email: ana.user.email, password: PASSWORD };
    expect((await request.post(login.path, { data })).status()).toBe(401);
  });
});

test('los pagos y webhooks de una cuenta se ven, se buscan y se eliminan sin cambiar lo pagado', async ({
  admin,
  ana,
  request,
}) => {
  await seedPayment(request, ana, 'rejected');
  await seedPayment(request, ana, 'approved');
  const page = await admin.newPage();
  const asked = recordRequests(page, listWebhooks.path);
  await page.goto(PAGE);
  const row = await searchFor(page, ana.user.email);
  await button(row, 'Ver pagos y webhooks: Ana Pérez Soto').click();
  const billing = dialog(page, 'Pagos y webhooks');
  await expect(fact(billing, 'Tipo de suscripción')).toHaveText('Mensual');
  await expect(fact(billing, 'Estado')).toHaveText('Activo');
  await expect(fact(billing, 'Vencimiento')).toHaveText(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/);
  const payments = billing.getByRole('table', { name: 'Pagos' });
  const approved = payments.getByRole('row').filter({ hasText: 'Aprobado' });
  await expect(approved).toContainText('$3.990 CLP');
  await expect(payments.getByRole('row').filter({ hasText: 'Rechazado' })).toBeVisible();
  await expectAccessible(page, PHONE);
  await page.setViewportSize({ width: 1440, height: 900 });

  await approved.getByRole('button', { name: /^Eliminar pago: Plan Profesional mensual/ }).click();
  await expect(question(page)).toContainText('Ana Pérez Soto');
  await expect(question(page)).toContainText('El período pagado no cambia.');
  await button(question(page), 'Sí, eliminar pago').click();
  await expect(toast(page)).toContainText('Pago eliminado correctamente');
  await expect(approved).toHaveCount(0);
  await expect(fact(billing, 'Estado')).toHaveText('Activo');

  await billing.getByRole('tab', { name: 'Webhooks' }).click();
  const removals = billing.getByRole('button', { name: /^Eliminar webhook: payment/ });
  await expect(removals).toHaveCount(2);
  await removals.first().click();
  await expect(question(page)).toContainText('de Ana Pérez Soto.');
  await button(question(page), 'Sí, eliminar webhook').click();
  await expect(toast(page)).toContainText('Webhook eliminado correctamente');
  await expect(removals).toHaveCount(1);
  await expect(question(page)).toBeHidden();
  await button(billing, 'Cerrar').click();
  await expect(row.getByText('Pagada')).toBeVisible();

  await test.step('los webhooks se cargan al abrir su pestaña, se buscan y se eliminan', async () => {
    await page.getByRole('searchbox', { name: 'Buscar usuarios' }).fill('');
    await expect(page).toHaveURL(PAGE);
    expect(asked).toEqual([]);
    await page.getByRole('tab', { name: 'Webhooks' }).click();
    await expect(page).toHaveURL(`${PAGE}?tab=webhooks`);
    const search = page.getByRole('searchbox', { name: 'Buscar webhooks' });
    await search.fill(ana.user.email);
    await expect(page.getByText('1 webhook', { exact: true })).toBeVisible();
    const webhook = rowOf(page, ana.user.email);
    await expect(webhook).toContainText('Ana Pérez Soto');
    await expect(webhook.getByText('Procesado')).toBeVisible();
    const paymentId = (await webhook.getByRole('cell').nth(2).locator('span').last().textContent()) ?? '';
    await search.fill(paymentId);
    await expect(webhook).toBeVisible();
    await webhook.getByRole('button', { name: /^Eliminar webhook: payment/ }).click();
    await expect(question(page)).toContainText(`pago ${paymentId}, de Ana Pérez Soto.`);
    await expect(question(page)).toContainText('El período pagado no cambia.');
    await button(question(page), 'Sí, eliminar webhook').click();
    await expect(toast(page)).toContainText('Webhook eliminado correctamente');
    await expect(page.getByText('No se encontraron webhooks')).toBeVisible();
  });
});
