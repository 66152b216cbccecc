import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as api from '#contract/shares';
import type { MockServer } from '#web/testing/mock-server.ts';
import { openApp, reloadApp, serverFor } from '#web/testing/open-app.tsx';

const NOW = new Date('2026-11-18T12:00:00Z');
const LINK: api.SharedLink = { professional: 'Ana Rojas', expiresAt: '2026-12-18T12:00:00.000Z' };
const RECIPE: api.SharedDocument = {
  _id: '0197a000-0000-7000-8000-0000000000d1',
  title: 'Recetas',
  date: '2026-11-17',
  fileName: 'recetas.pdf',
};
const CERTIFICATE = {
  ...RECIPE,
  _id: '0197a000-0000-7000-8000-0000000000d2',
  title: 'Certificado de reposo',
  date: '2026-10-05',
};
const OPENED: api.OpenedShare = { ticket: 'pase', documents: [RECIPE, CERTIFICATE] };

// A day in another year is shown with its year, and in the time zone of the reader.
beforeEach(() => {
  const reader = { ...Intl.DateTimeFormat().resolvedOptions(), timeZone: 'America/Santiago' };
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(reader);
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});
afterEach(() => {
  history.replaceState(null, '');
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function shareServer(): MockServer {
  const server = serverFor();
  server.reply(api.getSharedLink, LINK);
  server.reply(api.openShare, OPENED);
  return server;
}

async function open(server: MockServer) {
  const { user } = await openApp('/documentos/secreto', server, { signedIn: null });
  await screen.findByRole('heading', { level: 1 });
  const answer = async (typed: string) => {
    await user.clear(field());
    await user.type(field(), typed);
    await user.click(screen.getByRole('button', { name: 'Ver los documentos' }));
  };
  return { user, answer };
}

const field = () => screen.getByLabelText('Fecha de nacimiento del paciente');
const reason = () => document.querySelector('[data-part="ask-reason"]');
const list = () => screen.findByRole('list', { name: 'Documentos' });
const heading = () => screen.getByRole('heading', { level: 1 });

/** The forms that the page submits to the server, which answers with the file. */
function submittedForms() {
  const submitted: { action: string; method: string; fields: Record<string, unknown> }[] = [];
  const listen = (event: Event) => {
    if (event.defaultPrevented) return;
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const { submitter } = event as SubmitEvent;
    const [action, method] = [form.getAttribute('action') ?? '', form.method];
    submitted.push({ action, method, fields: Object.fromEntries(new FormData(form, submitter)) });
  };
  window.addEventListener('submit', listen);
  return { submitted, end: () => window.removeEventListener('submit', listen) };
}

test('says who sent documents and shows nothing of them before the birth date', async () => {
  const server = shareServer();
  await open(server);
  expect(heading()).toHaveTextContent('Ana Rojas te envió documentos');
  expect(field()).toHaveAttribute('inputmode', 'numeric');
  expect(field()).toHaveAccessibleDescription(/escribe la fecha de nacimiento de la persona que se atendió/);
  expect(screen.queryByRole('list', { name: 'Documentos' })).toBeNull();
  expect(server.requests(api.openShare)).toEqual([]);
});

test('the footer leads to the form where the patient asks the professional of the link for a right', async () => {
  await open(shareServer());
  const rights = screen.getByRole('link', { name: 'Derechos sobre tus datos' });
  await waitFor(() => expect(rights).toHaveAttribute('href', '/derechos/enlace/secreto'));
});

test('with the right date lists each document with its date, and until when', async () => {
  const server = shareServer();
  const { answer } = await open(server);
  await answer('10051980');
  const items = within(await list()).getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Recetas17/11/2026VerDescargar',
    'Certificado de reposo05/10/2026VerDescargar',
  ]);
  expect(heading()).toHaveTextContent('Tus documentos');
  expect(heading()).toHaveFocus();
  expect(screen.getByText(/hasta el viernes 18 de diciembre/)).toBeVisible();
  expect(server.requests(api.openShare).map(({ body }) => body)).toEqual([{ birthDate: '1980-05-10' }]);
});

test.each(['10/5/80', '10-05-1980', '100580'])('the date may be written %s', async (typed) => {
  const server = shareServer();
  const { answer } = await open(server);
  await answer(typed);
  await list();
  expect(server.requests(api.openShare).map(({ body }) => body)).toEqual([{ birthDate: '1980-05-10' }]);
});

test('a document is opened and saved by a form, with the ticket in its body', async () => {
  const { user, answer } = await open(shareServer());
  await answer('10/05/1980');
  await list();
  const { submitted, end } = submittedForms();
  await user.click(screen.getByRole('button', { name: 'Ver Recetas, 17/11/2026' }));
  await user.click(screen.getByRole('button', { name: 'Descargar Certificado de reposo, 05/10/2026' }));
  end();
  expect(submitted).toEqual([
    {
      action: `/api/shared-documents/secreto/${RECIPE._id}`,
      method: 'post',
      fields: { ticket: 'pase', disposition: 'inline' },
    },
    {
      action: `/api/shared-documents/secreto/${CERTIFICATE._id}`,
      method: 'post',
      fields: { ticket: 'pase', disposition: 'attachment' },
    },
  ]);
});

