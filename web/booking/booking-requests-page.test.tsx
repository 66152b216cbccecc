import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as api from '#contract/booking-requests';
import { ERRORS } from '#contract/errors';
import { listWaiting, removeWaiting, removeWaitingTogether, type WaitingEntry } from '#contract/waiting-list';
import { question } from '#web/testing/agenda-server.ts';
import { bookingServer, REQUEST } from '#web/testing/booking-requests-server.ts';
import { fill } from '#web/testing/form-fields.ts';
import { expectToast, letTimePass, openApp, serverFor } from '#web/testing/open-app.tsx';

const PAGE = '/dashboard/reservas';
const OF_PATIENT: api.BookingRequest = {
  ...REQUEST,
  _id: REQUEST._id.replace('d1', 'd2'),
  status: 'unverified',
  date: '2030-01-08',
  time: '09:30',
  duration: 30,
  name: 'Rosa Díaz Soto',
  createdAt: '2030-01-04T15:10:00.000Z',
  patientId: '0197a000-0000-7000-8000-000000000001',
  patient: { name: 'Rosa Díaz', birthDate: '1990-03-15', email: 'eva@ejemplo.cl' },
};

const NOW = new Date('2030-01-04T16:00:00.000Z');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});
afterEach(() => {
  delete document.documentElement.dataset.mail;
});

const card = async (name: string) => within(await screen.findByRole('article', { name }));
const SUMMARY = { selector: '[role=status]' };
const menuEntry = () => screen.getByRole('link', { name: /^Reservas en línea/ });

test('the requests stand by date with who asks, for what and until when', async () => {
  const server = bookingServer([REQUEST, OF_PATIENT]);
  await openApp(PAGE, server);
  const eva = await card('Eva Paz Muñoz');
  for (const text of ['10:00 - 11:00', 'Control', 'Espera tu respuesta', 'RUT 12.345.678-5', '15/03/1990, 39 años'])
    expect(eva.getByText(text)).toBeVisible();
  expect(eva.getByText(/Persona nueva/)).toBeVisible();
  expect(eva.getByText('La hora se mantiene hasta el 06/01/2030 a las 10:00.')).toBeVisible();
  expect(eva.getByRole('link', { name: 'Llamar a Eva Paz Muñoz' })).toHaveAttribute('href', 'tel:+56987654321');
  expect(eva.getByRole('link', { name: 'WhatsApp a Eva Paz Muñoz' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^https:\/\/wa\.me\/56987654321\?text=Hola%20Eva%3A/),
  );
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'lunes 7 de enero (07/01/2030)',
    'martes 8 de enero (08/01/2030)',
  ]);
  expect(screen.getByText('2 solicitudes: 1 espera tu respuesta y 1 por confirmar por la persona')).toBeVisible();
  expect(menuEntry()).toHaveTextContent('1, 1 por responder');
});

test('what came from one connection is rejected together, and a request without an hour says so', async () => {
  const names = ['Eva Paz Muñoz', 'Ana Uno', 'Ana Dos', 'Ana Tres'];
  const all = names.map((name, index) => {
    const isFirst = index === 0;
    const shared = isFirst ? {} : { connection: 1 };
    const hour = index === 3 ? { holdsHour: false as const } : {};
    return { ...REQUEST, ...shared, ...hour, name, _id: REQUEST._id.replace('d1', `a${index}`) };
  });
  const server = bookingServer(all);
  server.reply(api.rejectConnection, () => {
    all.splice(1);
    return { rejected: 3 };
  });
  const { user } = await openApp(PAGE, server);
  expect((await card('Ana Tres')).getByText('Sin hora guardada')).toBeVisible();
  expect((await card('Ana Tres')).getByText(/^La hora no está guardada/)).toBeVisible();
  expect(screen.getByText('3 solicitudes llegaron desde una misma conexión a internet.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Rechazar todas las de esta conexión' }));
  const asked = await question('¿Rechazar todas las de esta conexión?');
  expect(asked.getByText('Ana Uno, Ana Dos y Ana Tres')).toBeVisible();
  await user.click(asked.getByRole('button', { name: 'Sí, rechazar todas' }));
  await expectToast('Solicitudes rechazadas. Sus horas quedaron libres.');
  await waitFor(() => expect(screen.queryByText('Ana Uno')).not.toBeInTheDocument());
  expect(screen.getByText('Eva Paz Muñoz')).toBeVisible();
  const rejected = server.sent().filter((path) => path.endsWith('/reject-connection'));
  expect(rejected).toEqual([expect.stringContaining(REQUEST._id.replace('d1', 'a1'))]);
});

