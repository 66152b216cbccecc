import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as api from '#contract/appointment-links';
import { addDays, dayIn } from '#contract/days';
import type { MockServer } from '#web/testing/mock-server.ts';
import { openApp, serverFor } from '#web/testing/open-app.tsx';

const VISIT: api.LinkedAppointment = {
  professional: 'Dra. Ana Rojas',
  patient: 'Rosa D.',
  date: '2026-11-24',
  time: '15:30',
  duration: 30,
  timeZone: 'America/Santiago',
  modality: 'in-person',
  place: 'Av. Colón 123',
  phone: '+56 9 1234 5678',
  status: 'scheduled',
  canConfirm: true,
  canCancel: true,
  canMove: true,
  isBookingToConfirm: false,
  isOffer: false,
  waitsForApproval: false,
  tellsByMail: true,
  reminders: true,
  isOver: false,
};
const HOUR = { date: VISIT.date, time: VISIT.time };
const CLOSED = { canConfirm: false, canCancel: false, canMove: false };

// A visit in another year is shown with its year, and to a reader in another time zone with the name of its zone.
beforeEach(() => {
  const reader = { ...Intl.DateTimeFormat().resolvedOptions(), timeZone: 'America/Santiago' };
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(reader);
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-18T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function serverWith(visit: Partial<api.LinkedAppointment> = {}): MockServer {
  const server = serverFor();
  server.reply(api.getLinkedAppointment, { ...VISIT, ...visit });
  return server;
}

async function open(server: MockServer) {
  const { user } = await openApp('/cita/secreto', server, { signedIn: null });
  await screen.findByRole('heading', { level: 1 });
  return { user, press: (name: string | RegExp) => user.click(screen.getByRole('button', { name })) };
}

const state = () => document.querySelector<HTMLElement>('[data-part="state"]') as HTMLElement;
const announcement = () => document.querySelector('[data-part="announcement"]') as HTMLElement;
const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent);

test('shows who, when, where and the telephone, and what can be done', async () => {
  await open(serverWith());
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Tu hora con Dra. Ana Rojas');
  expect(screen.getByText(/martes 24 de noviembre a las 15:30/)).toBeInTheDocument();
  for (const text of ['Rosa D.', 'Av. Colón 123']) expect(screen.getByText(text)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: '+56 9 1234 5678' })).toHaveAttribute('href', 'tel:+56912345678');
  expect(screen.getByRole('link', { name: 'Agregar a mi calendario' })).toHaveAttribute(
    'href',
    '/api/appointment-links/secreto/calendar',
  );
  expect(screen.getByRole('link', { name: 'Política de Privacidad' })).toHaveAttribute('href', '/privacidad');
  expect(state()).toHaveTextContent('Falta que confirmes tu asistencia.');
  expect(buttons()).toEqual([
    expect.stringContaining('Tema'),
    'Confirmar asistencia',
    'Cambiar la hora',
    'Cancelar la hora',
    'No recibir más recordatorios',
  ]);
});

test('a remote visit has no place', async () => {
  const { place: _, ...visit } = VISIT;
  const server = serverFor();
  server.reply(api.getLinkedAppointment, { ...visit, modality: 'remote' });
  await open(server);
  expect(screen.getByText('Dónde').nextElementSibling).toHaveTextContent('Atención remota');
});

test('works in a browser without AbortSignal.timeout', async () => {
  vi.stubGlobal('AbortSignal', Object.assign(class extends AbortSignal {}, { timeout: undefined }));
  await open(serverWith());
  expect(await screen.findByRole('heading', { name: 'Tu hora con Dra. Ana Rojas' })).toBeVisible();
  expect(state()).toHaveTextContent('Falta que confirmes tu asistencia.');
});

test('the footer leads to the form where the patient asks the professional of the link for a right', async () => {
  await open(serverWith());
  const rights = screen.getByRole('link', { name: 'Derechos sobre tus datos' });
  await waitFor(() => expect(rights).toHaveAttribute('href', '/derechos/enlace/secreto'));
});

