import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Appointment, changeAppointment, deleteAppointment } from '#contract/agenda';
import { DEFAULT_REMINDER_SETTINGS, getReminderSettings } from '#contract/reminder-settings';
import {
  AGENDA,
  APPOINTMENT,
  agendaServer,
  bodies,
  chooseStatus,
  DAY,
  dialog,
  OF_SERIES,
  question,
  statusButton,
} from '#web/testing/agenda-server.ts';
import { fillFields } from '#web/testing/form-fields.ts';
import { expectToast, openApp } from '#web/testing/open-app.tsx';

afterEach(() => {
  delete document.documentElement.dataset.mail;
});

/** Reminders are on, and the installation sends mail. */
async function openAgenda(kept: Appointment[] = [{ ...APPOINTMENT }], address = AGENDA) {
  document.documentElement.dataset.mail = 'on';
  const server = agendaServer(kept);
  server.reply(getReminderSettings, { ...DEFAULT_REMINDER_SETTINGS, enabled: true });
  const app = await openApp(address, server);
  await waitFor(() => expect(server.requests(getReminderSettings)).toHaveLength(1));
  await statusButton();
  return { server, ...app };
}
const BOX = 'Avisar al paciente';
const TOLD = {
  ...APPOINTMENT,
  lastReminder: { channel: 'email', status: 'pending', at: '2026-11-16T12:00:00.000Z' },
} as const;

/** Nothing is laid out here: the slot alone gets a place. */
async function drag(slot: string) {
  const target = document.querySelector(`[data-slot="${slot}"]`) as Element;
  vi.spyOn(target, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 100, 400, 50));
  fireEvent.pointerDown(screen.getByRole('article'), { clientX: 10, clientY: 0 });
  fireEvent.pointerMove(window, { clientX: 10, clientY: 120 });
  await waitFor(() => expect(target).toHaveAttribute('data-drop-target'));
  fireEvent.pointerUp(window);
}

test.each([
  ['day', AGENDA],
  ['week', `${AGENDA}&vista=semana`],
])('in the %s a drag asks first, and the choice of its box goes with the change', async (_, address) => {
  const { server, user } = await openAgenda([{ ...APPOINTMENT }], address);
  await drag(`${DAY} 12:00`);
  const asked = await question('¿Cambiar hora?');
  expect(asked.getByText(/^La cita de/)).toHaveTextContent(
    'La cita de Rosa Díaz cambiará del 07/01/2030 a las 09:30 al 07/01/2030 a las 12:00.',
  );
  expect(asked.getByLabelText(BOX)).toBeChecked();
  await user.click(asked.getByText('Cancelar'));
  expect(screen.getByRole('article').style.transform).toBe('');
  expect(server.requests(changeAppointment)).toHaveLength(0);

  await drag(`${DAY} 12:00`);
  const again = await question('¿Cambiar hora?');
  await user.click(again.getByLabelText(BOX));
  await user.click(again.getByText('Cambiar hora'));
  await expectToast('La cita quedó para el 07/01/2030 a las 12:00');
  expect(bodies(server, changeAppointment)).toEqual([{ time: '12:00', notifyPatient: false, scope: 'one' }]);
});

test('the toast says when a patient who was to be told cannot be told', async () => {
  const { user } = await openAgenda();
  await drag(`${DAY} 12:00`);
  await user.click((await question('¿Cambiar hora?')).getByText('Cambiar hora'));
  await expectToast('No se avisará al paciente: no tiene correo o no recibe recordatorios.');
});

test('a drag of an appointment of a series asks once, with the same box', async () => {
  const { server, user } = await openAgenda([{ ...OF_SERIES }]);
  await drag(`${DAY} 12:00`);
  const asked = await question('¿Mover solo esta cita?');
  expect(asked.getByLabelText(BOX)).toBeChecked();
  await user.click(asked.getByText('Solo esta'));
  await expectToast('La cita quedó para el 07/01/2030 a las 12:00');
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  expect(bodies(server, changeAppointment)).toEqual([{ time: '12:00', notifyPatient: true, scope: 'one' }]);
});

test('an attended visit is dragged without a question: its patient is not told', async () => {
  const { server } = await openAgenda([{ ...APPOINTMENT, status: 'attended' }]);
  await drag(`${DAY} 12:00`);
  await expectToast('La cita quedó para el 07/01/2030 a las 12:00');
  expect(bodies(server, changeAppointment)).toEqual([{ time: '12:00', scope: 'one' }]);
});

