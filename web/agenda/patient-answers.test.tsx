import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type Appointment, changeAppointment, listAppointments } from '#contract/agenda';
import { getLastReminderChange } from '#contract/reminders';
import { AGENDA, APPOINTMENT, agendaServer, bodies, DAY } from '#web/testing/agenda-server.ts';
import { expectToast, letTimePass, openApp } from '#web/testing/open-app.tsx';

// In January Santiago is three hours behind UTC.
const AT = '2030-01-06T15:05:00.000Z';
const CANCELLED: Appointment = {
  ...APPOINTMENT,
  status: 'cancelled',
  patientAnswer: { answer: 'cancelled', at: AT, reason: 'Estoy de viaje' },
};
const signs = async () => {
  const card = within((await screen.findByText('Rosa Díaz')).closest('article') as HTMLElement);
  return card.queryAllByRole('img').map((sign) => sign.getAttribute('aria-label'));
};

const SIGNS: [Partial<Appointment>, string[]][] = [
  [{}, []],
  [
    { lastReminder: { channel: 'email', status: 'sent', at: AT } },
    ['Aviso al paciente enviado por correo, 06/01/2030 12:05'],
  ],
  [
    { lastReminder: { channel: 'whatsapp', status: 'sent', at: AT } },
    ['Aviso al paciente enviado por WhatsApp, 06/01/2030 12:05'],
  ],
  [
    { lastReminder: { channel: 'email', status: 'pending', at: AT } },
    ['Aviso al paciente por enviar, 06/01/2030 12:05'],
  ],
  [
    { lastReminder: { channel: 'email', status: 'failed', at: AT } },
    ['No se pudo enviar el aviso al paciente, 06/01/2030 12:05'],
  ],
  [
    {
      status: 'confirmed',
      lastReminder: { channel: 'email', status: 'sent', at: AT },
      patientAnswer: { answer: 'confirmed', at: AT },
    },
    ['Aviso al paciente enviado por correo, 06/01/2030 12:05', 'La confirmó el paciente, 06/01/2030 12:05'],
  ],
  [{ patientAnswer: { answer: 'moved', at: AT } }, ['La cambió el paciente, 06/01/2030 12:05']],
  [
    { patientAnswer: { answer: 'moved', at: AT, from: { date: '2030-01-04', time: '10:00' } } },
    ['La cambió el paciente, 06/01/2030 12:05, antes 04/01/2030 10:00'],
  ],
];

test.each(SIGNS)('the card in the day and in the week has signs with names: %j', async (details, names) => {
  const { navigate } = await openApp(AGENDA, agendaServer([{ ...APPOINTMENT, ...details }]));
  expect(await signs()).toEqual(names);
  await navigate(`/dashboard/agenda?vista=semana&fecha=${DAY}`);
  await screen.findByLabelText('Citas del lunes 7 de enero, 2030');
  expect(await signs()).toEqual(names);
});

test('an answer appears without a reload, and nothing else is loaded while there is none', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const kept = [{ ...APPOINTMENT }];
  const server = agendaServer(kept);
  await openApp(AGENDA, server);
  expect(await signs()).toEqual([]);
  await letTimePass(21_000);
  const loaded = server.requests(listAppointments).length;
  await letTimePass(21_000);
  expect(server.requests(listAppointments)).toHaveLength(loaded);
  kept[0] = { ...APPOINTMENT, status: 'confirmed', patientAnswer: { answer: 'confirmed', at: AT } };
  server.reply(getLastReminderChange, { at: AT });
  await letTimePass(21_000);
  expect(await screen.findByLabelText(/^La confirmó el paciente/)).toBeVisible();
});

test('a hidden page does not ask for answers', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const server = agendaServer([{ ...APPOINTMENT }]);
  await openApp(AGENDA, server);
  await signs();
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const asked = server.requests(getLastReminderChange).length;
  await letTimePass(90_000);
  expect(server.requests(getLastReminderChange)).toHaveLength(asked);
});

test('«Ver canceladas» loads the cancelled ones of the day, with who cancelled and why, and reactivates them', async () => {
  const LUIS = { _id: '0197a000-0000-7000-8000-0000000000c2', patientName: 'Luis Soto', time: '11:00' };
  const { patientAnswer: _, ...byProfessional } = { ...CANCELLED, ...LUIS };
  const server = agendaServer([{ ...CANCELLED }, byProfessional]);
  const { user } = await openApp(AGENDA, server);
  const button = await screen.findByRole('button', { name: 'Ver canceladas' });
  const asked = () => server.requests(listAppointments).filter(({ url }) => url.searchParams.has('status'));
  expect(asked()).toHaveLength(0);
  await user.click(button);
  const list = within(await screen.findByRole('list', { name: 'Citas canceladas' }));
  expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    '09:30 - 10:00Rosa DíazLa canceló el paciente, 06/01/2030 12:05: «Estoy de viaje»Reactivar',
    '11:00 - 11:30Luis SotoReactivar',
  ]);
  expect(asked().map(({ url }) => url.search)).toEqual([`?date=${DAY}&status=cancelled`]);
  await user.click(list.getByRole('button', { name: 'Reactivar la cita de Luis Soto a las 11:00' }));
  await expectToast('La cita quedó como «Agendada»');
  expect(bodies(server, changeAppointment)).toEqual([{ status: 'scheduled', scope: 'one' }]);
  expect(await screen.findByRole('article', { name: 'Luis Soto' })).toBeVisible();
  expect(list.getAllByRole('listitem')).toHaveLength(1);
});

test('a day without cancelled appointments says so, and a failure can be retried', async () => {
  const server = agendaServer();
  const { user } = await openApp(AGENDA, server);
  const button = await screen.findByRole('button', { name: 'Ver canceladas' });
  server.refuse(listAppointments, 'UNEXPECTED', 2);
  await user.click(button);
  expect(await screen.findByText('No se pudieron cargar las citas canceladas')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Volver a intentar' }));
  expect(await screen.findByText('No hay citas canceladas este día.')).toBeVisible();
});
