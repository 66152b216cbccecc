import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  countProcessingAgreements,
  listProcessingAgreements,
  PROCESSING_AGREEMENT,
} from '#contract/processing-agreement';
import { adminServer, someUser } from '#web/testing/admin-server.ts';
import { ADMIN, openApp } from '#web/testing/open-app.tsx';

const account = (index: number, role: 'admin' | 'professional' = 'professional') => {
  const { _id, name, email } = someUser(index);
  return { _id, name, email, role };
};
const EARLIER = { version: '2025-01', acceptedAt: '2025-02-01T15:00:00.000Z' };
const CURRENT = { version: PROCESSING_AGREEMENT.version, acceptedAt: '2026-11-20T15:00:00.000Z' };

test('each account has the versions that it accepted, and can be searched', async () => {
  const server = adminServer(4);
  server.reply(countProcessingAgreements, { total: 4 });
  server.reply(listProcessingAgreements, [
    { user: account(0), history: [CURRENT, EARLIER] },
    { user: account(1), history: [EARLIER] },
    { user: account(2), history: [] },
    { user: account(3, 'admin'), history: [] },
  ]);
  const { user } = await openApp('/dashboard/admin?tab=encargo', server, { signedIn: ADMIN });
  const table = await screen.findByRole('table', { name: 'Contrato de encargo' });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows[0]).toHaveTextContent(
    new RegExp(`Persona 0.*Vigente.*${CURRENT.version}, el 20/11/2026.*2025-01, el 01/02/2025`, 's'),
  );
  expect(rows[1]).toHaveTextContent(/Versión anterior/);
  expect(rows[2]).toHaveTextContent(/Pendiente/);
  expect(rows[3]).toHaveTextContent(/Administración/);
  await user.type(screen.getByRole('searchbox', { name: 'Buscar cuentas' }), 'ana');
  await waitFor(() =>
    expect(server.requests(listProcessingAgreements).at(-1)?.url.searchParams.get('search')).toBe('ana'),
  );
});
