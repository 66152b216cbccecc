import { render, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getPatient, type Patient } from '#contract/patients';
import { setPatientBlocked } from '#contract/rights-requests';
import { PatientLine } from '#web/patients/patient-line.tsx';
import { question } from '#web/testing/agenda-server.ts';
import { clinicalServer, PROFILE, ROSA } from '#web/testing/clinical-server.ts';
import { expectToast, openApp } from '#web/testing/open-app.tsx';
import { patientNumber, patientsServer } from '#web/testing/patients-server.ts';

const BLOCKED: Patient = { ...ROSA, blocked: true, blockedAt: '2026-07-10T13:05:00.000Z' };

async function openProfile(patient: Patient) {
  const server = clinicalServer();
  server.reply(getPatient, patient);
  server.reply(setPatientBlocked, ({ body }) => ((body as { blocked: boolean }).blocked ? BLOCKED : ROSA));
  const { user } = await openApp(PROFILE, server);
  await screen.findByRole('heading', { level: 1, name: patient.name });
  return { server, user };
}

test('the processing is blocked after a question that says what it stops', async () => {
  const { server, user } = await openProfile(ROSA);
  expect(screen.queryByRole('region', { name: 'Uso de datos bloqueado' })).not.toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'Bloquear el uso de datos' }));
  const asked = await question('¿Bloquear el uso de datos?');
  expect(asked.getByText(/no recibirá recordatorios, mensajes ni documentos/)).toBeVisible();
  expect(asked.getByText(/enlaces que ya recibió dejarán de funcionar/)).toBeVisible();
  await user.click(asked.getByRole('button', { name: 'Sí, bloquear' }));
  await expectToast('El uso de datos quedó bloqueado');
  expect(server.requests(setPatientBlocked)[0]?.body).toEqual({ blocked: true });
  const banner = await screen.findByRole('region', { name: 'Uso de datos bloqueado' });
  expect(banner).toHaveTextContent(
    'Uso de datos bloqueado desde el 10/07/2026 09:05. No se le envía ni se comparte nada.',
  );
  expect(screen.queryByRole('button', { name: 'Bloquear el uso de datos' })).not.toBeInTheDocument();
});

test('the block is lifted after a question', async () => {
  const { server, user } = await openProfile(BLOCKED);
  const banner = within(await screen.findByRole('region', { name: 'Uso de datos bloqueado' }));
  await user.click(banner.getByRole('button', { name: 'Levantar bloqueo' }));
  const asked = await question('¿Levantar bloqueo?');
  expect(asked.getByText(/volverá a recibir tus recordatorios/)).toBeVisible();
  await user.click(asked.getByRole('button', { name: 'Sí, levantar' }));
  await expectToast('El bloqueo quedó levantado');
  expect(server.requests(setPatientBlocked)[0]?.body).toEqual({ blocked: false });
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Uso de datos bloqueado' })).not.toBeInTheDocument());
});

test('the line above what is written about a patient says so', () => {
  const { rerender } = render(<PatientLine patient={BLOCKED} bookingNote={undefined} className="" />);
  expect(screen.getByRole('region')).toHaveTextContent(/^Uso de datos bloqueado · /);
  rerender(<PatientLine patient={ROSA} bookingNote={undefined} className="" />);
  expect(screen.getByRole('region')).not.toHaveTextContent('Uso de datos bloqueado');
});

test('the list marks a blocked patient', async () => {
  const patients = [patientNumber(1, { name: 'Rosa Díaz', blocked: true }), patientNumber(2, { name: 'Luis Rojas' })];
  await openApp('/dashboard/pacientes', patientsServer(patients));
  const card = async (name: string) => (await screen.findByRole('link', { name })).closest('li') as HTMLElement;
  expect(await card('Rosa Díaz')).toHaveTextContent('Uso de datos bloqueado');
  expect(await card('Luis Rojas')).not.toHaveTextContent('Uso de datos bloqueado');
});
