import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import {
  endAppointmentLinks,
  listReminders,
  listRemindersOfDay,
  type Reminder,
  type ReminderOfDay,
  sendReminder,
} from '#contract/reminders';
import { AGENDA, APPOINTMENT, agendaServer, DAY, dialog, question, statusButton } from '#web/testing/agenda-server.ts';
import { expectToast, openApp } from '#web/testing/open-app.tsx';

afterEach(() => {
  delete document.documentElement.dataset.mail;
});

const AT = '2030-01-06T15:05:00.000Z';
const REMINDER: Reminder = {
  _id: '0197a000-0000-7000-8000-0000000000d1',
  kind: 'before',
  channel: 'email',
  status: 'sent',
  at: AT,
};
const OF_DAY: ReminderOfDay = {
  appointmentId: APPOINTMENT._id,
  patientId: APPOINTMENT.patientId,
  patientName: APPOINTMENT.patientName,
  time: APPOINTMENT.time,
  phone: '9 1234 5678',
  email: 'rosa@ejemplo.cl',
  status: 'scheduled',
  reminders: true,
};

async function openDialog(reminders: Reminder[] = [], patient: Partial<ReminderOfDay> = {}, sendsMail = true) {
  if (sendsMail) document.documentElement.dataset.mail = 'on';
  const server = agendaServer([{ ...APPOINTMENT }]);
  server.reply(listReminders, reminders);
  server.reply(listRemindersOfDay, [{ ...OF_DAY, ...patient }]);
  const app = await openApp(AGENDA, server);
  await app.user.click(await statusButton());
  await app.user.click(await screen.findByRole('menuitem', { name: 'Recordatorios' }));
  const shown = await dialog('Recordatorios');
  await shown.findByRole('button', { name: 'Enviar por correo' });
  return { server, shown, ...app };
}

test('lists every message with its kind, channel, state and time, and the answer of the patient', async () => {
  const { shown } = await openDialog(
    [
      { ...REMINDER, _id: '0197a000-0000-7000-8000-0000000000d3', kind: 'manual', channel: 'whatsapp' },
      {
        ...REMINDER,
        _id: '0197a000-0000-7000-8000-0000000000d2',
        kind: 'change',
        status: 'failed',
        failure: 'El correo fue rechazado',
      },
      REMINDER,
    ],
    { status: 'confirmed', patientAnswer: { answer: 'confirmed', at: AT } },
  );
  const list = within(shown.getByRole('list', { name: 'Mensajes al paciente' }));
  expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Recordatorio a manoWhatsApp · 06/01/2030 12:05Enviado',
    'Aviso de cambio de horaCorreo · 06/01/2030 12:05El correo fue rechazadoNo se envió',
    'RecordatorioCorreo · 06/01/2030 12:05Enviado',
  ]);
  expect(shown.getByText('La confirmó el paciente, 06/01/2030 12:05')).toBeVisible();
});

test('sends by mail, and shows the message that waits', async () => {
  const { server, shown, user } = await openDialog();
  expect(shown.getByText('Aún no hay mensajes al paciente sobre esta cita.')).toBeVisible();
  const waiting = { ...REMINDER, kind: 'manual', status: 'pending' } as const;
  server.reply(sendReminder, waiting);
  server.reply(listReminders, [waiting]);
  await user.click(shown.getByRole('button', { name: 'Enviar por correo' }));
  await expectToast('El recordatorio sale por correo en un momento');
  expect(await shown.findByText('Por enviar')).toBeVisible();
  expect(server.requests(sendReminder).map(({ body }) => body)).toEqual([{ channel: 'email' }]);
});

test('a refusal of the server is said in words', async () => {
  const { server, shown, user } = await openDialog();
  server.refuse(sendReminder, 'PATIENT_WITHOUT_EMAIL');
  await user.click(shown.getByRole('button', { name: 'Enviar por correo' }));
  await expectToast('El paciente no tiene un correo registrado');
});

test.each<[string, Partial<ReminderOfDay>, string | undefined, string | undefined]>([
  [
    'the patient declined',
    { reminders: false },
    'El paciente pidió no recibir recordatorios',
    'El paciente pidió no recibir recordatorios',
  ],
  ['there is no address', { email: undefined }, 'El paciente no tiene un correo registrado', undefined],
  ['there is no number', { phone: undefined }, undefined, 'El paciente no tiene un teléfono registrado'],
  ['the number cannot be one', { phone: '12' }, undefined, '«12» no es un número válido para WhatsApp'],
])('a button that cannot work says why: %s', async (_, patient, noMail, noWhatsapp) => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  const { server, shown, user } = await openDialog([], patient);
  for (const [name, reason] of [
    ['Enviar por correo', noMail],
    ['Enviar por WhatsApp', noWhatsapp],
  ] as const) {
    const button = shown.getByRole('button', { name });
    expect(button).toHaveAttribute('aria-disabled', String(reason !== undefined));
    if (!reason) continue;
    expect(button).toHaveAccessibleDescription(reason);
    await user.click(button);
  }
  expect(server.requests(sendReminder)).toHaveLength(0);
  expect(open).not.toHaveBeenCalled();
});

test('without mail only WhatsApp remains', async () => {
  const { shown } = await openDialog([], {}, false);
  const mail = shown.getByRole('button', { name: 'Enviar por correo' });
  expect(mail).toHaveAccessibleDescription('El correo no está configurado en esta instalación');
  expect(shown.getByRole('button', { name: 'Enviar por WhatsApp' })).toHaveAttribute('aria-disabled', 'false');
});

test('the links end after a question', async () => {
  const { server, shown, user } = await openDialog([REMINDER]);
  server.reply(endAppointmentLinks, undefined);
  await user.click(shown.getByRole('button', { name: 'Terminar los enlaces' }));
  const asked = await question('¿Terminar los enlaces?');
  expect(server.requests(endAppointmentLinks)).toHaveLength(0);
  await user.click(asked.getByText('Sí, terminar los enlaces'));
  await expectToast('Los enlaces de la cita ya no funcionan');
  expect(server.requests(endAppointmentLinks)).toHaveLength(1);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(screen.getByRole('dialog', { name: 'Recordatorios' })).toBeVisible();
});

test('the menu of the card reminds by WhatsApp, while the visit is to come', async () => {
  const tab = { opener: window, location: { replace: vi.fn() }, close: vi.fn() };
  vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
  const server = agendaServer([{ ...APPOINTMENT }]);
  const url = 'https://wa.me/56912345678?text=Hola';
  server.reply(sendReminder, { ...REMINDER, kind: 'manual', channel: 'whatsapp', url, text: 'Hola' });
  const { user } = await openApp(AGENDA, server);
  await user.click(await statusButton());
  await user.click(await screen.findByRole('menuitem', { name: 'Recordar por WhatsApp' }));
  await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith(url));
});

test('a visit that is over keeps its list, and nothing can be sent', async () => {
  // 10:00 in Santiago: the visit began at 09:30.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${DAY}T13:00:00Z`) });
  const { server, shown } = await openDialog([REMINDER]);
  expect(shown.getByText('Enviado')).toBeVisible();
  for (const name of ['Enviar por correo', 'Enviar por WhatsApp']) {
    expect(shown.getByRole('button', { name })).toHaveAccessibleDescription('Esta cita ya pasó o fue cancelada');
  }
  expect(server.requests(listRemindersOfDay)).toHaveLength(0);
});
