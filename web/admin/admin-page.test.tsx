import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import * as api from '#contract/admin';
import { me } from '#contract/auth';
import { adminCie10Stats } from '#contract/cie10';
import { getSystem } from '#contract/system';
import { adminServer, QUIET_SYSTEM, SOME_PAYMENT, someUser, someWebhook } from '#web/testing/admin-server.ts';
import { ADMIN, expectToast, openApp, reloadApp, serverFor } from '#web/testing/open-app.tsx';

const PAGE = '/dashboard/admin';

const button = (name: string) => screen.findByRole('button', { name });
const users = () => screen.findByRole('table', { name: 'Usuarios' });
const rowOf = (text: string) => screen.findByRole('row', { name: new RegExp(text) });
const dialog = (name: string) => screen.findByRole('dialog', { name });
const fact = (within: HTMLElement, name: string) =>
  Array.from(within.querySelectorAll('dt')).find(({ textContent }) => textContent === name)?.nextElementSibling;

test('figures have thousands separators; a failure to load is reported and can be retried', async () => {
  const server = adminServer(0);
  server.respond(api.getStatistics, 500, {}, 2);
  const { user } = await openApp(PAGE, server);
  expect(await screen.findByRole('heading', { level: 1, name: 'Panel de Administración' })).toBeVisible();
  await expectToast('No se pudieron cargar las estadísticas');
  await user.click(await button('Volver a intentar'));
  await screen.findByText('Total de usuarios');
  const statistics = within(screen.getByRole('region', { name: 'Estadísticas del sistema' }));
  const textsOf = (role: string) => statistics.getAllByRole(role).map(({ textContent }) => textContent);
  expect(textsOf('term')).toEqual([
    'Total de usuarios',
    'Activos en 24 h',
    'Nuevos en 7 días',
    'Total de webhooks',
    'Duración promedio de sesión',
    'Usuarios de pago',
    'Usuarios gratuitos',
  ]);
  expect(textsOf('definition')).toEqual(['123.456', '1.204', '87', '20.345', '1 h 20 min', '41.230', '82.226']);
});

test('the lists appear when the height of the system status is known, and nothing moves', async () => {
  const server = adminServer(1);
  const release = server.hold(getSystem);
  await openApp(PAGE, server);
  const lists = await screen.findByRole('tablist', { name: 'Listas', hidden: true });
  expect(lists).not.toBeVisible();
  release(QUIET_SYSTEM);
  await waitFor(() => expect(lists).toBeVisible());
});

test('two-step verification is recommended until it is enabled; when it is required, there is no panel without it', async () => {
  const RECOMMENDED = /Te recomendamos activar la verificación en dos pasos/;
  const server = adminServer(0);
  await openApp(PAGE, server);
  expect(await screen.findByText(RECOMMENDED)).toBeVisible();

  server.reply(me, { ...ADMIN, secondFactor: 'on' });
  await reloadApp(PAGE, server);
  await screen.findByText('Total de usuarios');
  expect(screen.queryByText(RECOMMENDED)).toBeNull();

  server.reply(me, { ...ADMIN, secondFactor: 'required' });
  await reloadApp(PAGE, server);
  expect(await screen.findByText('Activa la verificación en dos pasos')).toBeVisible();
  expect(screen.queryByText('Total de usuarios')).toBeNull();
  expect(screen.getByRole('link', { name: 'Ir a Seguridad' })).toHaveAttribute(
    'href',
    '/dashboard/configuracion?tab=seguridad',
  );
});

test('an empty CIE-10 catalogue is reported, with a link to the page that loads it', async () => {
  const EMPTY = /Los diagnósticos CIE-10 aún no están cargados/;
  const server = adminServer(0);
  server.reply(adminCie10Stats, { count: 0 });
  const { user, address } = await openApp(PAGE, server);
  expect(await screen.findByText(EMPTY)).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Cárgalos en Scripts del Sistema' }));
  expect(await screen.findByRole('button', { name: 'Inicializar Base de Datos CIE-10' })).toBeEnabled();
  expect(address()).toBe('/dashboard/system-scripts');

  server.reply(adminCie10Stats, { count: 14_412 });
  await reloadApp(PAGE, server);
  await screen.findByText('Total de usuarios');
  expect(screen.queryByText(EMPTY)).toBeNull();
});

test('the panel appears when it is known whether the catalogue is empty, and nothing moves', async () => {
  const server = adminServer(0);
  const release = server.hold(adminCie10Stats);
  await openApp(PAGE, server);
  const figures = await screen.findByText('Total de usuarios');
  expect(figures).not.toBeVisible();
  release({ count: 0 });
  await waitFor(() => expect(figures).toBeVisible());
});