test.each([
  ['', 'La fecha de nacimiento es requerida'],
  ['10051', 'Escribe día, mes y año, como 15/03/1988'],
  ['31021980', 'La fecha de nacimiento no es válida'],
  ['10052027', 'La fecha de nacimiento no puede ser futura'],
])('a date that cannot be one is not sent: %s', async (typed, error) => {
  const server = shareServer();
  const { user } = await open(server);
  if (typed) await user.type(field(), typed);
  await user.click(screen.getByRole('button', { name: 'Ver los documentos' }));
  expect(field()).toHaveAccessibleDescription(new RegExp(error));
  expect(field()).toHaveFocus();
  expect(field()).toHaveAttribute('aria-invalid', 'true');
  expect(server.requests(api.openShare)).toEqual([]);
});

test('a wrong date says how many tries are left, and the right one then opens the link', async () => {
  const server = shareServer();
  const details = [{ field: 'birthDate', message: 'Te quedan 4 intentos' }];
  server.respond(api.openShare, 403, { code: 'BIRTH_DATE_WRONG', error: 'No coincide', details }, 1);
  const { answer } = await open(server);
  await answer('11051980');
  await waitFor(() => expect(field()).toHaveAccessibleDescription(/no coincide\. Te quedan 4 intentos/));
  expect(field()).toHaveFocus();
  expect(field()).toHaveValue('11/05/1980');
  await answer('10051980');
  expect(await list()).toBeVisible();
});

test.each([api.getSharedLink, api.openShare])('an ended link shows one and the same page: %o', async (endpoint) => {
  const server = shareServer();
  server.refuse(endpoint, 'LINK_ENDED');
  const { answer } = await open(server);
  if (endpoint === api.openShare) await answer('10051980');
  expect(await screen.findByRole('heading', { name: 'Este enlace ya no es válido' })).toBeVisible();
  expect(screen.getByText(/pide un enlace nuevo a quien te lo envió/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Ver los documentos' })).toBeNull();
});

test('after fifteen minutes asks for the date again, calmly', async () => {
  const { user, answer } = await open(shareServer());
  await answer('10051980');
  await list();
  const { submitted, end } = submittedForms();
  vi.setSystemTime(NOW.getTime() + 15 * 60_000);
  await user.click(screen.getByRole('button', { name: 'Ver Recetas, 17/11/2026' }));
  end();
  expect(submitted).toEqual([]);
  expect(heading()).toHaveFocus();
  expect(reason()).toHaveTextContent(/Cerramos la lista para proteger tus documentos/);
  expect(field()).toHaveValue('');
  await answer('10051980');
  expect(await list()).toBeVisible();
});

test('a telephone that wakes up later closes the list at once', async () => {
  const { answer } = await open(shareServer());
  await answer('10051980');
  await list();
  vi.setSystemTime(NOW.getTime() + 60 * 60_000);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(reason()).toBeVisible();
  expect(reason()).toHaveTextContent(/Cerramos la lista/);
  expect(screen.queryByRole('list', { name: 'Documentos' })).toBeNull();
});

test('back from a document that took the place of the page, the list is there without the date', async () => {
  const { answer } = await open(shareServer());
  await answer('10051980');
  await list();
  const server = shareServer();
  await reloadApp('/documentos/secreto', server);
  expect(await list()).toBeVisible();
  expect(server.requests(api.openShare)).toEqual([]);
});

test('without a connection the typed date stays, and the request is repeated', async () => {
  const server = shareServer();
  server.disconnect(api.openShare, 1);
  const { user, answer } = await open(server);
  await answer('10051980');
  expect(await screen.findByText(/No pudimos conectarnos/)).toBeVisible();
  expect(field()).toHaveValue('10/05/1980');
  await user.click(screen.getByRole('button', { name: 'Intentar de nuevo' }));
  expect(await list()).toBeVisible();
});

test('too many tries are said, without a button that would add to them', async () => {
  const server = shareServer();
  server.refuse(api.openShare, 'TOO_MANY_TRIES');
  const { answer } = await open(server);
  await answer('10051980');
  expect(await screen.findByText(/Demasiados intentos/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Intentar de nuevo' })).toBeNull();
});

test('a page that could not be loaded is loaded again', async () => {
  const server = shareServer();
  server.disconnect(api.getSharedLink, 1);
  const { user } = await open(server);
  expect(await screen.findByRole('heading', { name: 'No pudimos mostrar tus documentos' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Intentar de nuevo' }));
  await waitFor(() => expect(heading()).toHaveFocus());
  expect(heading()).toHaveTextContent('Ana Rojas te envió documentos');
});
