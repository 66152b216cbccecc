import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import * as api from '#contract/admin';
import type { Endpoint } from '#contract/endpoint';
import { adminServer, someUser } from '#web/testing/admin-server.ts';
import type { MockServer } from '#web/testing/mock-server.ts';
import { expectToast, openApp, reloadApp } from '#web/testing/open-app.tsx';

const PAGE = '/dashboard/admin';
const { name: NAME, email: EMAIL } = someUser(0);

const button = (name: string) => screen.findByRole('button', { name });
const dialog = (name: string) => screen.findByRole('dialog', { name });

/** The text is in the toast and in the place of what is missing, with a button to try again. */
async function expectFailure(text: string): Promise<void> {
  await expectToast(text);
  await waitFor(() => {
    const place = screen.getAllByText(text).find((one) => one.closest('main, [role=dialog]'));
    const retry = place?.parentElement?.querySelector('button');
    expect(retry).toHaveTextContent('Volver a intentar');
  });
}

test('a list that fails to load is reported and can be retried in its place', async () => {
  const server = adminServer(1);
  for (const endpoint of [api.getSubscriptionOfUser, api.listPaymentsOfUser, api.listWebhooks]) {
    server.respond(endpoint, 500, {});
  }
  server.reply(api.countWebhooks, { total: 0 });
  server.respond(api.getUser, 500, {}, 2);
  const { user } = await openApp(PAGE, server);
  await user.click(await button(NAME));
  const details = await dialog('Detalles del usuario');
  await expectFailure('No se pudo cargar la información del usuario');
  await user.click(within(details).getByRole('button', { name: 'Volver a intentar' }));
  expect(await within(details).findByText('12.345.678-5')).toBeVisible();
  await user.click(within(details).getByRole('button', { name: 'Cerrar' }));

  await user.click(await button(`Ver pagos y webhooks: ${NAME}`));
  await expectToast(/No se (pudo cargar la información de la suscripción|pudieron cargar los pagos)/);
  const billing = await dialog('Pagos y webhooks');
  expect(await within(billing).findByText('No se pudo cargar la información de la suscripción')).toBeVisible();
  expect(await within(billing).findByText('No se pudieron cargar los pagos')).toBeVisible();
  await user.click(within(billing).getByRole('button', { name: 'Cerrar' }));

  await user.click(screen.getByRole('tab', { name: 'Webhooks' }));
  await expectFailure('No se pudieron cargar los webhooks');
  server.respond(api.listUsers, 500, {}, 2);
  await reloadApp(PAGE, server);
  await expectFailure('No se pudieron cargar los usuarios');
  await user.click(await button('Volver a intentar'));
  expect(await screen.findByText(EMAIL)).toBeVisible();
});

interface Refused {
  endpoint: Endpoint;
  confirmLabel: string;
  failed: string;
}

/** Confirms twice while the server refuses, once without and once with a message, and then cancels. */
async function expectRefusals(user: UserEvent, server: MockServer, { endpoint, confirmLabel, failed }: Refused) {
  for (const [reply, text] of [
    [{}, failed],
    [{ error: 'El servidor dice que no' }, 'El servidor dice que no'],
  ] as const) {
    server.respond(endpoint, 409, reply, 1);
    await user.click(await button(confirmLabel));
    await expectToast(`Error${text}`);
  }
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancelar' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
}

test('an action that fails is reported, in the words of the server if it gives any', async () => {
  const server = adminServer(1);
  const { user } = await openApp(PAGE, server);
  for (const [action, endpoint, confirmLabel, failed] of [
    ['Activar suscripción', api.setSubscription, 'Sí, activar', 'No se pudo actualizar la suscripción'],
    ['Restablecer contraseña', api.resetPassword, 'Sí, restablecer', 'No se pudo restablecer la contraseña'],
    ['Eliminar usuario', api.deleteUser, 'Sí, eliminar usuario', 'No se pudo eliminar el usuario'],
  ] as const) {
    await user.click(await button(`${action}: ${NAME}`));
    await expectRefusals(user, server, { endpoint, confirmLabel, failed });
    expect(screen.getByText(EMAIL)).toBeVisible();
  }

  await user.click(await button(`Ver pagos y webhooks: ${NAME}`));
  await user.click(await button('Eliminar pago: Plan Profesional anual, 15/07/2026 09:05'));
  await expectRefusals(user, server, {
    endpoint: api.deletePayment,
    confirmLabel: 'Sí, eliminar pago',
    failed: 'No se pudo eliminar el pago',
  });
  await user.click(within(await dialog('Pagos y webhooks')).getByRole('tab', { name: 'Webhooks' }));
  await user.click(await button('Eliminar webhook: payment, 15/07/2026 09:05'));
  await expectRefusals(user, server, {
    endpoint: api.deleteWebhook,
    confirmLabel: 'Sí, eliminar webhook',
    failed: 'No se pudo eliminar el webhook',
  });
});
