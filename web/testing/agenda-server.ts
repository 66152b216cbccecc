import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import {
  type Appointment,
  type AppointmentChange,
  changeAppointment,
  type createAppointment,
  listAppointments,
} from '#contract/agenda';
import { ERRORS } from '#contract/errors';
import { fillFields } from './form-fields.ts';
import { openApp } from './open-app.tsx';
import { patientNumber, patientsServer } from './patients-server.ts';

export const DAY = '2030-01-07';
export const AGENDA = `/dashboard/agenda?fecha=${DAY}`;
export const ROSA = patientNumber(1, { rut: '12345678-5' });
export const APPOINTMENT: Appointment = {
  _id: '0197a000-0000-7000-8000-0000000000c1',
  patientId: ROSA._id,
  patientName: ROSA.name,
  patientRut: ROSA.rut,
  date: DAY,
  time: '09:30',
  duration: 30,
  status: 'scheduled',
  overbooked: false,
};
export const OF_SERIES: Appointment = { ...APPOINTMENT, seriesId: '0197a000-0000-7000-8000-0000000000f1' };

/** Keeps the appointments like the real server: it changes them, and lists the open or the cancelled ones of a day. */
export function agendaServer(kept: Appointment[] = []) {
  const server = patientsServer([ROSA]);
  server.reply(listAppointments, ({ url: { searchParams } }) => {
    const [from, to] = ['from', 'to'].map((name) => searchParams.get(name) ?? searchParams.get('date') ?? '');
    const asksCancelled = searchParams.get('status') === 'cancelled';
    const isAsked = ({ status }: Appointment) => (status === 'cancelled') === asksCancelled;
    return kept.filter((one) => one.date >= (from ?? '') && one.date <= (to ?? '') && isAsked(one));
  });
  server.reply(changeAppointment, ({ url, body }) => {
    const at = kept.findIndex(({ _id }) => url.pathname.endsWith(_id));
    const { scope: _, notifyPatient: __, ...change } = body as AppointmentChange;
    return Object.assign(kept[at] ?? {}, change) as Appointment;
  });
  return server;
}

export const taken = (...days: string[]) => {
  const { status, message } = ERRORS.SLOT_TAKEN;
  const details = days.map((field) => ({ field, message }));
  return [status, { code: 'SLOT_TAKEN', error: message, message, details }] as const;
};

export const bodies = (
  server: ReturnType<typeof agendaServer>,
  endpoint: typeof changeAppointment | typeof createAppointment,
) => server.requests(endpoint).map(({ body }) => body);
export const statusButton = (patient = ROSA.name) =>
  screen.findByLabelText(new RegExp(`estado de la cita de ${patient}`));
export const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
export const question = async (name: string) => within(await screen.findByRole('alertdialog', { name }));

export async function chooseStatus(user: UserEvent, name: string, patient = ROSA.name) {
  await user.click(await statusButton(patient));
  await user.click(await screen.findByRole('menuitemradio', { name }));
}

export async function newAppointment(server = agendaServer()) {
  const app = await openApp(AGENDA, server);
  await app.user.click(await screen.findByLabelText(/ a las 09:00, agendar$/));
  const form = await dialog('Nueva Cita');
  await form.findByText('Seleccionar paciente');
  fillFields({ Paciente: ROSA._id });
  return { ...app, server, form, create: () => app.user.click(form.getByText('Crear Cita')) };
}
