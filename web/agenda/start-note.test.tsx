import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type AppointmentStatus, listAppointments } from '#contract/agenda';
import { canWriteClinically } from '#contract/clinical-notes';
import { getPatient } from '#contract/patients';
import { appointmentOf } from '#web/testing/appointments.ts';
import { openApp } from '#web/testing/open-app.tsx';
import { patientNumber, patientsServer } from '#web/testing/patients-server.ts';

const ROSA = patientNumber(1);

async function openMenu(date: string, status: AppointmentStatus, search = '') {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-16T12:00:00Z') });
  const server = patientsServer([ROSA]);
  const appointment = appointmentOf(ROSA, { date, status });
  server.reply(listAppointments, [appointment]);
  server.reply(getPatient, ROSA);
  server.reply(canWriteClinically, { canCreate: true, message: '' });
  const app = await openApp(`/dashboard/agenda?fecha=${date}${search}`, server);
  await app.user.click(await screen.findByRole('button', { name: /estado de la cita de Rosa Díaz/ }));
  return { ...app, appointment, menu: within(await screen.findByRole('menu')) };
}

test.each(['', '&vista=semana'])(
  '«Iniciar atención» opens a new note with the appointment: agenda%s',
  async (search) => {
    const { user, menu, appointment, address } = await openMenu('2026-11-16', 'arrived', search);
    await user.click(menu.getByRole('menuitem', { name: 'Iniciar atención' }));
    await waitFor(() => expect(address()).toBe(`/dashboard/pacientes/${ROSA._id}/atencion?cita=${appointment._id}`));
    expect(await screen.findByRole('heading', { level: 1, name: 'Nueva Nota Clínica' })).toBeVisible();
  },
);

test.each<[string, AppointmentStatus, boolean]>([
  ['2026-11-13', 'scheduled', true],
  ['2026-11-17', 'scheduled', false],
  ['2026-11-16', 'attended', false],
  ['2026-11-16', 'no-show', false],
])('is offered today and later while the appointment is open: %s, %s', async (date, status, isOffered) => {
  const { menu } = await openMenu(date, status);
  expect(menu.getByRole('menuitem', { name: 'Cambiar hora' })).toBeVisible();
  expect(menu.queryAllByRole('menuitem', { name: 'Iniciar atención' })).toHaveLength(isOffered ? 1 : 0);
});