test('the footer leads there also when the link shows no visit, for the link of a blocked patient', async () => {
  const server = serverFor();
  server.refuse(api.getLinkedAppointment, 'LINK_ENDED');
  await open(server);
  const rights = await screen.findByRole('link', { name: 'Derechos sobre tus datos' });
  await waitFor(() => expect(rights).toHaveAttribute('href', '/derechos/enlace/secreto'));
});

test('confirms at once, and the result is announced and has the focus', async () => {
  const server = serverWith();
  server.reply(api.confirmLinkedAppointment, { ...VISIT, status: 'confirmed', canConfirm: false });
  const { press } = await open(server);
  await press('Confirmar asistencia');
  await waitFor(() => expect(state()).toHaveTextContent('Listo, confirmaste tu asistencia.'));
  expect(server.requests(api.confirmLinkedAppointment)[0]?.body).toEqual(HOUR);
  expect(state()).toHaveFocus();
  expect(state().closest('[role="status"]')).not.toBeNull();
  expect(screen.queryByRole('button', { name: 'Confirmar asistencia' })).not.toBeInTheDocument();
});

test('asks once before it cancels, with an optional reason', async () => {
  const server = serverWith();
  server.reply(api.cancelLinkedAppointment, { ...VISIT, ...CLOSED, status: 'cancelled' });
  const { user, press } = await open(server);
  await press('Cancelar la hora');
  expect(screen.getByRole('heading', { name: '¿Cancelar la hora?' })).toHaveFocus();
  await press('No, mantener la hora');
  expect(screen.getByRole('button', { name: 'Cancelar la hora' })).toHaveFocus();
  expect(server.requests(api.cancelLinkedAppointment)).toEqual([]);

  await press('Cancelar la hora');
  await user.type(screen.getByLabelText('Motivo (opcional)'), 'Viajo');
  await press('Sí, cancelar la hora');
  await waitFor(() => expect(state()).toHaveTextContent('Listo, cancelaste la hora.'));
  expect(server.requests(api.cancelLinkedAppointment)[0]?.body).toEqual({ ...HOUR, reason: 'Viajo' });
  expect(buttons()).toEqual([expect.stringContaining('Tema'), 'No recibir más recordatorios']);
  expect(screen.queryByRole('link', { name: 'Agregar a mi calendario' })).not.toBeInTheDocument();
});

test('when it is too late, says which telephone to call', async () => {
  await open(serverWith({ canCancel: false, canMove: false }));
  const late = screen.getByText(/Para cancelar o cambiar la hora/);
  expect(within(late).getByRole('link')).toHaveAttribute('href', 'tel:+56912345678');
  expect(screen.queryByRole('button', { name: 'Cancelar la hora' })).not.toBeInTheDocument();
});

test('without a telephone, says whom to reach', async () => {
  await open(serverWith({ canCancel: false, canMove: false, phone: undefined, place: undefined }));
  expect(screen.getByText(/comunícate con quien te atiende/)).toBeVisible();
  for (const name of ['Dónde', 'Teléfono']) expect(screen.getByText(name)).not.toBeVisible();
});

test.each([
  [{ status: 'cancelled' }, 'Esta hora está cancelada. Para pedir otra, comunícate con Dra. Ana Rojas.'],
  [{ status: 'attended', isOver: true }, 'Esta hora ya pasó.'],
  [{ status: 'confirmed', isOver: true, date: '2026-01-05' }, 'Esta hora ya pasó.'],
  [{ status: 'arrived' }, 'Tu llegada ya está registrada.'],
] as const)('of a visit %j it says: %s', async (visit, text) => {
  await open(serverWith({ ...CLOSED, ...visit }));
  expect(state()).toHaveTextContent(text);
  expect(screen.getByText(/Para cancelar o cambiar la hora/)).not.toBeVisible();
});

