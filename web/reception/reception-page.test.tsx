import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Appointment, changeAppointment } from '#contract/agenda';
import {
  getReceptionDay,
  getReceptionDayVersion,
  nextFreeWithAnyone,
  type ProfessionalAgenda,
} from '#contract/assistants';
import { PROFESSIONAL_HEADER } from '#contract/endpoint';
import { ERRORS } from '#contract/errors';
import { CurrentUserContext } from '#web/platform/current-user.ts';
import { queryClient } from '#web/platform/query-client.ts';
import { ReceptionPage } from '#web/reception/reception-page.tsx';
import { appointmentOf } from '#web/testing/appointments.ts';
import { ANA, expectToast, letTimePass, serverFor, showPageAgain } from '#web/testing/open-app.tsx';
import { patientNumber } from '#web/testing/patients-server.ts';
import { Toaster } from '#web/ui/toaster.tsx';

const TODAY = '2026-11-16';
const MARTA = { ...ANA, name: 'Marta Soto', role: 'assistant' } as typeof ANA;
const [DRA, PS] = [
  { _id: '0197a000-0000-7000-8000-0000000000d1', name: 'Dra. Ana Pérez' },
  { _id: '0197a000-0000-7000-8000-0000000000d2', name: 'Ps. Luis Mora' },
];
const [ROSA, JUAN] = [
  patientNumber(1, { rut: '12345678-5', name: 'Rosa Díaz' }),
  patientNumber(2, { rut: '11111111-1', name: 'Juan Vera' }),
];
const ofRosa = (details: Partial<Appointment> = {}) => appointmentOf(ROSA, { time: '10:00', ...details });
const ofJuan = (details: Partial<Appointment> = {}) => appointmentOf(JUAN, { time: '10:30', ...details });

const day = (dra: Partial<ProfessionalAgenda> = {}, ps: Partial<ProfessionalAgenda> = {}) => [
  { professional: DRA, appointments: [], freeTimes: [], ...dra },
  { professional: PS, appointments: [], freeTimes: [], ...ps },
];

/** A reception with these agendas, whose version says how often they were changed. */
function receptionServer(first: ProfessionalAgenda[]) {
  let [version, agendas] = [1, first];
  const server = serverFor(MARTA);
  server.reply(getReceptionDayVersion, () => ({ version: String(version) }));
  server.reply(getReceptionDay, () => agendas);
  server.reply(changeAppointment, ({ url, body }) => {
    const kept = agendas.flatMap((one) => one.appointments).find(({ _id }) => url.pathname.endsWith(_id));
    version += 1;
    return Object.assign(kept ?? {}, body) as Appointment;
  });
  const change = (next: ProfessionalAgenda[]) => {
    [version, agendas] = [version + 1, next];
  };
  return { ...server, change };
}

const headers: Headers[] = [];

function openReception(server: ReturnType<typeof receptionServer>, { isWide = true, search = '' } = {}) {
  const list = { addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('matchMedia', (query: string) => ({ ...list, matches: isWide && query.includes('min-width') }));
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    if (init.method === 'PATCH') headers.push(new Headers(init.headers));
    return server.fetch(address, init);
  });
  const routes = [
    { path: '/dashboard', element: <ReceptionPage /> },
    { path: '*', element: null },
  ];
  const router = createMemoryRouter(routes, { initialEntries: [`/dashboard${search}`] });
  render(
    <QueryClientProvider client={queryClient}>
      <CurrentUserContext value={MARTA}>
        <RouterProvider router={router} />
        <Toaster />
      </CurrentUserContext>
    </QueryClientProvider>,
  );
  return userEvent.setup({ advanceTimers: (delay) => void (vi.isFakeTimers() && vi.advanceTimersByTime(delay)) });
}