test('a request of a patient leads to the file and names what differs', async () => {
  await openApp(PAGE, bookingServer([OF_PATIENT]));
  const rosa = await card('Rosa Díaz Soto');
  expect(rosa.getByText('Por confirmar por la persona')).toBeVisible();
  expect(rosa.getByRole('link', { name: 'Ver ficha' })).toHaveAttribute(
    'href',
    `/dashboard/pacientes/${OF_PATIENT.patientId}`,
  );
  expect(rosa.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Nombre. En la ficha: Rosa Díaz',
    'Teléfono. En la ficha: sin teléfono',
  ]);
  expect(rosa.getByText(/si la aceptas, llama antes/)).toBeVisible();
});

test('a deposit that is awaited, and a paid deposit that would be returned', async () => {
  const unpaid: api.BookingRequest = {
    ...OF_PATIENT,
    status: 'unpaid',
    deposit: { amount: 10_000, isPaid: false },
    expiresAt: '2030-01-04T17:00:00.000Z',
  };
  const paid: api.BookingRequest = { ...REQUEST, deposit: { amount: 25_000, isPaid: true } };
  const { user } = await openApp(PAGE, bookingServer([paid, unpaid]));
  expect(await screen.findByText('2 solicitudes: 1 espera tu respuesta y 1 espera el abono')).toBeVisible();
  const rosa = await card('Rosa Díaz Soto');
  expect(rosa.getByText('Espera el abono de $10.000')).toBeVisible();
  expect(rosa.getByText(/Si no paga el abono antes, queda libre\./)).toHaveTextContent(
    'Si la aceptas ahora, no se le pedirá el abono de $10.000.',
  );
  const eva = await card('Eva Paz Muñoz');
  expect(eva.getByText('Abono pagado $25.000')).toBeVisible();
  expect(eva.queryByText(/no se le pedirá/)).not.toBeInTheDocument();
  await user.click(eva.getByRole('button', { name: /^Rechazar/ }));
  const asked = await question('¿Rechazar solicitud?');
  expect(asked.getByText(/Le devolveremos por Mercado Pago el abono de/)).toHaveTextContent('$25.000');
  await user.click(asked.getByRole('button', { name: 'Volver' }));
  await user.click(rosa.getByRole('button', { name: /^Rechazar/ }));
  expect((await question('¿Rechazar solicitud?')).getByText('Si paga el abono igual, se le devuelve.')).toBeVisible();
});

test('an accepted request becomes an appointment and leaves the list and the menu', async () => {
  const server = bookingServer();
  const { user } = await openApp(PAGE, server);
  await user.click(await screen.findByRole('button', { name: 'Aceptar la solicitud de Eva Paz Muñoz' }));
  await expectToast('La cita quedó en tu agenda');
  expect(await screen.findByText('No tienes solicitudes de hora', { selector: 'p.font-bold' })).toBeVisible();
  await waitFor(() => expect(screen.getByText('No tienes solicitudes de hora', SUMMARY)).toHaveFocus());
  expect(server.requests(api.acceptBookingRequest)).toHaveLength(1);
  await waitFor(() => expect(menuEntry()).toHaveTextContent(/^Reservas en línea$/));
});

test('the limit of the plan is explained beside the button, with a link to the plans', async () => {
  const server = bookingServer();
  server.refuse(api.acceptBookingRequest, 'PATIENT_LIMIT');
  const { user } = await openApp(PAGE, server);
  await user.click(await screen.findByRole('button', { name: /^Aceptar/ }));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(ERRORS.PATIENT_LIMIT.message);
  expect(within(alert).getByRole('link', { name: 'Ver los planes' })).toHaveAttribute(
    'href',
    '/dashboard/configuracion?tab=suscripcion',
  );
  expect(document.querySelector('.toast')).toBeNull();
});

test('a booking whose hour was taken shows the reason of the server', async () => {
  const server = bookingServer();
  server.refuse(api.acceptBookingRequest, 'SLOT_TAKEN');
  const { user } = await openApp(PAGE, server);
  await user.click(await screen.findByRole('button', { name: /^Aceptar/ }));
  await expectToast(ERRORS.SLOT_TAKEN.message);
  expect(screen.getByRole('article', { name: 'Eva Paz Muñoz' })).toBeVisible();
});

