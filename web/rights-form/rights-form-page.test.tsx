import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as api from '#contract/rights-requests';
import { CHALLENGE } from '#web/testing/booking-server.ts';
import type { MockServer } from '#web/testing/mock-server.ts';
import { openApp, serverFor } from '#web/testing/open-app.tsx';

const RECEIPT: api.RightsReceipt = {
  number: 'D-2026-0007',
  dueAt: '2026-12-20T02:59:59.999Z',
  dueOn: '2026-12-19',
  professional: 'Dra. Ana Rojas',
  sendsMail: true,
};

// The history of the tab may be that of another file.
const forgetDone = () => history.replaceState({}, '');
beforeEach(forgetDone);
afterEach(() => {
  sessionStorage.clear();
  document.title = '';
  forgetDone();
});

function rightsServer(receipt: Partial<api.RightsReceipt> = {}): MockServer {
  const server = serverFor();
  server.reply(api.getRightsRecipient, { professional: RECEIPT.professional });
  server.reply(api.getRightsRecipientByLink, { professional: RECEIPT.professional });
  server.reply(api.getRightsChallenge, CHALLENGE);
  server.reply(api.createRightsRequest, { ...RECEIPT, ...receipt });
  return server;
}

async function open(server: MockServer, path = '/derechos/ana-rojas') {
  const { user } = await openApp(path, server, { signedIn: null });
  await screen.findByRole('heading', { level: 1 });
  return { user, press: (name: string) => user.click(screen.getByRole('button', { name })) };
}
type Opened = Awaited<ReturnType<typeof open>>;

async function fillIn({ user }: Opened, kind = 'Acceso') {
  await user.click(screen.getByRole('radio', { name: kind }));
  await user.type(screen.getByLabelText('Nombre completo'), 'Rosa Díaz');
  await user.type(screen.getByLabelText('RUT'), '123456785');
  await user.type(screen.getByLabelText('Correo para la respuesta'), 'rosa@ejemplo.cl');
}

const sentBody = (server: MockServer) => server.requests(api.createRightsRequest)[0]?.body as Record<string, unknown>;

test('says towards whom, and explains the six rights in one line each', async () => {
  await open(rightsServer());
  expect(screen.getByText('Dra. Ana Rojas', { selector: '[data-part="professional"]' })).toBeVisible();
  expect(screen.getAllByRole('radio')).toHaveLength(6);
  for (const name of ['Acceso', 'Rectificación', 'Supresión', 'Oposición', 'Portabilidad', 'Bloqueo temporal']) {
    expect(screen.getByRole('radio', { name })).toHaveAccessibleDescription(/\.$/);
  }
});

test('sends the request and says its number, until when it is answered, what happens now and where to complain', async () => {
  const server = rightsServer();
  const opened = await open(server);
  await fillIn(opened);
  expect(screen.getByLabelText('RUT')).toHaveValue('12.345.678-5');
  await opened.press('Enviar solicitud');
  const done = await screen.findByRole('heading', { level: 1, name: 'Tu solicitud fue enviada' });
  await waitFor(() => expect(done).toHaveFocus());
  expect(screen.getByText('D-2026-0007')).toBeVisible();
  expect(screen.getByText('A más tardar el 19 de diciembre de 2026')).toBeVisible();
  expect(screen.getByText('Acceso, a Dra. Ana Rojas')).toBeVisible();
  expect(screen.getByText(/te responde a rosa@ejemplo\.cl/)).toBeVisible();
  expect(screen.getByText(/Puede ampliar el plazo una sola vez, hasta 30 días más/)).toBeVisible();
  expect(screen.getByText('Te enviamos estos datos a rosa@ejemplo.cl.')).toBeVisible();
  expect(screen.getByText(/reclamar ante la Agencia de Protección de Datos Personales/)).toBeVisible();
  const { altcha, ...body } = sentBody(server);
  expect(body).toEqual({
    slug: 'ana-rojas',
    kind: 'access',
    name: 'Rosa Díaz',
    rut: '12.345.678-5',
    documentType: 'rut',
    email: 'rosa@ejemplo.cl',
    text: '',
  });
  expect(JSON.parse(atob(String(altcha)))).toMatchObject({ number: 0, challenge: CHALLENGE.challenge });
  expect(sessionStorage).toHaveLength(0);
});