const column = (name: string) => screen.findByRole('list', { name: `Citas y horas libres de ${name}` });
const readAddress = (element: HTMLElement) => new URL(element.getAttribute('href') ?? '', location.origin);

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['Date', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'],
    shouldAdvanceTime: true,
  });
  vi.setSystemTime('2026-11-16T12:40:00Z');
  headers.length = 0;
});
afterEach(() => {
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('whose agenda cannot be read is said, and the others are shown', async () => {
  const server = receptionServer(day({ appointments: [ofRosa()] }, { unavailable: true }));
  openReception(server);
  expect(await column(DRA.name)).toHaveTextContent('Rosa Díaz');
  expect(screen.queryByRole('list', { name: `Citas y horas libres de ${PS.name}` })).toBeNull();
  const notice = `Por ahora no se pueden mostrar las citas de ${PS.name}.`;
  expect(screen.getByText(notice)).toBeVisible();
  server.change(day({ appointments: [ofRosa()] }, { appointments: [ofJuan()] }));
  await letTimePass(15_000);
  expect(await column(PS.name)).toHaveTextContent('Juan Vera');
  expect(screen.queryByText(notice)).toBeNull();
});

test('the day of each professional that is shown is printed with telephones and notes', async () => {
  const agendas = day(
    { appointments: [ofRosa({ phone: '9 8765 4321', note: 'Trae exámenes' }), ofJuan({ status: 'confirmed' })] },
    { unavailable: true },
  );
  const hidden = { _id: '0197a000-0000-7000-8000-0000000000d3', name: 'Kin. Sol Vega' };
  const third = { professional: hidden, appointments: [ofRosa({ time: '12:00' })], freeTimes: [] };
  const user = openReception(receptionServer([...agendas, third]));
  await column(hidden.name);
  await user.click(screen.getByRole('button', { name: hidden.name }));
  const print = vi.fn(() => dispatchEvent(new Event('beforeprint')));
  vi.stubGlobal('print', print);
  await user.click(screen.getByRole('button', { name: 'Imprimir' }));
  const sheets = [...document.querySelectorAll('.printed-agenda section')];
  expect(sheets.map((sheet) => sheet.querySelector('h2')?.textContent)).toEqual([
    `Agenda de ${DRA.name} del lunes 16 de noviembre, 2026`,
    `Agenda de ${PS.name} del lunes 16 de noviembre, 2026`,
  ]);
  const rows = [...(sheets[0]?.querySelectorAll('tr') ?? [])];
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent).join(' | '))).toEqual([
    'Hora | Paciente | Teléfono | Estado | Nota',
    '10:00 - 10:30 | Rosa Díaz 12.345.678-5 | 9 8765 4321 | Agendada | Trae exámenes',
    '10:30 - 11:00 | Juan Vera 11.111.111-1 |  | Confirmada | ',
  ]);
  expect(sheets[1]).toHaveTextContent('No se pudieron cargar las citas de este día.');
  act(() => void dispatchEvent(new Event('afterprint')));
  expect(document.querySelector('.printed-agenda')).toBeNull();
});

test('each professional has a column with appointments and free hours in order', async () => {
  openReception(
    receptionServer(day({ appointments: [ofRosa()], freeTimes: ['10:30', '12:00'] }, { freeTimes: ['10:30'] })),
  );
  const [first, , ...others] = within(await column(DRA.name)).getAllByRole('listitem');
  expect(first).toHaveTextContent('Rosa Díaz');
  expect(others).toHaveLength(1);
  const free = within(await column(PS.name)).getByRole('link', { name: `Libre a las 10:30 con ${PS.name}, agendar` });
  expect(readAddress(free).pathname).toBe('/dashboard/agenda');
  expect(Object.fromEntries(readAddress(free).searchParams)).toEqual({
    profesional: PS._id,
    fecha: TODAY,
    crear: 'cita',
    hora: '10:30',
  });
  expect(readAddress(screen.getByRole('link', { name: PS.name })).searchParams.get('profesional')).toBe(PS._id);
  expect(readAddress(screen.getByRole('link', { name: /Rosa Díaz/ })).pathname).toBe(
    `/dashboard/pacientes/${ROSA._id}`,
  );
});

