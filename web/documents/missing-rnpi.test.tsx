import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { me, type User } from '#contract/auth';
import { AGENDA, dialog } from '#web/testing/agenda-server.ts';
import { assistantServer, PROFESSIONAL_ANA } from '#web/testing/assistant-server.ts';
import { ATTENDED, chargesServer, chargeWith, paymentWith, withCharges } from '#web/testing/charges-server.ts';
import { clinicalServer, noteAddress } from '#web/testing/clinical-server.ts';
import { finalizingQuestion } from '#web/testing/finalizing.ts';
import { ANA, openApp } from '#web/testing/open-app.tsx';

const UNREGISTERED: User = { ...ANA, rnpi: undefined };
const PSYCHOLOGIST: User = { ...UNREGISTERED, profession: 'Psicólogos/as' };
const PRESCRIBED = { reason: 'Control', prescriptions: [{ medicamento: 'Losartán' }] };

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const missing = () => screen.queryByText(/RNPI/);

test('a prescription without RNPI says so while it is written, before it is finalised and before it is printed', async () => {
  const server = clinicalServer(UNREGISTERED);
  const note = server.hasNote(PRESCRIBED);
  const { user, navigate } = await openApp(noteAddress(note), server, { signedIn: UNREGISTERED });
  await screen.findByRole('list', { name: 'Recetas agregadas' });
  expect(screen.getByText(/Falta tu RNPI: la receta que finalices ahora saldrá sin él/)).toBeVisible();
  await user.click(await button('Guardar Permanentemente'));
  expect(await finalizingQuestion()).toHaveTextContent('Receta sin tu RNPI');

  const finalized = server.hasNote(PRESCRIBED);
  server.notes.finalize(finalized._id);
  await user.click(within(await finalizingQuestion()).getByRole('button', { name: 'Seguir editando' }));
  await navigate(noteAddress(finalized));
  expect(await screen.findByText(/Tu cuenta no tiene RNPI: esta receta sale sin él/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Agregar RNPI' })).toHaveAttribute('href', '/dashboard/configuracion');
});

test.each([
  ['of a professional with RNPI', ANA],
  ['of a profession that does not prescribe', PSYCHOLOGIST],
])('a prescription %s needs no remark', async (_, signedIn) => {
  const server = clinicalServer(signedIn);
  const note = server.hasNote(PRESCRIBED);
  const { user } = await openApp(noteAddress(note), server, { signedIn });
  await screen.findByRole('list', { name: 'Recetas agregadas' });
  expect(missing()).toBeNull();
  await user.click(await button('Guardar Permanentemente'));
  expect(await finalizingQuestion()).not.toHaveTextContent('RNPI');
});

const paid = () => chargeWith({ appointmentId: ATTENDED._id, payments: [paymentWith()] });

test.each([
  [UNREGISTERED, true],
  [PSYCHOLOGIST, true],
  [ANA, false],
])('a receipt of any profession says that the RNPI is missing: %#', async (signedIn, isMissing) => {
  const server = chargesServer([paid()]);
  server.reply(me, signedIn);
  const { user } = await openApp(AGENDA, server, { signedIn });
  await user.click(await button(/: ver el cobro a Rosa Díaz/));
  const view = await dialog('Cobro');
  await view.findByRole('button', { name: 'Comprobante (PDF)' });
  const text = 'Falta tu RNPI: el comprobante saldrá sin él, y los seguros lo piden.';
  expect(view.queryByText(text) !== null).toBe(isMissing);
});

test('an assistant, who could not add it, is not told', async () => {
  const professionals = [{ ...PROFESSIONAL_ANA, canCharge: true }];
  const server = withCharges(assistantServer({ professionals, appointments: [{ ...ATTENDED }] }), [paid()]);
  const { user } = await openApp(`${AGENDA}&profesional=${PROFESSIONAL_ANA._id}`, server);
  await user.click(await button(/: ver el cobro a Rosa Díaz/));
  await (await dialog('Cobro')).findByRole('button', { name: 'Comprobante (PDF)' });
  expect(missing()).toBeNull();
});
