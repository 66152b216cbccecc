import { screen, within } from '@testing-library/react';
import { generatePath } from 'react-router';
import { expect, test } from 'vitest';
import { getPatient } from '#contract/patients';
import { PATHS } from '#web/platform/paths.ts';
import { ROSA } from '#web/testing/agenda-server.ts';
import { assistantServer, PROFESSIONAL_ANA, PROFESSIONAL_LUIS } from '#web/testing/assistant-server.ts';
import { openApp } from '#web/testing/open-app.tsx';

const profile = (professional: string) =>
  `${generatePath(PATHS.patient, { id: ROSA._id })}?profesional=${professional}`;
const CONTACT = { phone: '+56 9 1234 5678', email: 'rosa@ejemplo.cl' };
const CLINICAL = /Alergias|Alertas|Notas|Preferencias/;

test('an assistant sees identity, contact and appointments, and edits them without the background', async () => {
  const server = assistantServer();
  server.reply(getPatient, { ...ROSA, ...CONTACT });
  const { user } = await openApp(profile(PROFESSIONAL_ANA._id), server);
  await screen.findByRole('heading', { level: 1, name: ROSA.name });
  const page = within(screen.getByRole('main'));
  for (const name of ['Dirección', 'Teléfono', 'Email', 'Contacto de emergencia']) {
    expect(page.getByText(name).closest('details')).toBeNull();
  }
  for (const contact of Object.values(CONTACT)) expect(page.getByRole('link', { name: contact })).toBeVisible();
  expect(page.getByRole('heading', { name: 'Citas' })).toBeVisible();
  expect(page.queryByText(CLINICAL)).not.toBeInTheDocument();
  expect(page.queryByRole('button', { name: /Exportar|Bloquear|Certificado|Atención/ })).not.toBeInTheDocument();
  await user.click(page.getByRole('button', { name: 'Editar Paciente' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Editar Paciente' }));
  expect(dialog.getByLabelText(/Teléfono/)).toBeVisible();
  expect(dialog.queryByLabelText(CLINICAL)).not.toBeInTheDocument();
  expect(dialog.queryByRole('button', { name: 'Eliminar Paciente' })).not.toBeInTheDocument();
  expect(server.refused).toEqual([]);
});

test('an assistant who may not edit patients has no button for it', async () => {
  const { navigate } = await openApp(profile(PROFESSIONAL_LUIS._id), assistantServer());
  await screen.findByRole('heading', { level: 1, name: ROSA.name });
  expect(screen.queryByRole('button', { name: 'Editar Paciente' })).not.toBeInTheDocument();
  await navigate(`${PATHS.patients}?profesional=${PROFESSIONAL_LUIS._id}&crear=paciente`);
  await screen.findByRole('link', { name: ROSA.name });
  expect(screen.queryByRole('button', { name: 'Nuevo Paciente' })).not.toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Importar' })).not.toBeInTheDocument();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test.each([PROFESSIONAL_ANA, PROFESSIONAL_LUIS])(
  'the new appointment creates a patient only where $name allows it',
  async (professional) => {
    const { _id, canEditPatients } = professional;
    const { user } = await openApp(`${PATHS.agenda}?profesional=${_id}&crear=cita`, assistantServer());
    const dialog = within(await screen.findByRole('dialog', { name: 'Nueva Cita' }));
    await user.click(await dialog.findByRole('button', { name: 'Buscar' }));
    await user.type(await dialog.findByPlaceholderText(/^Buscar/), 'Nadie');
    await dialog.findAllByText('No se encontraron pacientes');
    expect(dialog.queryByText('Crear «Nadie»') !== null).toBe(canEditPatients);
    expect(dialog.queryByText(/^No tienes permiso para agregar pacientes/) !== null).toBe(!canEditPatients);
  },
);
