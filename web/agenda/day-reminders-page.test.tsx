import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addDays, dayIn } from '#contract/days';
import { listRemindersOfDay, type ReminderOfDay, sendReminder } from '#contract/reminders';
import { agendaServer } from '#web/testing/agenda-server.ts';
import { expectToast, openApp } from '#web/testing/open-app.tsx';

const DAY = '2030-01-07';
const PAGE = `/dashboard/agenda/recordatorios?fecha=${DAY}`;
const AT = '2030-01-06T13:32:00.000Z';
const TOMORROW = addDays(dayIn('America/Santiago', new Date()), 1);

let rowCount = 0;

function row(patientName: string, details: Partial<ReminderOfDay> = {}): ReminderOfDay {
  rowCount += 1;
  const number = String(rowCount).padStart(12, '0');
  return {
    appointmentId: `0197c000-0000-7000-8000-${number}`,
    patientId: `0197a000-0000-7000-8000-${number}`,
    patientName,
    time: '09:00',
    phone: '9 1234 5678',
    status: 'scheduled',
    reminders: true,
    ...details,
  };
}

/** Lists the rows as the server does, and marks as sent what is sent. */
function remindersServer(rows: ReminderOfDay[]) {
  const server = agendaServer();
  server.reply(listRemindersOfDay, () => rows);
  server.reply(sendReminder, ({ url, body }) => {
    const { channel } = body as { channel: 'email' | 'whatsapp' };
    const sent = rows.find(({ appointmentId }) => url.pathname.includes(appointmentId));
    const state = { channel, status: channel === 'email' ? 'pending' : 'sent', at: new Date().toISOString() } as const;
    if (sent) sent.lastReminder = state;
    const entry = { _id: '0197a000-0000-7000-8000-0000000000d1', kind: 'manual' as const, ...state };
    return channel === 'email' ? entry : { ...entry, url: `https://wa.me/56912345678?text=Hola`, text: 'Hola' };
  });
  return server;
}

const opened: string[] = [];

beforeEach(() => {
  opened.length = 0;
  const tab = { opener: window, location: { replace: (url: string) => opened.push(url) }, close: () => undefined };
  vi.stubGlobal('open', () => tab);
});
afterEach(() => {
  delete document.documentElement.dataset.mail;
});

const whatsapp = (name: string) => screen.findByRole('button', { name: `WhatsApp a ${name}` });
const line = async (name: string) => {
  const found = (await screen.findByRole('link', { name })).closest('li');
  if (!found) throw new Error(`${name} is in no row`);
  return within(found);
};

test('without a day in the address, tomorrow is shown, and another day is in the address', async () => {
  const server = remindersServer([row('Rosa Díaz')]);
  const { user, address } = await openApp('/dashboard/agenda/recordatorios', server);
  await whatsapp('Rosa Díaz');
  const asked = () => server.requests(listRemindersOfDay).map(({ url }) => url.searchParams.get('date'));
  expect(asked()).toEqual([TOMORROW]);
  await user.click(screen.getByRole('button', { name: 'Día siguiente' }));
  expect(address()).toBe(`/dashboard/agenda/recordatorios?fecha=${addDays(TOMORROW, 1)}`);
  await waitFor(() => expect(asked()).toEqual([TOMORROW, addDays(TOMORROW, 1)]));
});

test('the agenda leads to the page, and from a day to come to that day', async () => {
  const server = remindersServer([row('Rosa Díaz')]);
  const { user, address, navigate } = await openApp(`/dashboard/agenda?fecha=${DAY}`, server);
  await user.click(await screen.findByRole('link', { name: 'Por recordar' }));
  expect(address()).toBe(PAGE);
  await whatsapp('Rosa Díaz');
  await user.click(screen.getByRole('link', { name: 'Volver a la Agenda' }));
  expect(address()).toBe(`/dashboard/agenda?fecha=${DAY}`);
  await navigate('/dashboard/agenda');
  await user.click(await screen.findByRole('link', { name: 'Por recordar' }));
  expect(address()).toBe('/dashboard/agenda/recordatorios');
});