test('one press says that the patient arrived, for the professional of the column, and can be undone', async () => {
  const server = receptionServer(day({}, { appointments: [ofJuan()] }));
  const user = openReception(server);
  await user.click(await screen.findByRole('button', { name: 'Llegó: Juan Vera, 10:30' }));
  const status = await screen.findByRole('button', { name: /^En sala: estado de la cita de Juan Vera/ });
  expect(status).toHaveFocus();
  await expectToast('La cita de Juan Vera quedó como «En sala»');
  expect(server.requests(changeAppointment).map(({ body }) => body)).toEqual([{ status: 'arrived' }]);
  expect(headers.map((sent) => sent.get(PROFESSIONAL_HEADER))).toEqual([PS._id]);
  // The region of the toasts lets clicks through until it has counted its toasts.
  fireEvent.click(screen.getByRole('button', { name: 'Deshacer' }));
  await waitFor(() => expect(server.requests(changeAppointment)).toHaveLength(2));
  expect(server.requests(changeAppointment)[1]?.body).toEqual({ status: 'scheduled' });
  expect(headers[1]?.get(PROFESSIONAL_HEADER)).toBe(PS._id);
  await expectToast('La cita quedó como antes');
  expect(screen.queryByRole('button', { name: 'Deshacer' })).not.toBeInTheDocument();
});

test('the menu of the status has the others, without the cancellation', async () => {
  const server = receptionServer(day({ appointments: [ofRosa()] }));
  const user = openReception(server);
  await user.click(await screen.findByRole('button', { name: /^Agendada: estado de la cita de Rosa/ }));
  expect(screen.queryByRole('menuitemradio', { name: 'Cancelada' })).not.toBeInTheDocument();
  await user.click(await screen.findByRole('menuitemradio', { name: 'No asistió' }));
  await waitFor(() => expect(server.requests(changeAppointment)[0]?.body).toEqual({ status: 'no-show' }));
});

test('a refused status is taken back and said', async () => {
  const server = receptionServer(day({ appointments: [ofRosa()] }));
  server.refuse(changeAppointment, 'ASSISTANT_FORBIDDEN');
  const user = openReception(server);
  await user.click(await screen.findByRole('button', { name: 'Llegó: Rosa Díaz, 10:00' }));
  expect(await screen.findByRole('button', { name: /^Agendada: estado de la cita de Rosa/ })).toBeVisible();
  await expectToast(ERRORS.ASSISTANT_FORBIDDEN.message);
});

test('before its day an appointment is confirmed by one press', async () => {
  const server = receptionServer(day({ appointments: [ofRosa({ date: '2026-11-18' })] }));
  const user = openReception(server, { search: '?fecha=2026-11-18' });
  await user.click(await screen.findByRole('button', { name: 'Confirmar: Rosa Díaz, 10:00' }));
  await waitFor(() => expect(server.requests(changeAppointment)[0]?.body).toEqual({ status: 'confirmed' }));
});

test('what somebody else changes appears without a reload, and an unchanged day is not loaded again', async () => {
  const server = receptionServer(day({ appointments: [ofRosa()] }));
  openReception(server);
  await screen.findByRole('link', { name: /Rosa Díaz/ });
  await letTimePass(40_000);
  expect(server.requests(getReceptionDay)).toHaveLength(1);
  expect(server.requests(getReceptionDayVersion).length).toBeGreaterThan(1);
  server.change(day({ appointments: [ofRosa()] }, { appointments: [ofJuan()] }));
  await letTimePass(20_000);
  expect(await screen.findByRole('link', { name: /Juan Vera/ })).toBeVisible();
  server.change(day({ appointments: [] }, { appointments: [ofJuan()] }));
  showPageAgain();
  await waitFor(() => expect(screen.queryByRole('link', { name: /Rosa Díaz/ })).not.toBeInTheDocument());
});

