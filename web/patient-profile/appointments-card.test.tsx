import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type Appointment, changeAppointment, createAppointment, listAppointments } from '#contract/agenda';
import { APPOINTMENTS_PER_PAGE } from '#contract/appointments-query';
import { listCertificates } from '#contract/certificates';
import { canWriteClinically, listClinicalNotes } from '#contract/clinical-notes';
import { addDays } from '#contract/days';
import { ERRORS } from '#contract/errors';
import { getPatient } from '#contract/patients';
import { appointmentOf } from '#web/testing/appointments.ts';
import { expectToast, openApp } from '#web/testing/open-app.tsx';
import { patientNumber, patientsServer } from '#web/testing/patients-server.ts';

const ROSA = patientNumber(1);
const PROFILE = `/dashboard/pacientes/${ROSA._id}`;
const TODAY = '2026-11-16';

/** Answers pages as the server does. The list begins with the last appointment. */
function profileServer(appointments: Appointment[]) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${TODAY}T15:00:00Z`) });
  const server = patientsServer();
  server.reply(getPatient, ROSA);
  server.reply(canWriteClinically, { canCreate: true, message: '' });
  server.reply(listClinicalNotes, []);
  server.reply(listCertificates, []);
  server.reply(listAppointments, ({ url: { searchParams } }) => {
    const from = appointments.findIndex(({ _id }) => _id === searchParams.get('before')) + 1;
    return searchParams.get('patientId') === ROSA._id ? appointments.slice(from, from + APPOINTMENTS_PER_PAGE) : [];
  });
  return server;
}

const card = async () => {
  await screen.findByRole('button', { name: 'Nueva Cita' });
  const heading = await screen.findByRole('heading', { name: 'Citas' });
  return within(heading.closest('section') as HTMLElement);
};
const rowsOf = async (name: string) => {
  const list = await (await card()).findByRole('list', { name });
  return within(list)
    .getAllByRole('listitem')
    .map((item) => item.textContent);
};

test('upcoming ones first, then past ones, with status, absences and the day in the agenda', async () => {
  await openApp(
    PROFILE,
    profileServer([
      appointmentOf(ROSA, { date: '2026-12-01', status: 'cancelled' }),
      appointmentOf(ROSA, { date: '2026-11-30', status: 'confirmed' }),
      appointmentOf(ROSA, { date: TODAY, time: '18:00', overbooked: true }),
      appointmentOf(ROSA, { date: '2026-11-02', status: 'no-show' }),
      appointmentOf(ROSA, { date: '2026-10-05', status: 'no-show', duration: 60 }),
    ]),
  );
  expect(await rowsOf('Próximas')).toEqual([
    '16/11/2026 18:00 - 18:30SobrecupoAgendada',
    '30/11/2026 09:00 - 09:30Confirmada',
    '01/12/2026 09:00 - 09:30CanceladaReactivar',
  ]);
  expect(await rowsOf('Anteriores')).toEqual([
    '02/11/2026 09:00 - 09:30No asistió',
    '05/10/2026 09:00 - 10:00No asistió',
  ]);
  expect((await card()).getByText('2 inasistencias')).toBeVisible();
  const [first] = (await card()).getAllByRole('link');
  expect(first).toHaveAttribute('href', `/dashboard/agenda?fecha=${TODAY}`);
  expect((await card()).queryByRole('button', { name: 'Ver más' })).not.toBeInTheDocument();
});

test('says what the patient answered, while the appointment is as the patient left it', async () => {
  // In November Santiago is three hours behind UTC.
  const at = '2026-11-15T12:05:00.000Z';
  await openApp(
    PROFILE,
    profileServer([
      appointmentOf(ROSA, {
        date: '2026-12-03',
        status: 'cancelled',
        patientAnswer: { answer: 'cancelled', at, reason: 'Viaje' },
      }),
      appointmentOf(ROSA, { date: '2026-12-02', status: 'cancelled', patientAnswer: { answer: 'confirmed', at } }),
      appointmentOf(ROSA, { date: '2026-12-01', status: 'confirmed', patientAnswer: { answer: 'confirmed', at } }),
      appointmentOf(ROSA, { date: '2026-11-05', status: 'attended', patientAnswer: { answer: 'moved', at } }),
    ]),
  );
  expect(await rowsOf('Próximas')).toEqual([
    '01/12/2026 09:00 - 09:30ConfirmadaLa confirmó el paciente, 15/11/2026 09:05',
    '02/12/2026 09:00 - 09:30CanceladaReactivar',
    '03/12/2026 09:00 - 09:30CanceladaReactivarLa canceló el paciente, 15/11/2026 09:05: «Viaje»',
  ]);
  expect(await rowsOf('Anteriores')).toEqual([
    '05/11/2026 09:00 - 09:30AtendidaLa cambió el paciente, 15/11/2026 09:05',
  ]);
});

test('a cancelled appointment does not link to the agenda, which does not show it, and is reactivated if its slot is free', async () => {
  const appointment = appointmentOf(ROSA, { date: '2026-12-01', status: 'cancelled' });
  const server = profileServer([appointment]);
  server.reply(changeAppointment, () => Object.assign(appointment, { status: 'scheduled' }));
  server.refuse(changeAppointment, 'SLOT_TAKEN', 1);
  const { user } = await openApp(PROFILE, server);
  const row = within(await (await card()).findByRole('list', { name: 'Próximas' }));
  expect(row.queryByRole('link')).not.toBeInTheDocument();
  const reactivate = () => row.getByRole('button', { name: 'Reactivar la cita del 01/12/2026 a las 09:00' });
  await user.click(reactivate());
  await expectToast(ERRORS.SLOT_TAKEN.message);
  expect(await rowsOf('Próximas')).toEqual(['01/12/2026 09:00 - 09:30CanceladaReactivar']);
  await user.click(reactivate());
  await expectToast('La cita quedó como «Agendada»');
  expect(await rowsOf('Próximas')).toEqual(['01/12/2026 09:00 - 09:30Agendada']);
  const sent = server.requests(changeAppointment).map(({ body }) => body);
  expect(sent).toEqual(Array(2).fill({ status: 'scheduled', scope: 'one' }));
});

test('a long list is shown and requested page by page', async () => {
  const appointments = Array.from({ length: APPOINTMENTS_PER_PAGE + 5 }, (_, days) =>
    appointmentOf(ROSA, { date: addDays(TODAY, -1 - days), status: days % 100 === 1 ? 'no-show' : 'attended' }),
  );
  const server = profileServer(appointments);
  const { user } = await openApp(PROFILE, server);
  expect(await rowsOf('Anteriores')).toHaveLength(3);
  expect((await card()).getByText('Al menos 2 inasistencias')).toBeVisible();
  const more = (await card()).getByRole('button', { name: 'Ver más' });
  await user.click(more);
  expect(await rowsOf('Anteriores')).toHaveLength(23);
  expect(server.requests(listAppointments)).toHaveLength(1);

  for (let clicks = 0; clicks < 10; clicks += 1) await user.click(more);
  await waitFor(async () => expect(await rowsOf('Anteriores')).toHaveLength(appointments.length));
  expect(server.requests(listAppointments)).toHaveLength(2);
  expect((await card()).getByText('3 inasistencias')).toBeVisible();
  expect(more).not.toBeInTheDocument();
});

test('without appointments it says so, and without a reply it does not look empty', async () => {
  const server = profileServer([]);
  server.refuse(listAppointments, 'INVALID_INPUT', 1);
  const { user } = await openApp(PROFILE, server);
  expect(await (await card()).findByText('No se pudieron cargar las citas')).toBeVisible();
  expect(screen.queryByText('Este paciente no tiene citas.')).not.toBeInTheDocument();
  await user.click((await card()).getByRole('button', { name: 'Volver a intentar' }));
  expect(await screen.findByText('Este paciente no tiene citas.')).toBeVisible();
});

test('«Nueva Cita» books this patient, and the appointment appears in the list', async () => {
  const appointments: Appointment[] = [];
  const server = profileServer(appointments);
  server.reply(createAppointment, () => {
    const made = appointmentOf(ROSA, { date: TODAY, time: '18:00' });
    appointments.push(made);
    return made;
  });
  const { user } = await openApp(PROFILE, server);
  await user.click((await card()).getByRole('button', { name: 'Nueva Cita' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Nueva Cita' }));
  await user.selectOptions(dialog.getByLabelText(/^Hora/), '18:00');
  await user.click(dialog.getByRole('button', { name: 'Crear Cita' }));
  expect(await rowsOf('Próximas')).toEqual(['16/11/2026 18:00 - 18:30Agendada']);
  const sent = server.requests(createAppointment).map(({ body }) => body);
  expect(sent).toMatchObject([{ patientId: ROSA._id, date: TODAY, time: '18:00' }]);
});
