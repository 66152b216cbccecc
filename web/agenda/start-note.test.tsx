import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type Appointment, type AppointmentStatus, listAppointments } from '#contract/agenda';
import { canWriteClinically } from '#contract/clinical-notes';
import { getPatient } from '#contract/patients';
import { appointmentOf } from '#web/testing/appointments.ts';
import { openApp } from '#web/testing/open-app.tsx';
import { patientNumber, patientsServer } from '#web/testing/patients-server.ts';

const ROSA = patientNumber(1);

/** At nine o'clock of 2026-11-16. */
function serverOn(appointments: Appointment[]) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-16T12:00:00Z') });
  const server = patientsServer([ROSA]);
  server.reply(listAppointments, appointments);
  server.reply(getPatient, ROSA);
  server.reply(canWriteClinically, { canCreate: true, message: '' });
  return server;
}

async function openMenu(date: string, status: AppointmentStatus, search = '') {
  const appointment = appointmentOf(ROSA, { date, status });
  const server = serverOn([appointment]);
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

test('today «Iniciar atención» stands on each open appointment without opening its menu', async () => {
  const [waiting, later] = [
    appointmentOf(ROSA, { time: '08:00', status: 'arrived' }),
    appointmentOf(ROSA, { time: '11:00' }),
  ];
  const done = appointmentOf(ROSA, { time: '10:00', status: 'attended' });
  const { user, address } = await openApp('/dashboard/agenda', serverOn([waiting, done, later]));
  const links = await screen.findAllByRole('link', { name: 'Iniciar atención de Rosa Díaz' });
  const note = (one: Appointment) => `/dashboard/pacientes/${ROSA._id}/atencion?cita=${one._id}`;
  expect(links.map((link) => link.getAttribute('href'))).toEqual([note(waiting), note(later)]);
  // A double click on it does not open the profile instead.
  await user.dblClick(links[0] as HTMLElement);
  await waitFor(() => expect(address()).toBe(note(waiting)));
});

test('on another day it is in the menu alone', async () => {
  const { menu } = await openMenu('2026-11-13', 'scheduled');
  expect(menu.getByRole('menuitem', { name: 'Iniciar atención' })).toBeVisible();
  expect(screen.queryByRole('link', { name: /Iniciar atención/ })).not.toBeInTheDocument();
});
