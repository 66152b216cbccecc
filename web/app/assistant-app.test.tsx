import { act, screen, waitFor, within } from '@testing-library/react';
import { generatePath } from 'react-router';
import { expect, test } from 'vitest';
import { changeAppointment, listAppointments } from '#contract/agenda';
import { listProfessionals } from '#contract/assistants';
import { PROFESSIONAL_HEADER } from '#contract/endpoint';
import { isBehindLogin, PATHS } from '#web/platform/paths.ts';
import { AGENDA, APPOINTMENT, chooseStatus, DAY, ROSA } from '#web/testing/agenda-server.ts';
import { assistantServer, PROFESSIONAL_ANA, PROFESSIONAL_LUIS } from '#web/testing/assistant-server.ts';
import { expectToast, openApp, THIS_SESSION } from '#web/testing/open-app.tsx';

const ANA = PROFESSIONAL_ANA._id;
const LUIS = PROFESSIONAL_LUIS._id;
const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });
const menu = async () => within(await screen.findByRole('navigation', { name: 'Menú principal' }));
const presentName = () => screen.findByRole('button', { name: /^Consulta de/ });
const namedProfessionals = (server: ReturnType<typeof assistantServer>) =>
  server.requests(listAppointments).map(({ headers }) => headers.get(PROFESSIONAL_HEADER));

test('the menu has what an assistant may open, and every address names the professional', async () => {
  await openApp(`${AGENDA}&profesional=${LUIS}`, assistantServer());
  const links = (await menu()).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'Recepción',
    'Agenda',
    'Pacientes',
    'Reservas en línea',
    'Mi cuenta',
  ]);
  for (const link of links) expect(link).toHaveAttribute('href', expect.stringContaining(`profesional=${LUIS}`));
});

test('the printed agenda says whose it is', async () => {
  await openApp(`${AGENDA}&profesional=${LUIS}`, assistantServer({ appointments: [APPOINTMENT] }));
  await screen.findByRole('article', { name: ROSA.name });
  dispatchEvent(new Event('beforeprint'));
  const printed = () => document.querySelector('.printed-agenda');
  await waitFor(() => expect(printed()).toHaveTextContent(`Agenda de ${PROFESSIONAL_LUIS.name} del `));
  dispatchEvent(new Event('afterprint'));
});

test('an address without a professional is completed, and the page stays', async () => {
  const server = assistantServer();
  const { address } = await openApp(AGENDA, server);
  await heading('Agenda');
  await waitFor(() => expect(address()).toBe(`${AGENDA}&profesional=${ANA}`));
  expect(await presentName()).toHaveTextContent(PROFESSIONAL_ANA.name);
  expect(new Set(namedProfessionals(server))).toEqual(new Set([ANA]));
  // Each day is loaded once.
  const days = server.requests(listAppointments).map(({ url }) => url.search);
  expect(days).toEqual([...new Set(days)]);
});

test('following a link, going to another day and going back keep the professional', async () => {
  const { user, address, navigate } = await openApp(`${AGENDA}&profesional=${LUIS}`, assistantServer());
  await heading('Agenda');
  await user.click(screen.getByRole('button', { name: /Día siguiente/ }));
  expect(address()).toBe(`/dashboard/agenda?fecha=2030-01-08&profesional=${LUIS}`);
  await user.click((await menu()).getByRole('link', { name: 'Pacientes' }));
  await heading('Pacientes');
  expect(address()).toBe(`/dashboard/pacientes?profesional=${LUIS}`);
  await navigate(-1);
  await heading('Agenda');
  expect(address()).toContain(`profesional=${LUIS}`);
});