test('moves to a free hour: one press chooses, one confirms', async () => {
  const server = serverWith();
  server.reply(api.listLinkedSlots, [
    { date: '2026-11-25', times: ['10:00', '10:30'] },
    { date: '2026-11-26', times: ['09:00'] },
  ]);
  server.reply(api.moveLinkedAppointment, { ...VISIT, date: '2026-11-25', time: '10:30' });
  const { press } = await open(server);
  await press('Cambiar la hora');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Elige otra hora' })).toHaveFocus());
  const today = dayIn('America/Santiago', new Date());
  expect(server.requests(api.listLinkedSlots)[0]?.url.search).toBe(`?from=${today}&to=${addDays(today, 13)}`);
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'miércoles 25 de noviembre',
    'jueves 26 de noviembre',
  ]);
  await screen.findByRole('button', { name: /10:30/ });
  await press('miércoles 25 de noviembre a las 10:30');
  expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent(
    '¿Cambiar tu hora al miércoles 25 de noviembre a las 10:30?',
  );
  await press('Cambiar a esta hora');
  await waitFor(() => expect(state()).toHaveTextContent('Listo, cambiaste tu hora.'));
  expect(state()).toHaveTextContent('Ahora es el miércoles 25 de noviembre a las 10:30.');
  expect(server.requests(api.moveLinkedAppointment)[0]?.body).toEqual({ date: '2026-11-25', time: '10:30' });
  expect(screen.getByText(/miércoles 25 de noviembre a las 10:30/, { selector: '[data-part="when"]' })).toBeVisible();
});

