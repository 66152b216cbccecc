import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { me, type User } from '#contract/auth';
import { printPrescriptions } from '#contract/clinical-notes';
import { clinicalServer, noteAddress } from '#web/testing/clinical-server.ts';
import { fill } from '#web/testing/form-fields.ts';
import { ANA, expectToast, openApp, reloadApp } from '#web/testing/open-app.tsx';

const button = (name: string) => screen.findByRole('button', { name });
const openEditor = () => screen.findByLabelText('Motivo de Consulta');

function serverWith(profession: User['profession']) {
  const server = clinicalServer();
  server.reply(me, { ...ANA, profession });
  return server;
}

test.each(['Psicólogos/as', 'Nutricionistas'] as const)(
  'for %s measurements and prescriptions begin folded, and stay unfolded on this device',
  async (profession) => {
    const server = serverWith(profession);
    const address = noteAddress(server.hasNote({ reason: 'Control' }));
    const { user } = await openApp(address, server);
    await openEditor();
    expect(screen.queryByLabelText('Medicamento')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Agregar mediciones' })).toBeNull();

    expect(await button('Recetas')).toHaveAttribute('aria-expanded', 'false');
    await user.click(await button('Recetas'));
    expect(screen.getByLabelText('Medicamento')).toBeVisible();
    await user.click(await button('Mediciones'));
    expect(screen.getByLabelText('Peso (kg)')).toHaveFocus();
    await user.click(await button('Mediciones'));
    expect(screen.queryByLabelText('Peso (kg)')).toBeNull();

    await reloadApp(address, server);
    await openEditor();
    expect(await button('Recetas')).toHaveAttribute('aria-expanded', 'true');
    expect(await button('Mediciones')).toHaveAttribute('aria-expanded', 'false');
  },
);

test('a section with content is open, also after its content is removed', async () => {
  const server = serverWith('Psicólogos/as');
  const note = server.hasNote({ measurements: { weightKg: 70 }, prescriptions: [{ medicamento: 'Melatonina' }] });
  const { user } = await openApp(noteAddress(note), server);
  await openEditor();
  for (const name of ['Recetas', 'Mediciones']) expect(screen.queryByRole('button', { name })).toBeNull();
  expect(screen.getByLabelText('Peso (kg)')).toHaveValue('70');
  await fill('Peso (kg)', '');
  await user.click(await button('Quitar receta de Melatonina'));
  expect(screen.getByLabelText('Peso (kg)')).toBeVisible();
  expect(screen.getByLabelText('Medicamento')).toBeVisible();
  expect(await button('Recetas')).toHaveAttribute('aria-expanded', 'true');
});

test.each(['Médicos/as', 'Kinesiólogos/as/Fisioterapeutas'] as const)(
  'for %s nothing is folded',
  async (profession) => {
    const server = serverWith(profession);
    await openApp(noteAddress(server.hasNote()), server);
    await openEditor();
    expect(screen.getByLabelText('Medicamento')).toBeVisible();
    expect(await button('Agregar mediciones')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Recetas' })).toBeNull();
  },
);

test.each([
  ['Médicos/as', 'Recetas', 'Imprimir', 'recetas'],
  ['Psicólogos/as', 'Indicaciones', 'Imprimir indicaciones', 'indicaciones'],
  ['Enfermeros/as', 'Indicaciones', 'Imprimir indicaciones', 'indicaciones'],
] as const)('the button of %s says what the paper says: %s', async (profession, heading, label, what) => {
  const server = serverWith(profession);
  const note = server.hasNote({ prescriptions: [{ medicamento: 'Melatonina' }] });
  server.notes.finalize(note._id);
  server.respond(printPrescriptions, 200, 'no es un PDF');
  const { user } = await openApp(noteAddress(note), server);
  expect(await screen.findByRole('heading', { level: 2, name: heading })).toBeVisible();
  const print = await button(`Imprimir ${what}`);
  expect(print.textContent).toBe(label);
  await user.click(print);
  await expectToast(`No se pudo generar el PDF de ${what}`);
});