test('the term of a blocking is not extended, and without mail the person keeps the number', async () => {
  const opened = await open(rightsServer({ dueOn: '2026-11-23', sendsMail: false }));
  await fillIn(opened, 'Bloqueo temporal');
  await opened.press('Enviar solicitud');
  expect(await screen.findByText('A más tardar el 23 de noviembre de 2026')).toBeVisible();
  expect(screen.queryByText(/ampliar el plazo/)).not.toBeInTheDocument();
  expect(screen.getByText('Anota el número o guarda una imagen de esta página.')).toBeVisible();
});

test('under the link that a patient received, the token says towards whom', async () => {
  const server = rightsServer();
  const opened = await open(server, '/derechos/enlace/secreto');
  expect(server.requests(api.getRightsRecipientByLink)[0]?.url.pathname).toBe('/api/rights-recipients/link/secreto');
  await fillIn(opened);
  await opened.press('Enviar solicitud');
  await screen.findByText('D-2026-0007');
  expect(sentBody(server)).toMatchObject({ token: 'secreto' });
  expect(sentBody(server)).not.toHaveProperty('slug');
});

test.each([
  ['/derechos/nadie', api.getRightsRecipient, 'NOT_FOUND'],
  ['/derechos/enlace/terminado', api.getRightsRecipientByLink, 'LINK_ENDED'],
] as const)('%s shows the page of every link that is unknown or over', async (path, endpoint, code) => {
  const server = rightsServer();
  server.refuse(endpoint, code);
  await open(server, path);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Este enlace ya no es válido');
  expect(screen.queryByRole('form')).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'cuáles son y cómo se cumplen' })).toHaveAttribute('href', '/derechos');
});

test('what is missing stands under its field, and the first has the focus', async () => {
  const server = rightsServer();
  const { user, press } = await open(server);
  await press('Enviar solicitud');
  expect(screen.getByText('Selecciona el derecho que quieres ejercer')).toBeVisible();
  expect(screen.getByRole('radio', { name: 'Acceso' })).toHaveFocus();
  expect(screen.getByRole('radiogroup')).toHaveAttribute('aria-invalid', 'true');
  for (const text of ['El nombre es requerido', 'El RUT es requerido', 'El correo es requerido'])
    expect(screen.getByText(text)).toBeVisible();

  await user.click(screen.getByRole('radio', { name: 'Rectificación' }));
  expect(screen.getByRole('radiogroup')).not.toHaveAttribute('aria-invalid');
  expect(screen.getByText('Di qué dato está errado o falta, y cuál es el correcto.')).toBeVisible();
  await user.type(screen.getByLabelText('RUT'), 'AB1');
  await press('Enviar solicitud');
  expect(screen.getByText('El RUT no es válido')).toBeVisible();
  expect(screen.getByLabelText('Cuéntale qué necesitas')).toHaveFocus();
  expect(screen.getByText('Explica qué dato quieres corregir o a qué te opones')).toBeVisible();
  expect(server.requests(api.createRightsRequest)).toEqual([]);
});

test('a wrong check digit and a mistyped domain are questioned, and sent all the same', async () => {
  const server = rightsServer();
  const opened = await open(server);
  await opened.user.click(screen.getByRole('radio', { name: 'Acceso' }));
  await opened.user.type(screen.getByLabelText('Nombre completo'), 'rosa díaz');
  await opened.user.type(screen.getByLabelText('RUT'), '123456789');
  await opened.user.type(screen.getByLabelText('Correo para la respuesta'), 'rosa@gmal.com');
  expect(screen.getByLabelText('RUT')).toHaveAccessibleDescription(
    /Revisa tu RUT: el dígito verificador no coincide\./,
  );
  expect(screen.getByLabelText('RUT')).toBeValid();
  await opened.press('Enviar solicitud');
  await screen.findByText('D-2026-0007');
  expect(sentBody(server)).toMatchObject({ rut: '12.345.678-9', name: 'Rosa Díaz', email: 'rosa@gmal.com' });
});