test('an hour that was taken meanwhile is said, and the free hours are shown again', async () => {
  const server = serverWith();
  server.reply(api.listLinkedSlots, [{ date: '2026-11-25', times: ['10:30'] }]);
  server.reply(api.listLinkedSlots, [{ date: '2026-11-25', times: ['10:00', '10:30'] }], 1);
  server.refuse(api.moveLinkedAppointment, 'SLOT_TAKEN');
  const { press } = await open(server);
  await press('Cambiar la hora');
  await screen.findByRole('button', { name: /10:00/ });
  await press(/10:00/);
  await press('Cambiar a esta hora');
  expect(await screen.findByText('Esa hora se acaba de ocupar. Elige otra.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /a las 10:00/ })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: /a las 10:30/ })).toBeVisible();
});

test('looks for free hours further ahead, up to the last day that can be chosen', async () => {
  const server = serverWith();
  server.reply(api.listLinkedSlots, []);
  const { press } = await open(server);
  await press('Cambiar la hora');
  expect(await screen.findByText('No hay horas libres en estos días.')).toBeVisible();
  for (let requests = 2; requests <= 7; requests++) {
    await press('Ver más días');
    await waitFor(() => expect(server.requests(api.listLinkedSlots)).toHaveLength(requests));
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Elige otra hora' })).toHaveFocus());
  }
  const today = dayIn('America/Santiago', new Date());
  const periods = server.requests(api.listLinkedSlots).map(({ url }) => url.search);
  expect(periods.slice(0, 2)).toEqual([
    `?from=${today}&to=${addDays(today, 13)}`,
    `?from=${addDays(today, 14)}&to=${addDays(today, 27)}`,
  ]);
  expect(periods.at(-1)).toBe(`?from=${addDays(today, 84)}&to=${addDays(today, 90)}`);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Ver más días' })).not.toBeInTheDocument());
});

test('asks once before it ends the reminders', async () => {
  const server = serverWith();
  server.reply(api.unsubscribeByLink, undefined);
  const { press } = await open(server);
  await press('No recibir más recordatorios');
  expect(screen.getByRole('heading', { name: '¿No recibir más recordatorios?' })).toHaveFocus();
  await press('No recibir más');
  await waitFor(() => expect(state()).toHaveTextContent('Listo, no recibirás más recordatorios.'));
  expect(screen.getByText('No recibes recordatorios de tus horas.')).toBeVisible();
});

test('a broken connection keeps the page and offers the same again', async () => {
  const server = serverWith();
  server.reply(api.cancelLinkedAppointment, { ...VISIT, ...CLOSED, status: 'cancelled' });
  server.disconnect(api.cancelLinkedAppointment, 1);
  const { user, press } = await open(server);
  await press('Cancelar la hora');
  await user.type(screen.getByLabelText('Motivo (opcional)'), 'Viajo');
  await press('Sí, cancelar la hora');
  expect(await screen.findByText(/No pudimos conectarnos/)).toBeVisible();
  expect(screen.getByLabelText('Motivo (opcional)')).toHaveValue('Viajo');
  await press('Intentar de nuevo');
  await waitFor(() => expect(state()).toHaveTextContent('Listo, cancelaste la hora.'));
  expect(screen.getByText('Intentar de nuevo', { selector: '[data-part="again"]' })).not.toBeVisible();
});

test('a refusal because the visit has changed shows the visit as it is', async () => {
  const server = serverWith({ canCancel: false, canMove: false });
  server.reply(api.getLinkedAppointment, VISIT, 1);
  server.refuse(api.cancelLinkedAppointment, 'CANCEL_TOO_LATE');
  const { press } = await open(server);
  await press('Cancelar la hora');
  await press('Sí, cancelar la hora');
  expect(await screen.findByText('Ya no es posible cancelar ni cambiar la hora por este medio')).toBeVisible();
  expect(screen.getByText(/Para cancelar o cambiar la hora/)).toBeVisible();
  await waitFor(() => expect(state()).toHaveFocus());
  expect(screen.queryByRole('button', { name: 'Intentar de nuevo' })).not.toBeInTheDocument();
});

test('a link that has ended says so, also in the middle', async () => {
  const server = serverWith();
  server.refuse(api.confirmLinkedAppointment, 'LINK_ENDED');
  const { press } = await open(server);
  await press('Confirmar asistencia');
  expect(await screen.findByRole('heading', { name: 'Este enlace ya no es válido' })).toBeVisible();
  expect(screen.getByText(/pide un enlace nuevo a quien te lo envió/)).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  expect(announcement()).toHaveTextContent('Este enlace ya no es válido');
});

test('a page that does not load offers to try again', async () => {
  const server = serverWith();
  server.disconnect(api.getLinkedAppointment, 1);
  const { press } = await open(server);
  expect(await screen.findByRole('heading', { name: 'No pudimos mostrar tu hora' })).toBeVisible();
  expect(announcement()).toHaveTextContent('No pudimos conectarnos.');
  const release = server.pause(api.getLinkedAppointment);
  await press('Intentar de nuevo');
  expect(screen.getByRole('button', { name: 'Buscando tu hora…' })).toHaveAttribute('aria-disabled', 'true');
  release();
  const heading = await screen.findByRole('heading', { name: 'Tu hora con Dra. Ana Rojas' });
  expect(heading).toBeVisible();
  expect(heading).toHaveFocus();
});

test('the link of a test mail says what a patient would see, and asks the server nothing', async () => {
  const server = serverFor();
  await openApp('/cita/prueba', server, { signedIn: null });
  expect(await screen.findByRole('heading', { name: 'Este es un enlace de prueba' })).toBeVisible();
  expect(server.sent()).toEqual([]);
});

test.each([
  [api.confirmLinkedAppointment, ['Confirmar asistencia']],
  [api.cancelLinkedAppointment, ['Cancelar la hora', 'Sí, cancelar la hora']],
])(
  'an hour that the professional changed meanwhile is shown before the patient answers: $path',
  async (act, presses) => {
    const server = serverWith({ date: '2027-01-05', time: '09:00' });
    server.reply(api.getLinkedAppointment, VISIT, 1);
    server.refuse(act, 'APPOINTMENT_CHANGED');
    const { press } = await open(server);
    for (const name of presses) await press(name);
    expect(await screen.findByText('Tu hora cambió. Revisa la nueva hora antes de responder.')).toBeVisible();
    const when = screen.getByText(/martes 5 de enero de 2027 a las 09:00/);
    await waitFor(() => expect(when).toHaveFocus());
    expect(screen.getByRole('button', { name: 'Confirmar asistencia' })).toBeVisible();
    await press('Confirmar asistencia');
    expect(server.requests(api.confirmLinkedAppointment).pop()?.body).toEqual({ date: '2027-01-05', time: '09:00' });
  },
);

test('a visit that was cancelled meanwhile says so once', async () => {
  const server = serverWith({ ...CLOSED, status: 'cancelled' });
  server.reply(api.getLinkedAppointment, VISIT, 1);
  server.refuse(api.confirmLinkedAppointment, 'APPOINTMENT_OVER');
  const { press } = await open(server);
  await press('Confirmar asistencia');
  await waitFor(() => expect(state()).toHaveFocus());
  expect(state()).toHaveTextContent('Esta hora está cancelada.');
  expect(screen.queryByText('Esta cita ya pasó o fue cancelada')).not.toBeInTheDocument();
});

test('the pressed button says that its request runs, and a second press sends nothing', async () => {
  const server = serverWith();
  const answer = server.hold(api.confirmLinkedAppointment);
  const { press } = await open(server);
  await press('Confirmar asistencia');
  const button = screen.getByRole('button', { name: 'Confirmando…' });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(announcement()).toHaveTextContent('Confirmando…');
  await press('Confirmando…');
  expect(server.requests(api.confirmLinkedAppointment)).toHaveLength(1);
  answer({ ...VISIT, status: 'confirmed' });
  await waitFor(() => expect(screen.getByRole('button', { name: 'Confirmar asistencia' })).toBeVisible());
  expect(button).not.toHaveAttribute('aria-disabled');
  expect(announcement()).toBeEmptyDOMElement();
});

test('a repeated request keeps the focus on its button', async () => {
  const server = serverWith();
  server.disconnect(api.confirmLinkedAppointment);
  const { press } = await open(server);
  await press('Confirmar asistencia');
  await screen.findByText(/No pudimos conectarnos/);
  await press('Intentar de nuevo');
  await screen.findByText(/No pudimos conectarnos/);
  expect(screen.getByRole('button', { name: 'Confirmar asistencia' })).toHaveFocus();
});

test('the free hours and the question name the time zone as the visit does', async () => {
  const server = serverWith({ timeZone: 'Asia/Tokyo' });
  server.reply(api.listLinkedSlots, [{ date: '2026-11-25', times: ['10:30'] }]);
  const { press } = await open(server);
  const note = '(Asia/Tokyo)';
  expect(screen.getByText(/a las 15:30/)).toHaveTextContent(note);
  await press('Cambiar la hora');
  expect(await screen.findByRole('heading', { level: 3 })).toHaveTextContent(`miércoles 25 de noviembre ${note}`);
  await screen.findByRole('button', { name: /10:30/ });
  await press(`miércoles 25 de noviembre a las 10:30 ${note}`);
  expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent(`a las 10:30 ${note}?`);
});

test('Back closes the question, then the free hours', async () => {
  const server = serverWith();
  server.reply(api.listLinkedSlots, [{ date: '2026-11-25', times: ['10:30'] }]);
  const { press } = await open(server);
  await press('Cambiar la hora');
  await screen.findByRole('button', { name: /10:30/ });
  await press(/10:30/);
  history.back();
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Elige otra hora' })).toHaveFocus());
  history.back();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Cambiar la hora' })).toHaveFocus());
  expect(screen.queryByRole('heading', { level: 2 })).not.toBeInTheDocument();
});

test('while it loads, the page says what to do if it never shows the visit', async () => {
  const server = serverFor();
  const answer = server.hold(api.getLinkedAppointment);
  await openApp('/cita/secreto', server, { signedIn: null });
  const advice = await screen.findByText(/Si no ves tu hora, recarga la página/);
  answer(VISIT);
  await waitFor(() => expect(advice).not.toBeVisible());
});