test('the list in the top bar leads to the same day of the other professional, by the keyboard', async () => {
  const server = assistantServer({ appointments: [APPOINTMENT] });
  const { user, address } = await openApp(`${AGENDA}&profesional=${ANA}`, server);
  await screen.findByRole('article', { name: ROSA.name });
  (await presentName()).focus();
  await user.keyboard('{Enter}');
  const current = await screen.findByRole('link', { name: new RegExp(PROFESSIONAL_ANA.name), current: true });
  await user.keyboard('{Tab}');
  expect(current).toHaveFocus();
  await user.keyboard('{Tab}{Enter}');
  await waitFor(() => expect(address()).toBe(`/dashboard/agenda?profesional=${LUIS}&fecha=${DAY}`));
  expect(await screen.findByText(`Citas de ${PROFESSIONAL_LUIS.name}`)).toBeVisible();
  expect(await presentName()).toHaveTextContent(PROFESSIONAL_LUIS.name);
  await waitFor(() => expect(new Set(namedProfessionals(server))).toEqual(new Set([ANA, LUIS])));
  expect(server.refused).toEqual([]);
});

test('a change is taken back for its own professional, also after going to another one', async () => {
  const server = assistantServer({ appointments: [APPOINTMENT] });
  const { user } = await openApp(`${AGENDA}&profesional=${ANA}`, server);
  await chooseStatus(user, 'Confirmada');
  await expectToast('La cita quedó como «Confirmada»');
  await user.click(await presentName());
  await user.click(await screen.findByRole('link', { name: new RegExp(PROFESSIONAL_LUIS.name) }));
  await screen.findByText(`Citas de ${PROFESSIONAL_LUIS.name}`);
  act(() => screen.getByRole('button', { name: 'Deshacer' }).click());
  await expectToast('La cita quedó como antes');
  const changes = server.requests(changeAppointment).map(({ headers }) => headers.get(PROFESSIONAL_HEADER));
  expect(changes).toEqual([ANA, ANA]);
});

test('from the own account, the list in the top bar leads to the agenda of the other professional', async () => {
  const { user, address } = await openApp(`${PATHS.account}?profesional=${ANA}`, assistantServer());
  await heading('Mi cuenta');
  await user.click(await presentName());
  await user.click(await screen.findByRole('link', { name: new RegExp(PROFESSIONAL_LUIS.name) }));
  await heading('Agenda');
  expect(address()).toBe(`/dashboard/agenda?profesional=${LUIS}`);
});

test('the title of the window is the one of the page, also where a professional has another page', async () => {
  const { navigate } = await openApp(`${PATHS.home}?profesional=${ANA}`, assistantServer());
  const title = (text: string) => waitFor(() => expect(document.title).toBe(`${text} · Ficha Austral`));
  await title('Recepción');
  await navigate(`${PATHS.agenda}?profesional=${ANA}`);
  await title('Agenda');
  await navigate(`${PATHS.account}?profesional=${LUIS}`);
  await title('Mi cuenta');
  await navigate(`${PATHS.home}?profesional=${ANA}`);
  await title('Recepción');
});

test('the profile of a patient is left for the agenda of the other professional', async () => {
  const profile = generatePath(PATHS.patient, { id: ROSA._id });
  const { user, address } = await openApp(`${profile}?profesional=${ANA}`, assistantServer());
  await heading(ROSA.name);
  await user.click(await presentName());
  await user.click(await screen.findByRole('link', { name: new RegExp(PROFESSIONAL_LUIS.name) }));
  await heading('Agenda');
  expect(address()).toBe(`/dashboard/agenda?profesional=${LUIS}`);
});

test('with one professional there is a name and no menu', async () => {
  await openApp(AGENDA, assistantServer({ professionals: [{ ...PROFESSIONAL_ANA }] }));
  await heading('Agenda');
  expect(within(screen.getByRole('banner')).getByText(PROFESSIONAL_ANA.name)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Consulta de/ })).not.toBeInTheDocument();
});

test('without a professional the assistant is told so, and nothing is asked for', async () => {
  const server = assistantServer({ professionals: [] });
  await openApp(AGENDA, server);
  await heading('No tienes consultas a tu cargo');
  expect(screen.getByRole('button', { name: 'Cerrar sesión' })).toBeVisible();
  expect(server.requests(listAppointments)).toEqual([]);
});

