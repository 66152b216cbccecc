import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import * as api from '#contract/appointment-links';
import { openApp, serverFor } from '#web/testing/open-app.tsx';

const WAITING: api.LinkedWaiting = {
  professional: 'Dra. Ana Rojas',
  serviceName: 'Consulta',
  from: '2026-11-24',
  to: '2026-12-04',
  times: 'morning',
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-18T12:00:00Z') });
  return () => vi.useRealTimers();
});

async function open() {
  const server = serverFor();
  server.refuse(api.getLinkedAppointment, 'LINK_ENDED');
  server.reply(api.getLinkedWaiting, WAITING);
  const { user } = await openApp('/cita/secreto', server, { signedIn: null });
  await screen.findByRole('heading', { level: 1, name: 'Estás en la lista de espera de Dra. Ana Rojas' });
  return { server, leave: () => user.click(screen.getByRole('button', { name: 'Salir de la lista de espera' })) };
}

test('the link of a waiting list says what is waited for, and changes nothing before a press', async () => {
  const { server, leave } = await open();
  expect(screen.getByText('Consulta')).toBeVisible();
  expect(screen.getByText('del martes 24 de noviembre al viernes 4 de diciembre, en la mañana')).toBeVisible();
  expect(server.requests(api.unsubscribeByLink)).toEqual([]);

  server.reply(api.unsubscribeByLink, undefined);
  await leave();
  const heading = await screen.findByRole('heading', { name: 'Saliste de la lista de espera de Dra. Ana Rojas' });
  await waitFor(() => expect(heading).toHaveFocus());
  expect(server.requests(api.unsubscribeByLink)).toHaveLength(1);
  expect(screen.getByText('Ya no te avisaremos si se libera una hora.')).toBeVisible();
  expect(screen.getByText('Consulta')).not.toBeVisible();
  expect(screen.queryByRole('button', { name: 'Salir de la lista de espera' })).not.toBeInTheDocument();
});

test('an entry that waits for its person is confirmed by a press', async () => {
  const server = serverFor();
  server.refuse(api.getLinkedAppointment, 'LINK_ENDED');
  server.reply(api.getLinkedWaiting, { ...WAITING, isToConfirm: true });
  server.reply(api.confirmLinkedWaiting, WAITING);
  const { user } = await openApp('/cita/secreto', server, { signedIn: null });
  await screen.findByRole('heading', { name: '¿Quieres estar en la lista de espera de Dra. Ana Rojas?' });
  expect(screen.getByRole('button', { name: 'No quiero estar en la lista' })).toBeVisible();
  expect(server.requests(api.confirmLinkedWaiting)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Sí, avísenme si se libera una hora' }));
  const heading = await screen.findByRole('heading', { name: 'Estás en la lista de espera de Dra. Ana Rojas' });
  await waitFor(() => expect(heading).toHaveFocus());
  expect(server.requests(api.confirmLinkedWaiting)).toHaveLength(1);
  expect(screen.queryByRole('button', { name: /avísenme/ })).not.toBeInTheDocument();
});

test('a failure keeps the button for another try, and an entry that ended says so', async () => {
  const { server, leave } = await open();
  server.refuse(api.unsubscribeByLink, 'TOO_MANY_TRIES');
  await leave();
  expect(await screen.findByText(/./, { selector: '[data-part="waiting-problem"]' })).toBeVisible();
  server.refuse(api.unsubscribeByLink, 'LINK_ENDED');
  await leave();
  expect(await screen.findByRole('heading', { name: 'Este enlace ya no es válido' })).toHaveFocus();
});
