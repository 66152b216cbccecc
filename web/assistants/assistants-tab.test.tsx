import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AccessEntry } from '#contract/access-log';
import * as api from '#contract/assistants';
import type { User } from '#contract/auth';
import { ERRORS } from '#contract/errors';
import { fillFields } from '#web/testing/form-fields.ts';
import type { MockServer } from '#web/testing/mock-server.ts';
import { ANA, expectToast, openApp, serverFor } from '#web/testing/open-app.tsx';

const MARTA: api.Assistant = {
  _id: '0197a000-0000-7000-8000-0000000000e1',
  name: 'Marta Soto',
  email: 'marta@ejemplo.cl',
  status: 'active',
  canEditPatients: false,
  canCharge: true,
  invitedAt: '2026-11-01T13:00:00.000Z',
  lastSeenAt: '2026-11-17T14:30:00.000Z',
};
const { lastSeenAt: _lastSeenAt, ...UNSEEN } = MARTA;
const INVITED: api.Assistant = {
  ...UNSEEN,
  _id: '0197a000-0000-7000-8000-0000000000e2',
  name: 'Luis Vera',
  email: 'luis@ejemplo.cl',
  status: 'invited',
  expiresAt: '2026-11-20T12:00:00.000Z',
};
const URL = 'https://ejemplo.cl/invitacion/secreto';
const PAID: User = { ...ANA, subscriptionStatus: 'paid' };

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-18T12:00:00Z') }));
afterEach(() => {
  vi.useRealTimers();
  delete document.documentElement.dataset.mail;
});

function receptionServer(assistants: api.Assistant[], user = PAID): MockServer {
  const server = serverFor(user);
  server.reply(api.listAssistants, () => assistants);
  return server;
}

async function open(server: MockServer, loaded = true) {
  const app = await openApp('/dashboard/configuracion?tab=secretaria', server);
  if (loaded) await screen.findAllByText(/Aún no invitas a nadie|@ejemplo\.cl/, { selector: '[role=tabpanel] *' });
  return app;
}

const row = (name: string) => within(screen.getByRole('heading', { level: 3, name }).closest('li') as HTMLElement);
const dialog = () => screen.findByRole('dialog');

async function invite(server: MockServer) {
  server.reply(api.inviteAssistant, { ...INVITED, url: URL });
  const { user } = await open(server);
  await user.click(screen.getByRole('button', { name: 'Invitar' }));
  await dialog();
  fillFields({ Nombre: 'Luis Vera', Email: 'LUIS@ejemplo.cl' });
  await user.click(screen.getByRole('switch', { name: 'Puede editar pacientes' }));
  await user.click(within(await dialog()).getByRole('button', { name: 'Invitar' }));
  return user;
}

test('lists each person with e-mail, state, last visit and permissions', async () => {
  await open(receptionServer([MARTA, INVITED]));
  expect(row('Marta Soto').getByText('Con acceso')).toBeVisible();
  expect(row('Marta Soto').getByText('Entró por última vez el 17/11/2026 11:30')).toBeVisible();
  expect(row('Marta Soto').getByRole('switch', { name: 'Puede editar pacientes' })).not.toBeChecked();
  expect(row('Marta Soto').getByRole('switch', { name: 'Puede cobrar' })).toBeChecked();
  expect(row('Luis Vera').getByText('Invitación pendiente')).toBeVisible();
  expect(row('Luis Vera').getByText(/Invitación del 01\/11\/2026 10:00 · vence el 20\/11\/2026 09:00/)).toBeVisible();
  expect(
    screen.getByText('Nunca ve fichas clínicas, alergias, notas clínicas ni documentos. Sí ve la nota de cada cita.'),
  ).toBeVisible();
});

