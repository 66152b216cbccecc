import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import * as api from '#contract/admin';
import { setIdentity } from '#contract/professional-identity';
import { adminServer, someUser } from '#web/testing/admin-server.ts';
import { fill } from '#web/testing/form-fields.ts';
import { ADMIN, expectToast, openApp } from '#web/testing/open-app.tsx';

const PERSON = { ...someUser(0), rnpi: '763509' };
const { name, rut, rnpi, profession } = PERSON;
const VERIFIED: api.AdminUser = {
  ...PERSON,
  identity: 'verified',
  identityCheck: { at: '2026-11-12T12:34:00Z', by: 'Administración', evidence: 'RNPI 763509, vigente' },
};

async function openDetails(shown: api.AdminUser) {
  const server = adminServer(2);
  server.reply(api.getUser, shown);
  const { user } = await openApp('/dashboard/admin', server, { signedIn: ADMIN });
  await user.click(await screen.findByRole('button', { name: someUser(0).name }));
  const section = await screen.findByRole('region', { name: 'Identidad' });
  return { server, user, section };
}
const press = (section: HTMLElement, label: string) => within(section).getByRole('button', { name: label });

test('an identity that was compared with the register is confirmed, and not without saying what was seen', async () => {
  const { server, user, section } = await openDetails(PERSON);
  expect(section).toHaveTextContent('Declarada, no verificada');
  await user.click(press(section, 'Confirmar identidad'));
  const field = within(section).getByLabelText('Qué viste en el registro');
  expect(field).toHaveAccessibleDescription(/Escribe qué viste en el registro/);
  expect(server.requests(setIdentity)).toEqual([]);

  server.reply(setIdentity, undefined);
  server.reply(api.getUser, VERIFIED);
  await fill('Qué viste en el registro', 'RNPI 763509, vigente');
  await user.click(press(section, 'Confirmar identidad'));
  await expectToast(`Identidad de ${name} actualizada`);
  const seen = { name, rut, rnpi, profession };
  expect(server.requests(setIdentity).map(({ body }) => body)).toEqual([
    { verified: true, evidence: 'RNPI 763509, vigente', seen },
  ]);
  expect(await within(section).findByText(/Confirmada el 12\/11\/2026.* por Administración/)).toBeVisible();
});

test('a confirmation is withdrawn', async () => {
  const { server, user, section } = await openDetails(VERIFIED);
  expect(section).toHaveTextContent('RNPI 763509, vigente');
  server.reply(setIdentity, undefined);
  server.reply(api.getUser, PERSON);
  await user.click(press(section, 'Retirar confirmación'));
  expect(await within(section).findByText('Declarada, no verificada')).toBeVisible();
  expect(server.requests(setIdentity).map(({ body }) => body)).toEqual([{ verified: false }]);
});

test('an account that changed meanwhile is reported and shown as it is now', async () => {
  const { server, user, section } = await openDetails(PERSON);
  server.refuse(setIdentity, 'IDENTITY_CHANGED');
  server.reply(api.getUser, { ...PERSON, name: 'Famosa Doctora' });
  await fill('Qué viste en el registro', 'RNPI 763509, vigente');
  await user.click(press(section, 'Confirmar identidad'));
  await expectToast('Los datos de la cuenta cambiaron mientras los revisabas');
  expect(await within(await screen.findByRole('dialog')).findByText('Famosa Doctora')).toBeVisible();
});

test.each([
  ['the own identity', { ...PERSON, _id: ADMIN._id }, 'No puedes confirmar tu propia identidad.'],
  ['the identity of an account without a RUT', { ...PERSON, rut: undefined }, 'La cuenta no tiene RUT'],
])('%s cannot be confirmed', async (_, shown, reason) => {
  const { section } = await openDetails(shown);
  expect(section).toHaveTextContent(reason);
  expect(within(section).queryByRole('button')).toBeNull();
});