test('Enter opens the conversation, marks the row and goes on to the next one to remind', async () => {
  const rows = [
    row('Rosa Díaz'),
    row('Confirmada Soto', { status: 'confirmed', patientAnswer: { answer: 'confirmed', at: AT } }),
    row('Sin Número', { phone: undefined }),
    row('Recordado Ruiz', { lastReminder: { channel: 'email', status: 'sent', at: AT } }),
    row('Luis Rojas', { phone: '+54 9 11 1234 5678' }),
  ];
  const server = remindersServer(rows);
  const { user } = await openApp(PAGE, server);
  (await whatsapp('Rosa Díaz')).focus();
  expect(screen.getByText('Quedan 3 pacientes por recordar')).toBeVisible();
  await user.keyboard('{Enter}');
  await waitFor(async () => expect(await whatsapp('Luis Rojas')).toHaveFocus());
  expect(opened).toEqual(['https://wa.me/56912345678?text=Hola']);
  expect(server.requests(sendReminder).map(({ body }) => body)).toEqual([{ channel: 'whatsapp' }]);
  expect(await (await line('Rosa Díaz')).findByText(/^WhatsApp enviado hoy a las \d\d:\d\d$/)).toBeVisible();
  await user.keyboard('{Enter}');
  expect(await (await line('Luis Rojas')).findByText(/^WhatsApp enviado/)).toBeVisible();
  // Nobody is left further down: another Enter reminds nobody twice.
  expect(screen.getByText('Queda 1 paciente por recordar')).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(server.requests(sendReminder).map(({ url }) => url.pathname)).toEqual(
    [rows[0], rows[4]].map((one) => `/api/appointments/${one?.appointmentId}/reminders`),
  );
});

test('a refused message keeps the focus, and says why', async () => {
  const server = remindersServer([row('Rosa Díaz'), row('Luis Rojas')]);
  server.refuse(sendReminder, 'APPOINTMENT_OVER');
  const { user } = await openApp(PAGE, server);
  (await whatsapp('Rosa Díaz')).focus();
  await user.keyboard('{Enter}');
  await expectToast('Esta cita ya pasó o fue cancelada');
  expect(await whatsapp('Rosa Díaz')).toHaveFocus();
  expect(opened).toEqual([]);
});

test('who has gone on to another button before the answer stays there', async () => {
  const server = remindersServer([row('Rosa Díaz'), row('Luis Rojas'), row('Eva Paz')]);
  const answer = server.pause(sendReminder);
  const { user } = await openApp(PAGE, server);
  await user.click(await whatsapp('Rosa Díaz'));
  (await whatsapp('Eva Paz')).focus();
  answer();
  expect(await (await line('Rosa Díaz')).findByText(/^WhatsApp enviado/)).toBeVisible();
  expect(await whatsapp('Eva Paz')).toHaveFocus();
});

test.each([
  [
    'a number that cannot be one',
    { phone: '1234' },
    '«1234» no es un número válido para WhatsApp.',
    'Corregir teléfono',
  ],
  ['two numbers', { phone: '9 1234 5678 / 9 8765 4321' }, /«9 1234 5678 \/ 9 8765 4321» no es/, 'Corregir teléfono'],
  ['no number', { phone: undefined }, 'El paciente no tiene un teléfono registrado.', 'Agregar teléfono'],
  ['a patient who declined', { reminders: false }, 'El paciente pidió no recibir recordatorios.', 'Ver sus datos'],
])('%s is said beside the patient, with the way to correct it', async (_, details, text, action) => {
  const eva = row('Eva Paz', details);
  await openApp(PAGE, remindersServer([eva]));
  const found = await line('Eva Paz');
  expect(found.getByText(text)).toBeVisible();
  const link = found.getByRole('link', { name: `${action} de Eva Paz` });
  expect(link).toHaveAttribute('href', `/dashboard/pacientes/${eva.patientId}`);
  expect(found.queryByRole('button')).not.toBeInTheDocument();
  const isExpected = eva.reminders;
  expect(screen.getByText(isExpected ? 'Queda 1 paciente por recordar' : 'No queda nadie por recordar')).toBeVisible();
});

