import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dismissPasswordReset } from '#contract/account';
import { me } from '#contract/auth';
import { type ClosedAccount, listClosedAccounts, restoreAccount } from '#contract/closed-accounts';
import { ERRORS } from '#contract/errors';
import { adminServer, someUser } from '#web/testing/admin-server.ts';
import { ADMIN, expectToast, openApp } from '#web/testing/open-app.tsx';

const PAGE = '/dashboard/admin';
const { _id, name, email } = someUser(7);
const CLOSED: ClosedAccount = {
  _id,
  name,
  email,
  closedAt: '2026-07-15T13:05:00Z',
  closedBy: 'Administración',
  purgeAt: '2026-07-22T13:05:00Z',
  isRestorable: true,
};

test('deleted accounts are listed with the date of their erasure and can be restored', async () => {
  const server = adminServer(0);
  server.reply(listClosedAccounts, [CLOSED]);
  server.reply(restoreAccount, undefined);
  const { user } = await openApp(PAGE, server);
  const section = await screen.findByRole('region', { name: 'Cuentas eliminadas' });
  expect(section).toHaveTextContent(/Persona 7.*persona7@ejemplo\.cl.*por Administración.*se borran desde el.*22/s);
  await user.click(within(section).getByRole('button', { name: `Restaurar: ${name}` }));
  server.reply(listClosedAccounts, []);
  await user.click(await screen.findByRole('button', { name: 'Sí, restaurar' }));
  await expectToast(`Cuenta de ${name} restaurada`);
  expect(server.requests(restoreAccount).at(-1)?.url.pathname).toContain(_id);
  expect(screen.queryByRole('region', { name: 'Cuentas eliminadas' })).toBeNull();
});

test('an account whose time has passed cannot be restored, and the list says so', async () => {
  const server = adminServer(0);
  server.reply(listClosedAccounts, [{ ...CLOSED, isRestorable: false }]);
  await openApp(PAGE, server);
  const section = await screen.findByRole('region', { name: 'Cuentas eliminadas' });
  expect(section).toHaveTextContent(
    'Se podía restaurar hasta el 22/07/2026 09:05. Sus datos se borran en la próxima limpieza.',
  );
  expect(within(section).queryByRole('button')).toBeNull();
});

test('an email that is taken explains why the account is not restored', async () => {
  const server = adminServer(0);
  server.reply(listClosedAccounts, [CLOSED]);
  const { status, message } = ERRORS.CLOSED_EMAIL_TAKEN;
  server.respond(restoreAccount, status, { error: message, message, code: 'CLOSED_EMAIL_TAKEN' });
  const { user } = await openApp(PAGE, server);
  await user.click(await screen.findByRole('button', { name: `Restaurar: ${name}` }));
  await user.click(await screen.findByRole('button', { name: 'Sí, restaurar' }));
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByRole('region', { name: 'Cuentas eliminadas' })).toBeVisible();
});

test('without deleted accounts there is no list; with the generated password the panel says so', async () => {
  const server = adminServer(0);
  server.reply(me, { ...ADMIN, hasGeneratedPassword: true });
  await openApp(PAGE, server);
  expect(await screen.findByText(/Todavía usas la contraseña que se generó/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Elige una propia' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Cuentas eliminadas' })).toBeNull();
});

test('a user whose password was reset reads by whom and when, until the notice is closed', async () => {
  const server = adminServer(0);
  const by = 'Administración (jefa@ejemplo.cl)';
  server.reply(me, { ...ADMIN, passwordResets: [{ at: '2026-07-15T13:05:00Z', by }] });
  server.reply(dismissPasswordReset, undefined);
  const { user } = await openApp(PAGE, server);
  const notice = await screen.findByRole('region', { name: 'Contraseña restablecida' });
  expect(notice).toHaveTextContent(`${by} restableció tu contraseña el 15`);
  server.reply(me, ADMIN);
  await user.click(within(notice).getByRole('button', { name: 'Entendido' }));
  await screen.findByText('Total de usuarios');
  expect(server.requests(dismissPasswordReset)).toHaveLength(1);
  expect(screen.queryByRole('region', { name: 'Contraseña restablecida' })).toBeNull();
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});

test('the notice leads to the access log card, also from the same tab', async () => {
  const server = adminServer(0);
  server.reply(me, { ...ADMIN, passwordResets: [{ at: '2026-07-15T13:05:00Z', by: 'Jefa' }] });
  const { user, address } = await openApp(PAGE, server);
  for (const _ of ['desde otra página', 'desde la misma']) {
    await user.click(await screen.findByRole('link', { name: 'registro de accesos' }));
    const heading = await screen.findByRole('heading', { name: 'Registro de accesos' });
    await waitFor(() => expect(heading.closest('[tabindex="-1"]')).toHaveFocus());
    expect(screen.getByRole('main')).not.toHaveFocus();
  }
  expect(address()).toBe('/dashboard/configuracion?tab=seguridad#registro-de-accesos');

  // The tab is loaded by now, so its card appears together with the page.
  await user.click(screen.getByRole('link', { name: 'Panel de Administración' }));
  await screen.findByRole('heading', { level: 1, name: 'Panel de Administración' });
  await user.click(screen.getByRole('link', { name: 'registro de accesos' }));
  const heading = await screen.findByRole('heading', { name: 'Registro de accesos' });
  await waitFor(() => expect(heading.closest('[tabindex="-1"]')).toHaveFocus());
});

test('a user with several resets reads them all, also those that somebody closed', async () => {
  const server = adminServer(0);
  const last = { at: '2026-07-15T13:05:00Z', by: 'Jefa (jefa@ejemplo.cl)' };
  const first = { at: '2026-07-01T13:05:00Z', by: 'Otro (otro@ejemplo.cl)', dismissedAt: '2026-07-02T13:05:00Z' };
  server.reply(me, { ...ADMIN, passwordResets: [last, first] });
  await openApp(PAGE, server);
  const notice = await screen.findByRole('region', { name: 'Contraseña restablecida' });
  expect(notice).toHaveTextContent(/Jefa \(jefa@ejemplo\.cl\) restableció tu contraseña el 15/);
  expect(notice).toHaveTextContent(
    /Otro \(otro@ejemplo\.cl\) restableció tu contraseña el 01\/07\/2026 09:05\. Alguien cerró este aviso en tu cuenta el 02\//,
  );
});