test('says what the switches mean, and shows the link of a new invitation once', async () => {
  const server = receptionServer([MARTA]);
  const user = await invite(server);
  expect(await screen.findByRole('heading', { name: 'La invitación está lista' })).toHaveFocus();
  expect(server.requests(api.inviteAssistant).map(({ body }) => body)).toEqual([
    { name: 'Luis Vera', email: 'luis@ejemplo.cl', canEditPatients: true, canCharge: false },
  ]);
  expect(screen.getByLabelText('Este enlace se muestra una sola vez')).toHaveValue(URL);
  expect(screen.getByText(/Envía este enlace a Luis Vera/)).toBeVisible();
  const whatsapp = screen.getByRole('link', { name: 'Enviar por WhatsApp' });
  expect(whatsapp).toHaveAttribute('href', expect.stringContaining(encodeURIComponent(URL)));
  await user.click(screen.getByRole('button', { name: 'Listo' }));
  await waitFor(() => expect(screen.queryByText(URL)).toBeNull());
});

test('where mail is configured, says to which address the link was sent', async () => {
  document.documentElement.dataset.mail = 'on';
  await invite(receptionServer([MARTA]));
  expect(await screen.findByText('También la enviamos a luis@ejemplo.cl.')).toBeVisible();
});

test('an e-mail of a professional is refused under its field', async () => {
  const server = receptionServer([]);
  server.refuse(api.inviteAssistant, 'EMAIL_IN_USE');
  const { user } = await open(server);
  await user.click(screen.getByRole('button', { name: 'Invitar' }));
  await dialog();
  fillFields({ Nombre: 'Luis Vera', Email: 'ana@ejemplo.cl' });
  await user.click(within(await dialog()).getByRole('button', { name: 'Invitar' }));
  await waitFor(() => expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(ERRORS.EMAIL_IN_USE.message));
});

test('typed text is not discarded without asking', async () => {
  const { user } = await open(receptionServer([]));
  await user.click(screen.getByRole('button', { name: 'Invitar' }));
  await dialog();
  await user.type(screen.getByLabelText('Nombre'), 'L');
  await user.click(screen.getByRole('button', { name: 'Cancelar' }));
  expect(await screen.findByRole('alertdialog', { name: '¿Descartar los cambios?' })).toBeVisible();
});

test('a switch in the list is saved at once', async () => {
  const list = [MARTA];
  const server = receptionServer(list);
  server.reply(api.changeAssistant, ({ body }) => {
    list[0] = { ...MARTA, ...(body as api.AssistantPermissions) };
    return list[0];
  });
  const { user } = await open(server);
  await user.click(row('Marta Soto').getByRole('switch', { name: 'Puede editar pacientes' }));
  await expectToast('Permisos guardados');
  expect(row('Marta Soto').getByRole('switch', { name: 'Puede editar pacientes' })).toBeChecked();
  expect(server.requests(api.changeAssistant).map(({ body }) => body)).toEqual([
    { canEditPatients: true, canCharge: true },
  ]);
});

test('a switch that could not be saved goes back', async () => {
  const server = receptionServer([MARTA]);
  server.refuse(api.changeAssistant, 'UNEXPECTED');
  const { user } = await open(server);
  await user.click(row('Marta Soto').getByRole('switch', { name: 'Puede cobrar' }));
  await expectToast(ERRORS.UNEXPECTED.message);
  await waitFor(() => expect(row('Marta Soto').getByRole('switch', { name: 'Puede cobrar' })).toBeChecked());
});

