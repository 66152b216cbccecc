import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { decideTestDeposit, getTestDeposit, type TestDeposit } from '#contract/deposits';
import { expectToast, openApp, serverFor } from '#web/testing/open-app.tsx';

const PAGE = '/abono-de-prueba/0197a000-0000-7000-8000-000000000001';
const DEPOSIT: TestDeposit = {
  professional: 'Dra. Ana Rojas',
  description: 'Abono de una hora',
  amount: 10_000,
  expiresAt: '2026-11-18T13:00:00.000Z',
};

afterEach(() => void vi.restoreAllMocks());

const open = (server: ReturnType<typeof serverFor>) => openApp(PAGE, server, { signedIn: null });

test('without a session the page says what is paid, and the decision leads back', async () => {
  const server = serverFor();
  server.reply(getTestDeposit, DEPOSIT);
  const leave = vi.spyOn(location, 'assign').mockReturnValue();
  const { user } = await open(server);
  for (const text of ['Dra. Ana Rojas', 'Abono de una hora', '$10.000 CLP', /^18\/11\/2026/]) {
    expect(await screen.findByText(text)).toBeVisible();
  }
  expect(screen.getByText('Esto es una prueba: no se mueve dinero.')).toBeVisible();

  server.respond(decideTestDeposit, 500, {}, 1);
  await user.click(screen.getByRole('button', { name: 'Rechazar pago' }));
  await expectToast('No se pudo registrar el abono de prueba');
  server.reply(decideTestDeposit, { returnTo: '/cita/secreto' });
  await user.click(screen.getByRole('button', { name: 'Aprobar pago' }));
  await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith('/cita/secreto'));
  expect(server.requests(decideTestDeposit).map(({ body }) => body)).toEqual([
    { outcome: 'rejected' },
    { outcome: 'approved' },
  ]);
});

test('a deposit that does not exist cannot be paid', async () => {
  const server = serverFor();
  server.refuse(getTestDeposit, 'NOT_FOUND');
  await open(server);
  expect(await screen.findByText('Este abono de prueba no existe, o el servidor se reinició.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Aprobar pago' })).not.toBeInTheDocument();
});
