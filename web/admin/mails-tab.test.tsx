import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { countMails, listMails, type Mail } from '#contract/mail';
import { adminServer, someUser } from '#web/testing/admin-server.ts';
import { ADMIN, openApp } from '#web/testing/open-app.tsx';

const PAGE = '/dashboard/admin';

afterEach(() => {
  delete document.documentElement.dataset.mail;
});

const someMail = (index: number, details: Partial<Mail>): Mail => {
  const { _id, name, email } = someUser(index);
  return {
    _id,
    kind: 'recovery',
    status: 'sent',
    attempts: 1,
    createdAt: '2026-07-15T13:05:00Z',
    nextAttemptAt: null,
    finishedAt: '2026-07-15T13:06:00Z',
    failure: null,
    user: { _id, name, email },
    ...details,
  };
};

test('mails are listed with account, kind, status and attempts, and can be searched', async () => {
  document.documentElement.dataset.mail = 'on';
  const server = adminServer(0);
  server.reply(countMails, { total: 3 });
  server.reply(listMails, [
    someMail(0, {}),
    someMail(1, { kind: 'lockout', status: 'failed', attempts: 9, failure: 'EENVELOPE 550' }),
    someMail(2, {
      status: 'pending',
      user: null,
      attempts: 0,
      finishedAt: null,
      nextAttemptAt: '2026-07-15T13:10:00Z',
    }),
  ]);
  const { user, address } = await openApp(PAGE, server, { signedIn: ADMIN });
  await user.click(await screen.findByRole('tab', { name: 'Correos' }));
  expect(address()).toBe(`${PAGE}?tab=correos`);
  const table = await screen.findByRole('table', { name: 'Correos' });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows[0]).toHaveTextContent(/Enviado.*Recuperación de contraseña.*Persona 0.*persona0@ejemplo\.cl/s);
  expect(rows[1]).toHaveTextContent(
    /Fallido.*Intentos bloqueados.*El servidor de correo rechazó la dirección \(550\)/s,
  );
  expect(rows[2]).toHaveTextContent(/Pendiente/);
  await user.type(screen.getByRole('searchbox', { name: 'Buscar correos' }), 'fallido');
  await waitFor(() => expect(server.requests(listMails).at(-1)?.url.searchParams.get('search')).toBe('fallido'));
});

test('without a mail server the panel has its other lists', async () => {
  const server = adminServer(0);
  await openApp(`${PAGE}?tab=correos`, server, { signedIn: ADMIN });
  const tabs = await screen.findAllByRole('tab');
  expect(tabs.map(({ textContent }) => textContent)).toEqual([
    'Usuarios',
    'Webhooks',
    'Incidentes',
    'Contrato de encargo',
  ]);
  expect(screen.getByRole('tab', { name: 'Usuarios' })).toHaveAttribute('aria-selected', 'true');
  expect(server.requests(listMails)).toEqual([]);
});