test('a request is rejected after a question, with a message where mail can carry it', async () => {
  document.documentElement.dataset.mail = 'on';
  const server = bookingServer();
  const { user } = await openApp(PAGE, server);
  await user.click(await screen.findByRole('button', { name: 'Rechazar la solicitud de Eva Paz Muñoz' }));
  const asked = await question('¿Rechazar solicitud?');
  await fill('Mensaje (opcional)', ' Estaré de viaje ');
  expect(server.requests(api.rejectBookingRequest)).toEqual([]);
  await user.click(asked.getByRole('button', { name: 'Sí, rechazar' }));
  await expectToast('Solicitud rechazada. La hora quedó libre.');
  expect(server.requests(api.rejectBookingRequest).map(({ body }) => body)).toEqual([{ message: 'Estaré de viaje' }]);
  expect(screen.queryByRole('article')).not.toBeInTheDocument();
  await waitFor(() => expect(screen.getByText('No tienes solicitudes de hora', SUMMARY)).toHaveFocus());
});

test('the message of a rejection stays when the dialog is closed or the request fails', async () => {
  document.documentElement.dataset.mail = 'on';
  const server = bookingServer();
  const { user } = await openApp(PAGE, server);
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: /^Rechazar/ }));
    return question('¿Rechazar solicitud?');
  };
  const first = await open();
  await fill('Mensaje (opcional)', 'Estaré de viaje');
  await user.click(first.getByRole('button', { name: 'Volver' }));
  const asked = await open();
  expect(asked.getByLabelText('Mensaje (opcional)')).toHaveValue('Estaré de viaje');
  server.refuse(api.rejectBookingRequest, 'UNEXPECTED', 1);
  await user.click(asked.getByRole('button', { name: 'Sí, rechazar' }));
  await expectToast(ERRORS.UNEXPECTED.message);
  expect(asked.getByLabelText('Mensaje (opcional)')).toHaveValue('Estaré de viaje');
  await user.click(asked.getByRole('button', { name: 'Sí, rechazar' }));
  await waitFor(() => expect(screen.queryByRole('article')).not.toBeInTheDocument());
  expect(server.requests(api.rejectBookingRequest).map(({ body }) => body)).toEqual(
    Array(2).fill({ message: 'Estaré de viaje' }),
  );
});

test('a request that was answered in another window leaves the list, and a toast says how', async () => {
  const requests = [REQUEST];
  const server = bookingServer(requests);
  const { user } = await openApp(PAGE, server);
  const reject = await screen.findByRole('button', { name: /^Rechazar/ });
  requests.pop();
  server.refuse(api.rejectBookingRequest, 'BOOKING_ACCEPTED');
  await user.click(reject);
  await user.click((await question('¿Rechazar solicitud?')).getByRole('button', { name: 'Sí, rechazar' }));
  await expectToast(/La reserva ya terminó.*Esta reserva ya es una cita de tu agenda/);
  await waitFor(() => expect(screen.getByText('No tienes solicitudes de hora', SUMMARY)).toHaveFocus());
});

test('without mail the professional is told to call, and writes no message', async () => {
  const { user } = await openApp(PAGE, bookingServer());
  await user.click(await screen.findByRole('button', { name: /^Rechazar/ }));
  const asked = await question('¿Rechazar solicitud?');
  expect(asked.getByText(/avísale por teléfono/)).toBeVisible();
  expect(asked.queryByLabelText('Mensaje (opcional)')).not.toBeInTheDocument();
});

test('a new request appears while the page is open, and nothing else is loaded while there is none', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: NOW });
  const requests: api.BookingRequest[] = [];
  const server = bookingServer(requests);
  await openApp(PAGE, server);
  expect(await screen.findByText('No tienes solicitudes de hora', { selector: 'p.font-bold' })).toBeVisible();
  await letTimePass(31_000);
  const loaded = server.requests(api.listBookingRequests).length;
  await letTimePass(31_000);
  expect(server.requests(api.listBookingRequests)).toHaveLength(loaded);
  requests.push(REQUEST);
  await letTimePass(31_000);
  expect(await screen.findByRole('article', { name: 'Eva Paz Muñoz' })).toBeVisible();
});

test('a request that has expired since is not shown', async () => {
  await openApp(PAGE, bookingServer([{ ...REQUEST, expiresAt: '2030-01-04T15:59:00.000Z' }]));
  expect(await screen.findByText('No tienes solicitudes de hora', { selector: 'p.font-bold' })).toBeVisible();
});

test('requests that failed to load can be requested again', async () => {
  const server = serverFor();
  server.refuse(api.listBookingRequests, 'UNEXPECTED');
  await openApp(PAGE, server);
  expect(await screen.findByText('No se pudieron cargar las solicitudes', {}, { timeout: 20_000 })).toBeVisible();
});

const WAITING: WaitingEntry = {
  _id: '0197a000-0000-7000-8000-0000000000a1',
  serviceId: REQUEST.serviceId,
  serviceName: 'Control',
  name: 'Luis Rojas',
  email: 'luis@ejemplo.cl',
  phone: '+56 9 1111 2222',
  from: '2030-01-07',
  to: '2030-01-18',
  times: 'morning',
  createdAt: '2030-01-02T15:00:00.000Z',
};