test('an access that came back with a restored backup is confirmed with one press', async () => {
  const list: api.Assistant[] = [{ ...MARTA, status: 'unconfirmed' }];
  const server = receptionServer(list);
  server.reply(api.confirmAssistant, () => {
    list[0] = MARTA;
    return MARTA;
  });
  const { user } = await open(server);
  expect(row('Marta Soto').getByText('Por confirmar')).toBeVisible();
  expect(row('Marta Soto').getByText(/Hasta que lo confirmes, no ve nada/)).toBeVisible();
  expect(row('Marta Soto').getByRole('button', { name: 'Terminar acceso de Marta Soto' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Confirmar acceso de Marta Soto' }));
  await expectToast('Acceso confirmado');
  expect(await row('Marta Soto').findByText('Con acceso')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Confirmar acceso/ })).toBeNull();
  expect(server.requests(api.confirmAssistant)).toHaveLength(1);
});

test('ending the access asks first, and takes the person off the list', async () => {
  const list = [MARTA];
  const server = receptionServer(list);
  server.reply(api.endAssistant, () => void list.pop());
  const { user } = await open(server);
  await user.click(screen.getByRole('button', { name: 'Terminar acceso de Marta Soto' }));
  await user.click(await screen.findByRole('button', { name: 'Sí, terminar acceso' }));
  await expectToast('Acceso terminado');
  expect(await screen.findByText('Aún no invitas a nadie.')).toBeVisible();
});

test('an expired invitation says so and is replaced by a new one', async () => {
  const expired = { ...INVITED, expiresAt: '2026-11-17T12:00:00.000Z' };
  const server = receptionServer([expired]);
  const answer = server.hold(api.inviteAssistant);
  const { user } = await open(server);
  const renew = screen.getByRole('button', { name: 'Nueva invitación para Luis Vera' });
  expect(row('Luis Vera').getByText('Invitación vencida')).toBeVisible();
  expect(row('Luis Vera').getByText('Para que pueda entrar, crea una nueva invitación.')).toBeVisible();
  await user.dblClick(renew);
  // A browser takes the focus from a disabled button, and it would not return when the dialog closes.
  expect(renew).toBeEnabled();
  answer({ ...INVITED, url: URL });
  expect(within(await dialog()).getByLabelText('Este enlace se muestra una sola vez')).toHaveValue(URL);
  const { name, email, canEditPatients, canCharge } = expired;
  expect(server.requests(api.inviteAssistant).map(({ body }) => body)).toEqual([
    { name, email, canEditPatients, canCharge },
  ]);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(renew).toHaveFocus());
});

test('a free plan has one person, and the way to the plans', async () => {
  await open(receptionServer([INVITED], ANA));
  expect(screen.getByText(/La prueba gratuita incluye una persona en la secretaría/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'mira los planes' })).toHaveAttribute(
    'href',
    '/dashboard/configuracion?tab=suscripcion',
  );
  expect(screen.queryByRole('button', { name: 'Invitar' })).toBeNull();
});

test('shows what a person did, page by page', async () => {
  const entry = (number: number): AccessEntry => ({
    number,
    at: '2026-11-17T13:05:00.000Z',
    act: 'appointment.created',
    actor: MARTA.name,
    address: '200.1.2.3',
    detail: null,
    patient: 'Rosa Díaz',
  });
  const server = receptionServer([MARTA]);
  server.reply(api.listAssistantActs, ({ url: { searchParams } }) =>
    searchParams.has('before') ? [entry(1)] : Array.from({ length: 20 }, (_, at) => entry(40 - at)),
  );
  const { user } = await open(server);
  await user.click(screen.getByRole('button', { name: 'Qué hizo Marta Soto' }));
  const acts = async () => within(await screen.findByRole('list', { name: 'Lo que hizo' })).getAllByRole('listitem');
  expect((await acts())[0]).toHaveTextContent(
    /17\/11\/2026 10:05.*Paciente: Rosa Díaz.*Marta Soto · desde 200\.1\.2\.3/,
  );
  await user.click(screen.getByRole('button', { name: 'Ver anteriores' }));
  await waitFor(async () => expect(await acts()).toHaveLength(21));
});

test('a list that could not be loaded is loaded again', async () => {
  const server = receptionServer([MARTA]);
  server.refuse(api.listAssistants, 'UNEXPECTED', 2);
  const { user } = await open(server, false);
  expect(await screen.findByText('No se pudo cargar tu secretaría')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Volver a intentar' }));
  expect(await screen.findByText('marta@ejemplo.cl')).toBeVisible();
});