test('whoever has no RUT gives another document', async () => {
  const server = rightsServer();
  const opened = await open(server);
  await opened.user.click(screen.getByRole('checkbox', { name: 'No tengo RUT' }));
  await opened.user.click(screen.getByRole('radio', { name: 'Acceso' }));
  await opened.user.type(screen.getByLabelText('Nombre completo'), 'Rosa Díaz');
  await opened.user.type(screen.getByLabelText('Número del documento'), 'AB1234');
  await opened.user.type(screen.getByLabelText('Correo para la respuesta'), 'rosa@ejemplo.cl');
  await opened.press('Enviar solicitud');
  await screen.findByText('D-2026-0007');
  expect(sentBody(server)).toMatchObject({ documentType: 'passport', rut: 'AB1234' });
});

test('a failure keeps everything that was typed and offers the same again', async () => {
  const server = rightsServer();
  server.disconnect(api.createRightsRequest, 1);
  const opened = await open(server);
  await fillIn(opened);
  await opened.user.type(screen.getByLabelText('Cuéntale qué necesitas'), 'Mis exámenes de 2025');
  await opened.press('Enviar solicitud');
  expect(await screen.findByText(/No pudimos conectarnos/)).toBeVisible();
  expect(screen.getByLabelText('Cuéntale qué necesitas')).toHaveValue('Mis exámenes de 2025');
  expect(screen.getByRole('radio', { name: 'Acceso' })).toBeChecked();
  await opened.press('Intentar de nuevo');
  expect(await screen.findByText('D-2026-0007')).toBeVisible();
});

test('what was typed is there after a reload', async () => {
  const opened = await open(rightsServer());
  await fillIn(opened, 'Oposición');
  await opened.user.type(screen.getByLabelText('Cuéntale qué necesitas'), 'No quiero recordatorios');
  document.body.replaceChildren();
  await open(rightsServer());
  expect(screen.getByRole('radio', { name: 'Oposición' })).toBeChecked();
  expect(screen.getByLabelText('Cuéntale qué necesitas')).toHaveValue('No quiero recordatorios');
  expect(screen.getByLabelText('Nombre completo')).toHaveValue('Rosa Díaz');
  expect(screen.getByText('Di a qué uso de tus datos te opones, y por qué.')).toBeVisible();
});

test('an error of the server stands under its field', async () => {
  const server = rightsServer();
  server.respond(api.createRightsRequest, 400, {
    code: 'INVALID_INPUT',
    error: 'Revisa los datos ingresados',
    details: [{ field: 'email', message: 'Escribe un correo válido' }],
  });
  const opened = await open(server);
  await fillIn(opened);
  await opened.press('Enviar solicitud');
  expect(await screen.findByText('Escribe un correo válido')).toBeVisible();
  expect(screen.getByLabelText('Correo para la respuesta')).toHaveFocus();
});

test('a request that was sent is shown again after a reload', async () => {
  const opened = await open(rightsServer());
  await fillIn(opened);
  await opened.press('Enviar solicitud');
  await screen.findByText('D-2026-0007');
  document.body.replaceChildren();
  await open(rightsServer());
  expect(screen.getByText('D-2026-0007')).toBeVisible();
});

test('a page that does not load offers to try again', async () => {
  const server = rightsServer();
  server.disconnect(api.getRightsRecipient, 1);
  const { press } = await open(server);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('No pudimos mostrar el formulario');
  await press('Intentar de nuevo');
  const heading = await screen.findByRole('heading', { name: 'Tus derechos sobre tus datos' });
  await waitFor(() => expect(heading).toHaveFocus());
});
