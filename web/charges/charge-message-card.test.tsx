import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getCalendarLink } from '#contract/calendar-link';
import {
  type ChargeSettings,
  DEFAULT_CHARGE_MESSAGE,
  getChargeSettings,
  putChargeSettings,
} from '#contract/charge-reminders';
import { expectToast, openApp, serverFor } from '#web/testing/open-app.tsx';

async function openSettings(message = '') {
  const server = serverFor();
  server.reply(getCalendarLink, { link: null });
  server.reply(getChargeSettings, { message });
  server.reply(putChargeSettings, ({ body }) => body as ChargeSettings);
  const { user } = await openApp('/dashboard/configuracion/agenda', server);
  const section = (await screen.findByRole('heading', { name: 'Mensaje de pagos pendientes' })).closest('section');
  if (!section) throw new Error('The heading is in no card');
  const card = within(section);
  const field = await card.findByLabelText<HTMLTextAreaElement>('Texto del recordatorio de pago');
  return { server, user, card, field, saved: () => server.requests(putChargeSettings).map(({ body }) => body) };
}

test('the text is written with its variables and saved', async () => {
  const { user, card, field, saved } = await openSettings();
  await user.click(field);
  await user.paste('Hola ');
  await user.click(card.getByRole('button', { name: 'Insertar {paciente} en el recordatorio de pago' }));
  await user.paste(', debes ');
  await user.click(card.getByRole('button', { name: 'Insertar {monto} en el recordatorio de pago' }));
  expect(card.getByText('Hola Rosa, debes $25.000')).toBeVisible();
  await user.click(card.getByRole('button', { name: 'Guardar mensaje' }));
  await expectToast('Mensaje guardado correctamente');
  expect(saved()).toEqual([{ message: 'Hola {paciente}, debes {monto}' }]);
});

test('an empty message is the text of the product, which may be the beginning of an own one', async () => {
  const { user, card, field } = await openSettings();
  expect(card.getByText(/^Hola Rosa: te escribimos de la consulta de Ana Pérez Soto/)).toBeVisible();
  await user.click(card.getByRole('button', { name: /^Usar el texto de ejemplo/ }));
  expect(field).toHaveValue(DEFAULT_CHARGE_MESSAGE);
  expect(field).toHaveFocus();
});

test('a variable that does not exist is refused', async () => {
  const { user, card, field, saved } = await openSettings();
  await user.click(field);
  await user.paste('Paga en {enlace}');
  await user.click(card.getByRole('button', { name: 'Guardar mensaje' }));
  await card.findByText('No existe la variable {enlace}');
  expect(saved()).toEqual([]);
});
