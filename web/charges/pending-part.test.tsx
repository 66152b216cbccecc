import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getChargeSettings, sendChargeReminder } from '#contract/charge-reminders';
import { listCharges, listPendingCharges, type PendingPatient } from '#contract/charge-summaries';
import { addDays, dayIn } from '#contract/days';
import { agendaServer } from '#web/testing/agenda-server.ts';
import { pendingWith, withChargeLists } from '#web/testing/charge-lists-server.ts';
import { chargeWith } from '#web/testing/charges-server.ts';
import { expectToast, letTimePass, openApp } from '#web/testing/open-app.tsx';

const PAGE = '/dashboard/cobros?parte=pendientes';
const TODAY = dayIn('America/Santiago', new Date());
const daysAgo = (days: number) => addDays(TODAY, -days);

const opened: string[] = [];
beforeEach(() => {
  opened.length = 0;
  document.documentElement.dataset.mail = 'on';
  const tab = { opener: window, location: { replace: (url: string) => opened.push(url) }, close: () => undefined };
  vi.stubGlobal('open', () => tab);
});
afterEach(() => {
  vi.useRealTimers();
  delete document.documentElement.dataset.mail;
});

async function openPending(pending: PendingPatient[], message = '') {
  const server = withChargeLists(agendaServer(), [], pending);
  server.reply(getChargeSettings, { message });
  return { server, ...(await openApp(PAGE, server)) };
}
const list = async () => within(await screen.findByRole('list', { name: 'Pacientes con pagos pendientes' }));
const remind = async (user: Awaited<ReturnType<typeof openApp>>['user'], name: string) => {
  await user.click(await screen.findByRole('button', { name: `Recordar a ${name}` }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Recordar pago pendiente' }));
  await dialog.findByText('Mensaje');
  return dialog;
};
const OLD = pendingWith({
  patientName: 'Iván Soto',
  patientId: '0197a000-0000-7000-8000-000000000002',
  pending: 90_000,
  byAge: { recent: 10_000, month: 20_000, old: 60_000 },
  oldest: daysAgo(80),
  chargeIds: ['0197d000-0000-7000-8000-0000000000e2', '0197d000-0000-7000-8000-0000000000e3'],
});

test('what is pending is shown by patient and by age', async () => {
  const { server } = await openPending([OLD, pendingWith({ oldest: daysAgo(5) })]);
  const rows = (await list()).getAllByRole('listitem');
  expect(rows[0]).toHaveTextContent('Iván SotoMás de 60 días2 cobros desde el');
  expect(rows[1]).toHaveTextContent('Rosa Díaz MuñozHasta 30 días1 cobro desde el');
  expect(screen.getByText('$115.000')).toBeVisible();
  const ages = screen.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(ages).toEqual(['$35.000', '$20.000', '$60.000']);
  expect(server.requests(listCharges)).toEqual([]);
});

test('more than fifty patients have pages, with the totals of all', async () => {
  const many = Array.from({ length: 60 }, (_, i) =>
    pendingWith({
      patientId: `0197a000-0000-7000-8000-${String(i).padStart(12, '0')}`,
      patientName: `Persona ${i + 1}`,
    }),
  );
  const { user } = await openPending(many);
  expect((await list()).getAllByRole('listitem')).toHaveLength(50);
  expect(screen.getByText('60 pacientes deben')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Siguiente' }));
  expect(await screen.findByRole('link', { name: 'Persona 60' })).toBeVisible();
});

test('a reminder that waits for the mail server is read again until it was sent', async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    shouldAdvanceTime: true,
  });
  const waiting = { channel: 'email', status: 'pending', at: new Date().toISOString() } as const;
  const patient = pendingWith({ lastReminder: waiting });
  await openPending([patient]);
  expect((await list()).getByText(/por salir/)).toBeVisible();
  patient.lastReminder = { ...waiting, status: 'sent' };
  await letTimePass(10_000);
  expect(await (await list()).findByText(/enviado hoy a las/)).toBeVisible();
});

