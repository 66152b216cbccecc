import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { adminCie10Stats, expandCie10, initializeCie10 } from '#contract/cie10';
import { ADMIN, expectToast, openApp, serverFor } from '#web/testing/open-app.tsx';

const PAGE = '/dashboard/system-scripts';
const INITIALIZE = 'Inicializar Base de Datos CIE-10';
const EXPAND = 'Expandir Base de Datos CIE-10';

const confirm = vi.fn<(question?: string) => boolean>();
const button = (name: string) => screen.findByRole('button', { name });

beforeEach(() => {
  confirm.mockReset().mockReturnValue(true);
  vi.stubGlobal('confirm', confirm);
});

function scriptsServer(count: number) {
  const server = serverFor(ADMIN);
  server.reply(adminCie10Stats, { count });
  return server;
}

test('an empty catalogue can only be initialised, after a question', async () => {
  const server = scriptsServer(0);
  const { user } = await openApp(PAGE, server);
  expect(await screen.findByText('La base de datos CIE-10 aún no ha sido inicializada.')).toBeVisible();
  expect(await button(EXPAND)).toBeDisabled();
  expect(await button(EXPAND)).toHaveAccessibleDescription(/Disponible después de inicializar la base de datos\./);
  const counts = { total: 14_412, added: 14_412, updated: 0, skipped: 0, errors: 0 };
  server.reply(initializeCie10, { ...counts, message: 'Base de datos inicializada' });
  server.reply(adminCie10Stats, { count: 14_412 });
  await user.click(await button(INITIALIZE));
  expect(confirm.mock.lastCall?.[0]).toContain('¿Inicializar la base de datos CIE-10?');
  expect(confirm.mock.lastCall?.[0]).toContain('Puede tardar varios minutos.');
  expect(await screen.findByRole('heading', { name: 'Resultado de la inicialización' })).toBeVisible();
  await expectToast(/Éxito.*Base de datos inicializada/);
  expect(screen.getByText('códigos').closest('p')).toHaveTextContent('14.412 códigos');
  await user.click(await button(EXPAND));
  expect(confirm.mock.lastCall?.[0]).toContain('¿Expandir la base de datos CIE-10?');
  expect(confirm.mock.lastCall?.[0]).toContain('Puede ejecutarse muchas veces sin riesgo');
});

test('the tasks appear with the status, and nothing moves', async () => {
  const server = scriptsServer(0);
  const release = server.hold(adminCie10Stats);
  await openApp(PAGE, server);
  await screen.findByRole('status', { name: 'Cargando el estado de la base de datos' });
  expect(screen.queryByRole('button', { name: INITIALIZE })).not.toBeInTheDocument();
  release({ count: 0 });
  expect(await button(INITIALIZE)).toBeEnabled();
});

test('quien no confirma no ejecuta nada', async () => {
  const server = scriptsServer(14_400);
  confirm.mockReturnValue(false);
  const { user } = await openApp(PAGE, server);
  await screen.findByText('códigos');
  for (const name of [INITIALIZE, EXPAND]) {
    await user.click(await button(name));
    expect(await button(name)).toBeEnabled();
  }
  expect(confirm).toHaveBeenCalledTimes(2);
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(screen.queryByText(/Resultado/)).toBeNull();
  expect([...server.requests(initializeCie10), ...server.requests(expandCie10)]).toEqual([]);
});

test('while a task runs its progress is shown and no other can run, even after leaving and returning', async () => {
  const server = scriptsServer(14_400);
  const release = server.hold(expandCie10);
  const { user, navigate } = await openApp(PAGE, server);
  await screen.findByText('códigos');
  await user.click(await button(EXPAND));
  const expectRunning = async () => {
    expect(await button('Expandiendo...')).toHaveAttribute('aria-disabled', 'true');
    expect(await button(INITIALIZE)).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByRole('progressbar', { name: 'Expandiendo...' })).toBeVisible();
  };
  await expectRunning();
  expect(await button('Expandiendo...')).toHaveFocus();
  await user.click(await button('Expandiendo...'));
  await user.click(await button(INITIALIZE));
  expect(confirm).toHaveBeenCalledTimes(1);
  await navigate('/dashboard');
  expect(await screen.findByText('¿Qué necesitas hacer hoy?')).toBeVisible();
  await navigate(-1);
  await expectRunning();

  const stats = { total: 14_460, added: 48, updated: 1312, skipped: 100, errors: 2 };
  release({ success: true, message: 'Base de datos expandida', stats });
  await expectToast('Base de datos expandida');
  await vi.waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  const texts = (role: string) => screen.getAllByRole(role).map((one) => one.textContent);
  expect(texts('term')).toEqual(['Agregados', 'Actualizados', 'Omitidos', 'Errores', 'Total']);
  expect(texts('definition')).toEqual(['48', '1.312', '100', '2', '14.460']);
});

test.each([
  { name: INITIALIZE, endpoint: initializeCie10, failed: 'Error al inicializar la base de datos CIE-10' },
  { name: EXPAND, endpoint: expandCie10, failed: 'Error al expandir la base de datos CIE-10' },
])('a failure is reported in the words of the server or with «$failed»', async ({ name, endpoint, failed }) => {
  const server = scriptsServer(14_400);
  const { user } = await openApp(PAGE, server);
  await screen.findByText('códigos');
  for (const [reply, text] of [
    [{ error: 'El catálogo está ocupado' }, 'El catálogo está ocupado'],
    [{}, failed],
  ] as const) {
    server.respond(endpoint, 500, reply, 1);
    await user.click(await button(name));
    await expectToast(`Error${text}`);
    expect(screen.getByRole('main')).toHaveTextContent(text);
    expect(await button(name)).toBeEnabled();
  }
});

test('a status that fails to load is reported and can be retried', async () => {
  const server = scriptsServer(0);
  server.respond(adminCie10Stats, 500, {}, 2);
  const { user } = await openApp(PAGE, server);
  await expectToast('No se pudo cargar el estado de la base de datos CIE-10');
  await waitFor(() => expect(screen.queryByRole('button', { name: INITIALIZE })).toBeNull());
  await user.click(await button('Volver a intentar'));
  await waitFor(async () => expect(await button(INITIALIZE)).toBeEnabled());
});