test('each row tells the state of its appointment, its last reminder and the answer', async () => {
  const rows = [
    row('Rosa Díaz', { status: 'confirmed', patientAnswer: { answer: 'confirmed', at: AT } }),
    row('Luis Rojas', { lastReminder: { channel: 'email', status: 'failed', at: AT } }),
    row('Eva Paz', { patientSocialName: 'Eve', status: 'arrived' }),
    row('Ida Vera', { patientAnswer: { answer: 'moved', at: AT } }),
    row('Ana Lara', { patientAnswer: { answer: 'cancelled', at: AT } }),
  ];
  await openApp(PAGE, remindersServer(rows));
  const rosa = await line('Rosa Díaz');
  expect(rosa.getByText('Confirmada')).toBeVisible();
  expect(rosa.getByText('La confirmó el paciente, 06/01/2030 10:32')).toBeVisible();
  expect((await line('Luis Rojas')).getByText('Correo rechazado el 06/01 a las 10:32')).toBeVisible();
  const eva = await line('Eve (Eva Paz)');
  expect(eva.getByText('En sala')).toBeVisible();
  expect(eva.getByText('Sin recordatorio')).toBeVisible();
  expect((await line('Ida Vera')).getByText('La cambió el paciente, 06/01/2030 10:32')).toBeVisible();
  // The professional opened the appointment again after the patient cancelled it.
  expect((await line('Ana Lara')).getByText('Sin recordatorio')).toBeVisible();
  // A mail that was refused reached nobody.
  expect(screen.getByText('Quedan 2 pacientes por recordar')).toBeVisible();
});

test('with mail, a patient with an address can be reminded by mail, and a declined one cannot', async () => {
  document.documentElement.dataset.mail = 'on';
  const email = 'rosa@ejemplo.cl';
  const rows = [row('Rosa Díaz', { email }), row('Luis Rojas'), row('Eva Paz', { email, reminders: false })];
  const server = remindersServer(rows);
  const { user } = await openApp(PAGE, server);
  await whatsapp('Luis Rojas');
  expect(screen.getAllByRole('button', { name: /^Enviar por correo/ })).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Enviar por correo a Rosa Díaz' }));
  expect(await (await line('Rosa Díaz')).findByText('Correo por salir')).toBeVisible();
  expect(server.requests(sendReminder).map(({ body }) => body)).toEqual([{ channel: 'email' }]);
  expect(opened).toEqual([]);
});

test('without mail, nothing is offered by mail', async () => {
  await openApp(PAGE, remindersServer([row('Rosa Díaz', { email: 'rosa@ejemplo.cl' })]));
  await whatsapp('Rosa Díaz');
  expect(screen.queryByRole('button', { name: /correo/ })).not.toBeInTheDocument();
});

test('an appointment that has begun cannot be reminded', async () => {
  await openApp('/dashboard/agenda/recordatorios?fecha=2020-01-06', remindersServer([row('Rosa Díaz')]));
  expect((await line('Rosa Díaz')).getByText('Ya pasó')).toBeVisible();
  expect(screen.queryByRole('button', { name: /WhatsApp/ })).not.toBeInTheDocument();
  expect(screen.getByText('No queda nadie por recordar')).toBeVisible();
});

test('a day without open appointments says so', async () => {
  await openApp(PAGE, remindersServer([]));
  expect(await screen.findByText('No hay citas por recordar')).toBeVisible();
  expect(screen.getByText('El lunes 7 de enero, 2030 no tiene citas abiertas.')).toBeVisible();
});

test('a list that could not be loaded is no empty day', async () => {
  const server = remindersServer([row('Rosa Díaz')]);
  server.refuse(listRemindersOfDay, 'NOT_FOUND', 1);
  const { user } = await openApp(PAGE, server);
  const retry = await screen.findByRole('button', { name: 'Volver a intentar' });
  expect(screen.queryByText('No hay citas por recordar')).not.toBeInTheDocument();
  await user.click(retry);
  expect(await whatsapp('Rosa Díaz')).toBeVisible();
});