test('the patient is reminded by mail, with the message that is shown first', async () => {
  const { user, server } = await openPending([pendingWith()], 'Hola {paciente}, quedan {monto}. {profesional}');
  const dialog = await remind(user, 'Rosa Díaz Muñoz');
  expect(dialog.getByText('Hola Rosa, quedan $25.000. Ana Pérez Soto')).toBeVisible();
  expect(dialog.getByText('Sin recordatorios hasta ahora')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Enviar por correo' }));
  await expectToast('El recordatorio sale por correo en un momento');
  expect(server.requests(sendChargeReminder).map(({ body }) => body)).toEqual([{ channel: 'email' }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(await (await list()).findByText(/Correo por salir/)).toBeVisible();
});

test('a patient with a social name is shown and addressed by it', async () => {
  const { user } = await openPending([pendingWith({ patientName: 'Pedro Soto', patientSocialName: 'Amanda Soto' })]);
  expect((await list()).getByRole('link', { name: 'Amanda Soto (Pedro Soto)' })).toBeVisible();
  const dialog = await remind(user, 'Amanda Soto (Pedro Soto)');
  expect(dialog.getByText(/^Hola Amanda:/)).toBeVisible();
});

test('several charges of a patient are one press away, in the profile', async () => {
  await openPending([OLD]);
  expect((await list()).getByRole('link', { name: 'Ver cobros de Iván Soto, en su ficha' })).toHaveAttribute(
    'href',
    `/dashboard/pacientes/${OLD.patientId}#cobros`,
  );
});

test('a reminder by WhatsApp opens the conversation in a new tab', async () => {
  const { user } = await openPending([pendingWith()]);
  const dialog = await remind(user, 'Rosa Díaz Muñoz');
  await user.click(dialog.getByRole('button', { name: 'Enviar por WhatsApp' }));
  await waitFor(() => expect(opened).toEqual(['https://wa.me/56912345678?text=Hola']));
  expect(await (await list()).findByText(/WhatsApp enviado hoy/)).toBeVisible();
});

test.each([
  ['email', { email: undefined }, 'Enviar por correo', 'El paciente no tiene un correo registrado'],
  ['telephone', { phone: undefined }, 'Enviar por WhatsApp', 'El paciente no tiene un teléfono registrado'],
  ['block', { blocked: true }, 'Enviar por correo', /bloque/],
])('what keeps a message from the patient is said: %s', async (_, details, label, reason) => {
  const { user, server } = await openPending([{ ...pendingWith(), ...details } as PendingPatient]);
  const dialog = await remind(user, 'Rosa Díaz Muñoz');
  const button = dialog.getByRole('button', { name: label });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(button).toHaveAccessibleDescription(reason);
  await user.click(button);
  expect(server.requests(sendChargeReminder)).toEqual([]);
});

test('without mail in this installation, WhatsApp remains', async () => {
  delete document.documentElement.dataset.mail;
  const { user } = await openPending([pendingWith()]);
  const dialog = await remind(user, 'Rosa Díaz Muñoz');
  expect(dialog.getByRole('button', { name: 'Enviar por correo' })).toHaveAccessibleDescription(
    'El correo no está configurado en esta instalación',
  );
  expect(dialog.getByRole('button', { name: 'Enviar por WhatsApp' })).toHaveAttribute('aria-disabled', 'false');
});

test('a patient who paid meanwhile is not reminded', async () => {
  const { user, server } = await openPending([pendingWith()]);
  await list();
  server.reply(listPendingCharges, []);
  await user.click(await screen.findByRole('button', { name: 'Recordar a Rosa Díaz Muñoz' }));
  await screen.findByText('El paciente no tiene nada pendiente.');
});

test('of a deleted patient the charge is opened, and nobody is reminded', async () => {
  const charge = chargeWith({ patientId: null, patientName: 'Julia Vera' });
  const server = withChargeLists(
    agendaServer(),
    [charge],
    [pendingWith({ patientId: null, patientName: 'Julia Vera', chargeIds: [charge._id] })],
  );
  const { user } = await openApp(PAGE, server);
  const rows = await list();
  expect(rows.getByText(/Paciente eliminado/)).toBeVisible();
  expect(rows.queryByRole('link')).not.toBeInTheDocument();
  expect(rows.queryByRole('button', { name: /Recordar/ })).not.toBeInTheDocument();
  await user.click(rows.getByRole('button', { name: 'Ver cobro de Julia Vera' }));
  await screen.findByRole('dialog', { name: 'Cobro' });
});