test('a cancellation asks first, tells the patient unless the box is cleared, and so does its undo', async () => {
  const { server, user } = await openAgenda();
  await chooseStatus(user, 'Cancelada');
  const asked = await question('¿Cancelar cita?');
  expect(asked.getByLabelText(BOX)).toBeChecked();
  expect(server.requests(changeAppointment)).toHaveLength(0);
  await user.click(asked.getByLabelText(BOX));
  await user.click(asked.getByText('Sí, cancelar cita'));
  await expectToast('Cita cancelada. Su hora quedó libre.');
  act(() => screen.getByRole('button', { name: 'Deshacer' }).click());
  await expectToast('La cita quedó como antes');
  expect(bodies(server, changeAppointment)).toEqual([
    { status: 'cancelled', notifyPatient: false, scope: 'one' },
    { status: 'scheduled', notifyPatient: false, scope: 'one' },
  ]);
});

test('the toast says that the patient is told only when the server has queued a message', async () => {
  const { server, user } = await openAgenda();
  server.reply(changeAppointment, { ...TOLD, status: 'cancelled' }, 1);
  await chooseStatus(user, 'Cancelada');
  await user.click((await question('¿Cancelar cita?')).getByText('Sí, cancelar cita'));
  await expectToast('Cita cancelada. Su hora quedó libre. Se avisará al paciente.');
  server.reply(changeAppointment, TOLD, 1);
  act(() => screen.getByRole('button', { name: 'Deshacer' }).click());
  // The message of the cancellation, which still waits.
  await expectToast('La cita quedó como antes');
  expect(bodies(server, changeAppointment)[0]).toEqual({ status: 'cancelled', notifyPatient: true, scope: 'one' });
});

test('a cancellation of a series asks once, with the same box', async () => {
  const { server, user } = await openAgenda([{ ...OF_SERIES }]);
  await chooseStatus(user, 'Cancelada');
  const asked = await question('¿Cancelar solo esta cita?');
  await user.click(asked.getByLabelText(BOX));
  await user.click(asked.getByText('Esta y las siguientes'));
  await expectToast('Se cancelaron la cita y las siguientes de su serie. Sus horas quedaron libres.');
  expect(bodies(server, changeAppointment)).toEqual([
    { status: 'cancelled', notifyPatient: false, scope: 'following' },
  ]);
});

test('«Cambiar hora» has the box, and its choice goes with the change', async () => {
  const { server, user } = await openAgenda();
  await user.click(await screen.findByLabelText('Cambiar hora de Rosa Díaz'));
  const form = await dialog('Cambiar hora');
  expect(form.getByLabelText(BOX)).toBeChecked();
  fillFields({ Hora: '12:00' });
  await user.click(form.getByLabelText(BOX));
  await user.click(form.getByText('Guardar cambios'));
  await expectToast('La cita quedó para el 07/01/2030 a las 12:00');
  expect(bodies(server, changeAppointment)).toEqual([{ time: '12:00', notifyPatient: false, scope: 'one' }]);
});

test.each([
  [true, 'true'],
  [false, 'false'],
])('a deletion says whether the patient is told: %s', async (isTold, sent) => {
  const { server, user } = await openAgenda();
  server.reply(deleteAppointment, undefined);
  await user.click(await screen.findByLabelText('Eliminar cita de Rosa Díaz'));
  const asked = await question('¿Eliminar cita?');
  if (!isTold) await user.click(asked.getByLabelText(BOX));
  await user.click(asked.getByText('Sí, eliminar cita'));
  await expectToast('Cita eliminada correctamente');
  expect(server.requests(deleteAppointment).map(({ url }) => url.searchParams.get('notifyPatient'))).toEqual([sent]);
});

test('a visit that has begun has no box, and is cancelled without a question', async () => {
  // 09:40 in Santiago: the visit began at 09:30.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${DAY}T12:40:00Z`) });
  const { server, user } = await openAgenda();
  await user.click(await screen.findByLabelText('Eliminar cita de Rosa Díaz'));
  const asked = await question('¿Eliminar cita?');
  expect(asked.queryByLabelText(BOX)).not.toBeInTheDocument();
  await user.click(asked.getByText('Cancelar'));
  await chooseStatus(user, 'Cancelada');
  await expectToast('Cita cancelada. Su hora quedó libre.');
  expect(bodies(server, changeAppointment)).toEqual([{ status: 'cancelled', scope: 'one' }]);
});

test.each([
  ['reminders are off', 'on', false],
  ['the installation sends no mail', undefined, true],
])('nobody is asked while %s', async (_, mail, enabled) => {
  if (mail) document.documentElement.dataset.mail = mail;
  const server = agendaServer([{ ...APPOINTMENT }]);
  server.reply(getReminderSettings, { ...DEFAULT_REMINDER_SETTINGS, enabled });
  const { user } = await openApp(AGENDA, server);
  await user.click(await screen.findByLabelText('Cambiar hora de Rosa Díaz'));
  expect((await dialog('Cambiar hora')).queryByLabelText(BOX)).not.toBeInTheDocument();
  await user.keyboard('{Escape}');
  await drag(`${DAY} 12:00`);
  await expectToast('La cita quedó para el 07/01/2030 a las 12:00');
  await chooseStatus(user, 'Cancelada');
  await expectToast('Cita cancelada. Su hora quedó libre.');
});