test('lists are sorted by column and paged; on return they are unchanged', async () => {
  const server = adminServer(1234);
  const { user, address, navigate } = await openApp(PAGE, server);
  expect(await screen.findByText('1.234 usuarios')).toBeVisible();
  expect(await screen.findByText('Página 1 de 25')).toBeVisible();
  const table = await users();
  const heading = (name: string | RegExp) => within(table).getByRole('columnheader', { name });
  const sortBy = (name: string) => user.click(within(heading(name)).getByRole('button'));
  const isSettled = () => waitFor(async () => expect(await users()).toHaveAttribute('aria-busy', 'false'));
  expect(heading(/Fecha\sde registro/)).toHaveAttribute('aria-sort', 'descending');
  await sortBy('Nombre');
  await waitFor(() => expect(heading('Nombre')).toHaveAttribute('aria-sort', 'ascending'));
  await isSettled();
  await sortBy('Nombre');
  await waitFor(() => expect(heading('Nombre')).toHaveAttribute('aria-sort', 'descending'));
  await isSettled();
  await sortBy('Pacientes');
  await waitFor(() => expect(heading('Pacientes')).toHaveAttribute('aria-sort', 'descending'));
  expect(heading('Nombre')).not.toHaveAttribute('aria-sort');
  await isSettled();

  const release = server.pause(api.listUsers);
  await user.click(await button('Siguiente'));
  await waitFor(async () => expect(await users()).toHaveAttribute('aria-busy', 'true'));
  expect(screen.getByText(someUser(0).email)).toBeVisible();
  release();
  expect(await screen.findByText('Página 2 de 25')).toBeVisible();
  expect(await screen.findByText(someUser(50).email)).toBeVisible();
  expect(address()).toBe(`${PAGE}?orden=patientCount-desc&pagina=2`);
  const asked = server
    .requests(api.listUsers)
    .map(({ url }) => ['sort', 'order', 'page', 'search'].map((name) => url.searchParams.get(name) ?? '').join(' '));
  expect(asked).toEqual([
    'registrationDate desc 1 ',
    'name asc 1 ',
    'name desc 1 ',
    'patientCount desc 1 ',
    'patientCount desc 2 ',
  ]);

  await navigate('/dashboard');
  await screen.findByText('¿Qué necesitas hacer hoy?');
  await navigate(-1);
  expect(await screen.findByText('Página 2 de 25')).toBeVisible();
  expect(within(await users()).getByRole('columnheader', { name: 'Pacientes' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await navigate(`${PAGE}?pagina=99`);
  expect(await screen.findByText('Página 25 de 25')).toBeVisible();
});

test('an unknown status is shown as pending; an empty list of webhooks says so', async () => {
  const server = adminServer(0);
  const statuses = ['received', 'processed', 'failed', 'ignored', 'in_process'];
  server.reply(api.countWebhooks, { total: statuses.length });
  server.reply(
    api.listWebhooks,
    statuses.map((status, at) => someWebhook(at, status)),
  );
  await openApp(`${PAGE}?tab=webhooks`, server);
  const [, ...rows] = within(await screen.findByRole('table', { name: 'Webhooks' })).getAllByRole('row');
  for (const [at, text] of ['Recibido', 'Procesado', 'Fallido', 'Ignorado', 'Pendiente'].entries()) {
    expect(rows[at]).toHaveTextContent(text);
  }
  expect(screen.getByText('El pago no corresponde a ninguna cuenta')).toBeVisible();
});

test('an empty list of webhooks says so', async () => {
  const server = adminServer(0);
  server.reply(api.countWebhooks, { total: 0 });
  server.reply(api.listWebhooks, []);
  await openApp(`${PAGE}?tab=webhooks`, server);
  expect(await screen.findByText('No hay webhooks registrados')).toBeVisible();
});

test('an action that a row does not allow says why, and asks nothing', async () => {
  const server = adminServer(2);
  const bare = { rut: undefined, profession: undefined, city: undefined, region: undefined };
  const own = { ...someUser(0), ...bare, _id: ADMIN._id, name: ADMIN.name, email: ADMIN.email };
  const withoutRut = { ...someUser(3), ...bare, role: 'admin' as const };
  server.reply(api.listUsers, [own, withoutRut]);
  const { user } = await openApp(PAGE, server);
  for (const [{ name }, label, reason] of [
    [own, 'Eliminar usuario', 'No puedes eliminar tu propia cuenta'],
    [own, 'Restablecer contraseña', 'Cambia tu contraseña en la pestaña Seguridad'],
    [withoutRut, 'Restablecer contraseña', 'La cuenta no tiene RUT: no se puede restablecer su contraseña'],
  ] as const) {
    const action = await button(`${label}: ${name}`);
    expect(action).toHaveTextContent(label);
    expect(action).toHaveAccessibleDescription(reason);
    expect(action).toHaveAttribute('aria-disabled', 'true');
    await user.click(action);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  }
});

test('an assistant is marked, and has neither plan nor identity', async () => {
  const server = adminServer(1);
  const { rut: _rut, profession: _profession, ...person } = someUser(0);
  const marta = { ...person, role: 'assistant' as const };
  server.reply(api.listUsers, [marta]);
  server.reply(api.getUser, marta);
  const { user } = await openApp(PAGE, server);
  const row = within(await rowOf(marta.email));
  expect(row.getByText('Secretaría')).toBeVisible();
  expect(row.queryByText('Gratuita')).toBeNull();
  expect(row.getAllByRole('button').map((one) => one.getAttribute('aria-label'))).toEqual([
    null,
    `Restablecer contraseña: ${marta.name}`,
    `Eliminar usuario: ${marta.name}`,
  ]);
  expect(row.getByRole('button', { name: `Restablecer contraseña: ${marta.name}` })).toHaveAccessibleDescription(
    'La cuenta no tiene RUT: no se puede restablecer su contraseña',
  );
  await user.click(await button(marta.name));
  const details = await dialog('Detalles del usuario');
  await waitFor(() => expect(fact(details, 'Rol')).toHaveTextContent('Secretaría'));
  expect(fact(details, 'Suscripción')).toBeUndefined();
  expect(within(details).queryByRole('heading', { name: 'Identidad' })).toBeNull();
});

test('the deletion of an assistant speaks of the access, not of patients', async () => {
  const server = adminServer(1);
  server.reply(api.listUsers, [{ ...someUser(0), role: 'assistant' }]);
  const { user } = await openApp(PAGE, server);
  await user.click(await button(`Eliminar usuario: ${someUser(0).name}`));
  const question = await screen.findByRole('alertdialog', { name: '¿Eliminar usuario?' });
  expect(question).toHaveTextContent('terminará su acceso a todas las consultas donde trabaja');
  expect(question).not.toHaveTextContent(/notas clínicas|contenido clínico/);
});

test('a status that the page does not know yet is shown as pending', async () => {
  const server = adminServer(1);
  const unknown = { ...someUser(0), subscriptionStatus: 'paused' } as unknown as api.AdminUser;
  server.reply(api.listUsers, [unknown]);
  server.reply(api.getUser, unknown);
  const subscription = { subscriptionType: 'weekly', subscriptionExpiresAt: null, daysRemaining: null };
  server.respond(api.getSubscriptionOfUser, 200, { ...subscription, status: 'paused' });
  server.respond(api.listPaymentsOfUser, 200, [
    { ...SOME_PAYMENT, status: 'in_mediation' },
    { ...SOME_PAYMENT, _id: someUser(1)._id, isVoid: true },
  ]);
  server.reply(api.listWebhooksOfUser, [someWebhook(0, 'queued')]);
  const { user } = await openApp(PAGE, server);
  expect(within(await rowOf(unknown.email)).getByText('Pendiente')).toBeVisible();
  await user.click(await button(unknown.name));
  const details = await dialog('Detalles del usuario');
  await waitFor(() => expect(fact(details, 'Suscripción')).toHaveTextContent('Pendiente'));
  await user.click(within(details).getByRole('button', { name: 'Cerrar' }));
  await user.click(await button(`Ver pagos y webhooks: ${unknown.name}`));
  const billing = await dialog('Pagos y webhooks');
  await waitFor(() => expect(fact(billing, 'Estado')).toHaveTextContent('Pendiente'));
  const payments = await within(billing).findByRole('table', { name: 'Pagos' });
  expect(within(payments).getByText('Pendiente')).toBeVisible();
  expect(within(payments).getByText('Pago de prueba')).toBeVisible();
  await user.click(within(billing).getByRole('tab', { name: 'Webhooks' }));
  const webhooks = await within(billing).findByRole('table', { name: 'Webhooks' });
  expect(within(webhooks).getByText('Pendiente')).toBeVisible();
});

test.each([PAGE, '/dashboard/system-scripts'])(
  'a professional who opens %s by its address finds restricted access',
  async (path) => {
    const server = serverFor();
    const { user, address } = await openApp(path, server);
    expect(await screen.findByRole('heading', { level: 1, name: 'Acceso restringido' })).toBeVisible();
    expect(screen.getByText('Esta sección es solo para administradores.')).toBeVisible();
    expect(server.sent().filter((sent) => sent.includes('/api/admin/'))).toEqual([]);
    await user.click(screen.getByRole('link', { name: 'Ir al inicio' }));
    await waitFor(() => expect(address()).toBe('/dashboard'));
  },
);

test.each([true, undefined])('an administrator with a short password is reminded: %s', async (hasShortPassword) => {
  const server = adminServer(2);
  const admin = { ...ADMIN, hasShortPassword };
  server.reply(me, admin);
  const { user, address } = await openApp(PAGE, server, { signedIn: admin });
  await users();
  const reminder = screen.queryByRole('link', { name: 'Elige una más larga' });
  if (!hasShortPassword) return expect(reminder).toBeNull();
  expect(screen.getByText(/Tu contraseña tiene menos de 12 caracteres/)).toBeVisible();
  if (reminder) await user.click(reminder);
  await waitFor(() => expect(address()).toBe('/dashboard/configuracion?tab=seguridad'));
});