test('the waiting list is loaded when it is shown, in order, and an entry is removed after a question', async () => {
  const entries = [
    WAITING,
    { ...WAITING, _id: WAITING._id.replace('a1', 'a2'), name: 'Inés Vera', offeredAt: WAITING.createdAt },
  ];
  const server = bookingServer([]);
  server.reply(listWaiting, () => [...entries]);
  server.reply(removeWaiting, () => void entries.shift());
  const { user, address } = await openApp(PAGE, server);
  await screen.findByRole('tab', { name: 'Lista de espera' });
  expect(server.requests(listWaiting)).toEqual([]);
  await user.click(screen.getByRole('tab', { name: 'Lista de espera' }));
  expect(address()).toBe(`${PAGE}?tab=espera`);
  const luis = within(await screen.findByRole('listitem', { name: 'Luis Rojas' }));
  expect(luis.getByText('Entre el 07/01/2030 y el 18/01/2030, en la mañana')).toBeVisible();
  expect(luis.getByText(/Todavía sin ofertas/)).toBeVisible();
  expect(screen.getByText(/Última oferta: 02\/01\/2030 12:00/)).toBeVisible();
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Luis Rojas',
    'Inés Vera',
  ]);
  await user.click(luis.getByRole('button', { name: 'Sacar de la lista a Luis Rojas' }));
  const asked = await question('¿Sacar de la lista de espera?');
  await user.click(asked.getByRole('button', { name: 'Sí, sacar de la lista' }));
  await expectToast('La persona salió de la lista de espera');
  expect(screen.queryByRole('listitem', { name: 'Luis Rojas' })).not.toBeInTheDocument();
  await waitFor(() => expect(screen.getByText(/^1 persona en espera/)).toHaveFocus());
});

test('entries that nobody confirmed are selected together and removed after a question', async () => {
  const names = ['Ana Uno', 'Ana Dos', 'Ana Tres'];
  const entries: WaitingEntry[] = names.map((name, index) => ({
    ...WAITING,
    _id: WAITING._id.replace(/.$/, String(index)),
    name,
    ...(index > 0 && { isToConfirm: true as const }),
  }));
  const [kept, ...invented] = entries.map(({ _id }) => _id);
  const server = bookingServer();
  server.reply(listWaiting, () => [...entries]);
  server.reply(removeWaitingTogether, () => ({ removed: entries.splice(1).length }));
  const { user } = await openApp(`${PAGE}?tab=espera`, server);
  expect(await screen.findByText(/^1 persona en espera, 2 sin confirmar\./)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Seleccionar 2 sin confirmar' }));
  expect(screen.getByRole('checkbox', { name: 'Seleccionar a Ana Dos' })).toBeChecked();
  expect(screen.getByRole('checkbox', { name: 'Seleccionar a Ana Uno' })).not.toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Sacar 2 seleccionadas' }));
  const asked = await question('¿Sacar de la lista de espera?');
  expect(asked.getByText('Ana Dos y Ana Tres')).toBeVisible();
  await user.click(asked.getByRole('button', { name: 'Sí, sacar de la lista' }));
  await expectToast('Salieron de la lista de espera');
  await waitFor(() => expect(screen.queryByText('Ana Dos')).not.toBeInTheDocument());
  expect(server.requests(removeWaitingTogether)).toMatchObject([{ body: { ids: invented } }]);
  expect(kept).toBe(WAITING._id.replace(/.$/, '0'));
});

test.each([
  [1, 'A Ana 1 ya no se le ofrecerá ninguna hora.'],
  [20, 'A Ana 1, Ana 2, Ana 3, Ana 4 y 16 personas más ya no se les ofrecerá ninguna hora.'],
])('the question about %i selected entries is short', async (count, text) => {
  const entries: WaitingEntry[] = Array.from({ length: count }, (_, index) => ({
    ...WAITING,
    _id: WAITING._id.replace(/.{3}$/, String(index).padStart(3, '0')),
    name: `Ana ${index + 1}`,
    isToConfirm: true,
  }));
  const server = bookingServer();
  server.reply(listWaiting, () => entries);
  const { user } = await openApp(`${PAGE}?tab=espera`, server);
  await user.click(await screen.findByRole('button', { name: `Seleccionar ${count} sin confirmar` }));
  await user.click(screen.getByRole('button', { name: /^Sacar \d+ seleccionada/ }));
  await question('¿Sacar de la lista de espera?');
  expect(screen.getByRole('alertdialog')).toHaveTextContent(text);
});