test('a day that cannot be loaded again stays, and says so', async () => {
  const server = receptionServer(day({ appointments: [ofRosa()] }));
  const user = openReception(server);
  await screen.findByRole('link', { name: /Rosa Díaz/ });
  server.refuse(getReceptionDay, 'INVALID_INPUT', 1);
  showPageAgain();
  expect(await screen.findByText(/No se pudo actualizar el día/)).toBeVisible();
  expect(screen.getByRole('link', { name: /Rosa Díaz/ })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Volver a intentar' }));
  await waitFor(() => expect(screen.queryByText(/No se pudo actualizar el día/)).not.toBeInTheDocument());
});

test('the next free hour with anyone leads to the new appointment, with the duration', async () => {
  const server = receptionServer(day());
  server.reply(nextFreeWithAnyone, [
    { professional: PS, date: '2026-11-17', time: '09:00' },
    { professional: DRA, date: '2026-11-19', time: '15:30' },
  ]);
  const user = openReception(server);
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Duración' }), '1h');
  await user.click(screen.getByRole('button', { name: 'Próxima hora con cualquiera' }));
  const found = within(await screen.findByRole('list', { name: 'Próximas horas libres' })).getAllByRole('link');
  expect(found.map(({ textContent }) => textContent)).toEqual([
    'martes 17 de noviembre, 2026, 09:00Ps. Luis Mora',
    'jueves 19 de noviembre, 2026, 15:30Dra. Ana Pérez',
  ]);
  expect(String(server.requests(nextFreeWithAnyone)[0]?.url.searchParams)).toBe('duration=60');
  expect(readAddress(found[0] as HTMLElement).searchParams.get('duracion')).toBe('60');
});

test('on a narrow screen each hour has the appointments of all, and the free ones in one line', async () => {
  const server = receptionServer(
    day(
      { appointments: [ofRosa()], freeTimes: ['11:00'] },
      { appointments: [ofJuan({ time: '10:00' })], freeTimes: ['11:00'] },
    ),
  );
  const user = openReception(server, { isWide: false });
  const hours = within(await screen.findByRole('list', { name: 'Citas del día por hora' }));
  expect(hours.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['10:00', '11:00']);
  expect(hours.getAllByRole('article')).toHaveLength(2);
  expect(hours.getByText(/^Libre:/)).toHaveTextContent('Libre: Dra. Ana Pérez, Ps. Luis Mora');
  await user.click(hours.getByRole('button', { name: 'Llegó: Juan Vera, 10:00' }));
  await waitFor(() => expect(headers[0]?.get(PROFESSIONAL_HEADER)).toBe(PS._id));
});

test('the arrows move the focus by hour and by professional', async () => {
  const user = openReception(
    receptionServer(day({ appointments: [ofRosa()], freeTimes: ['10:30'] }, { freeTimes: ['10:30', '11:00'] })),
  );
  // The columns are drawn one after the other.
  await column(PS.name);
  screen.getByRole('link', { name: /Rosa Díaz/ }).focus();
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('link', { name: `Libre a las 10:30 con ${DRA.name}, agendar` })).toHaveFocus();
  await user.keyboard('{ArrowRight}{ArrowDown}');
  expect(screen.getByRole('link', { name: `Libre a las 11:00 con ${PS.name}, agendar` })).toHaveFocus();
  await user.keyboard('{ArrowUp}{ArrowLeft}');
  expect(screen.getByRole('link', { name: `Libre a las 10:30 con ${DRA.name}, agendar` })).toHaveFocus();
});

test('a professional is hidden and shown again', async () => {
  const user = openReception(receptionServer(day({ appointments: [ofRosa()] }, { appointments: [ofJuan()] })));
  const toggle = await screen.findByRole('button', { name: PS.name });
  await user.click(toggle);
  expect(toggle).toHaveAttribute('aria-pressed', 'false');
  expect(screen.queryByRole('link', { name: /Juan Vera/ })).not.toBeInTheDocument();
  expect(screen.getByText('1 cita', { selector: 'span' })).toBeVisible();
  await user.click(toggle);
  expect(screen.getByRole('link', { name: /Juan Vera/ })).toBeVisible();
});

test('says so when there is nobody, and when nobody attends', async () => {
  const server = receptionServer([]);
  openReception(server, { search: '?fecha=2026-12-25' });
  expect(await screen.findByText('No tienes consultas a tu cargo')).toBeVisible();
  server.change(day());
  showPageAgain();
  expect(await screen.findByText('Nadie tiene citas ni horas libres este día')).toBeVisible();
  expect(screen.getByText('Es feriado: Navidad.')).toBeVisible();
});

test('free hours that are over are not offered, and a day without a column says why', async () => {
  openReception(receptionServer(day({ freeTimes: ['09:00', '09:30', '10:00'] })));
  expect(within(await column(DRA.name)).getAllByRole('link')).toHaveLength(1);
  expect(within(await column(PS.name)).getByText('Sin citas ni horas libres este día.')).toBeVisible();
});