test.each([
  ['No tienes consultas a tu cargo', []],
  ['Ya no tienes acceso a la consulta de este profesional', [PROFESSIONAL_LUIS]],
])('«%s» leads to the own account, which asks for nothing of a professional', async (title, professionals) => {
  const server = assistantServer({ professionals });
  const { user } = await openApp(`${AGENDA}&profesional=${ANA}`, server);
  await heading(title);
  await user.click(screen.getByRole('link', { name: 'Mi cuenta' }));
  await heading('Mi cuenta');
  expect(await screen.findByText(THIS_SESSION.device)).toBeVisible();
  expect(server.sent().filter((path) => path.includes('booking-requests'))).toEqual([]);
  expect(server.refused).toEqual([]);
  await user.click(screen.getByRole('link', { name: 'Volver' }));
  await heading(title);
});

test('the address of another professional offers those to whom there is access', async () => {
  const server = assistantServer();
  const { user, address } = await openApp(`${AGENDA}&profesional=0197a000-0000-7000-8000-0000000000ff`, server);
  await heading('Ya no tienes acceso a la consulta de este profesional');
  expect(server.requests(listAppointments)).toEqual([]);
  await user.click(screen.getByRole('link', { name: PROFESSIONAL_LUIS.name }));
  await heading('Agenda');
  expect(address()).toBe(`/dashboard/agenda?profesional=${LUIS}`);
});

test('an access that ends while the page is open is said at the next request', async () => {
  const server = assistantServer();
  const { user } = await openApp(`${AGENDA}&profesional=${ANA}`, server);
  await heading('Agenda');
  server.end(PROFESSIONAL_ANA);
  await user.click(screen.getByRole('button', { name: /Día siguiente/ }));
  expect(await heading('Ya no tienes acceso a la consulta de este profesional')).toHaveFocus();
  expect(screen.getByRole('link', { name: PROFESSIONAL_LUIS.name })).toBeVisible();
  expect(screen.queryByRole('link', { name: PROFESSIONAL_ANA.name })).not.toBeInTheDocument();
});

const PAGES: Record<string, string | RegExp> = {
  [PATHS.home]: 'Recepción',
  [PATHS.agenda]: 'Agenda',
  [PATHS.dayReminders]: 'Por recordar',
  [PATHS.patients]: 'Pacientes',
  [PATHS.patient]: ROSA.name,
  [PATHS.bookingRequests]: 'Reservas en línea',
  [PATHS.account]: 'Mi cuenta',
  [PATHS.testDeposit]: 'Abono de prueba',
};

test.each(Object.values(PATHS).filter(isBehindLogin))('nothing that %s asks for is refused', async (path) => {
  const server = assistantServer({ appointments: [APPOINTMENT] });
  const { user } = await openApp(
    generatePath(path, { id: ROSA._id, noteId: ROSA._id, certificateId: ROSA._id }),
    server,
  );
  await heading(PAGES[path] ?? 'Acceso restringido');
  for (const tab of screen.queryAllByRole('tab')) await user.click(tab);
  await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull());
  expect(server.refused).toEqual([]);
});

test('a page for professionals alone asks for nothing but what the layout shows', async () => {
  const server = assistantServer();
  await openApp(`${PATHS.rightsRequests}?profesional=${ANA}`, server);
  await heading('Acceso restringido');
  expect(new Set(server.sent())).toEqual(
    new Set(['/api/auth/me', listProfessionals.path, '/api/booking-requests/count']),
  );
  expect(screen.getByRole('link', { name: 'Ir a Recepción' })).toHaveAttribute('href', `/dashboard?profesional=${ANA}`);
});

test('the shortcut for a new patient works only where the professional allows it', async () => {
  const { user, navigate } = await openApp(`${PATHS.dayReminders}?profesional=${LUIS}`, assistantServer());
  await heading('Por recordar');
  await user.keyboard('n');
  await user.keyboard('p');
  await heading('Pacientes');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await navigate(`${PATHS.dayReminders}?profesional=${ANA}`);
  await heading('Por recordar');
  await user.keyboard('n');
  expect(await screen.findByRole('dialog', { name: 'Nuevo Paciente' })).toBeVisible();
});
