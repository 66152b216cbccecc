import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as api from '#contract/rights-requests';
import { question } from '#web/testing/agenda-server.ts';
import { fill } from '#web/testing/form-fields.ts';
import { expectToast, letTimePass, openApp, reloadApp } from '#web/testing/open-app.tsx';
import { RIGHTS_REQUEST, rightsServer } from '#web/testing/rights-requests-server.ts';

const PAGE = '/dashboard/derechos';
const REQUEST_PAGE = `${PAGE}/${RIGHTS_REQUEST._id}`;
const REFUSED: api.RightsRequest = {
  ...RIGHTS_REQUEST,
  _id: RIGHTS_REQUEST._id.replace('c1', 'c2'),
  number: 'D-2026-0001',
  name: 'Luis Rojas',
  kind: 'erasure',
  status: 'refused',
  answer: 'La ficha se conserva 15 años.',
  answeredAt: '2026-11-10T13:00:00.000Z',
  mailStatus: 'sent',
};

beforeEach(() => {
  document.documentElement.dataset.mail = 'on';
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-15T15:00:00.000Z') });
});
afterEach(() => {
  delete document.documentElement.dataset.mail;
  sessionStorage.clear();
});

const answerField = () => screen.findByLabelText<HTMLTextAreaElement>('Texto de la respuesta');
const sent = (server: ReturnType<typeof rightsServer>) =>
  server.requests(api.changeRightsRequest).map(({ body }) => body);

test('lists who asks for what, since when and until when, with the days that are left', async () => {
  await openApp(PAGE, rightsServer([RIGHTS_REQUEST, REFUSED]));
  const card = (await screen.findByRole('link', { name: 'Rosa Díaz Soto' })).closest('li') as HTMLElement;
  for (const text of ['Acceso', 'D-2026-0007', 'Quedan 4 días', 'Recibida el 19/11/2026. Plazo: 19/12/2026.'])
    expect(within(card).getByText(text)).toBeVisible();
  expect(screen.getByText('1 solicitud por responder')).toBeVisible();
  expect(screen.getByRole('link', { name: /^Derechos de los pacientes/ })).toHaveTextContent('1, 1 por responder');
  expect(await screen.findByRole('link', { name: 'Ver el formulario' })).toHaveAttribute(
    'href',
    `${location.origin}/derechos/ana-perez-soto`,
  );
});

test('those that have ended are in a list of their own, with the answer that was kept', async () => {
  const { user, address } = await openApp(PAGE, rightsServer([REFUSED]));
  expect(await screen.findByText('No hay solicitudes por responder')).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Respondidas' }));
  expect(address()).toBe(`${PAGE}?tab=respondidas`);
  expect(screen.getByText('Rechazada el 10/11/2026')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Luis Rojas' }));
  expect(await screen.findByRole('heading', { name: 'Motivo del rechazo' })).toBeVisible();
  expect(screen.getByText('La ficha se conserva 15 años.')).toBeVisible();
  expect(screen.getByText('Enviado por correo a rosa@ejemplo.cl.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Enviar respuesta' })).not.toBeInTheDocument();
});

test('an answer whose mail waits is read again until it was sent', async () => {
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    shouldAdvanceTime: true,
  });
  vi.setSystemTime('2026-12-15T15:00:00.000Z');
  const requests: api.RightsRequest[] = [{ ...REFUSED, mailStatus: 'pending' }];
  const server = rightsServer(requests);
  await openApp(`${PAGE}/${REFUSED._id}`, server);
  expect(await screen.findByText('Se está enviando por correo a rosa@ejemplo.cl.')).toBeVisible();
  requests[0] = REFUSED;
  await letTimePass(10_000);
  expect(await screen.findByText('Enviado por correo a rosa@ejemplo.cl.')).toBeVisible();
  const reads = server.requests(api.getRightsRequest).length;
  await letTimePass(30_000);
  expect(server.requests(api.getRightsRequest)).toHaveLength(reads);
});

test('more than fifty requests have pages, each tab its own', async () => {
  const idOf = (number: number) => `0197a000-0000-7000-8000-${String(number).padStart(12, '0')}`;
  const copies = (request: api.RightsRequest, count: number, from: number) =>
    Array.from({ length: count }, (_, i) => ({ ...request, _id: idOf(from + i), name: `Persona ${from + i}` }));
  const server = rightsServer([...copies(RIGHTS_REQUEST, 51, 1), ...copies(REFUSED, 60, 101)]);
  const { user, address } = await openApp(PAGE, server);
  expect(await screen.findByText('51 solicitudes por responder')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Siguiente' }));
  expect(await screen.findByRole('link', { name: 'Persona 51' })).toBeVisible();
  expect(address()).toBe(`${PAGE}?pagina=2`);
  await user.click(screen.getByRole('tab', { name: 'Respondidas' }));
  expect(await screen.findByText('60 solicitudes')).toBeVisible();
  expect(address()).toBe(`${PAGE}?tab=respondidas`);
  expect(screen.getByText('Página 1 de 2')).toBeVisible();
});

test('without an address of the page, says how to give it one', async () => {
  const server = rightsServer([]);
  server.refuse(api.getRightsRecipient, 'NOT_FOUND');
  await openApp(PAGE, server);
  expect(await screen.findByRole('link', { name: 'guarda la dirección de tu página' })).toHaveAttribute(
    'href',
    '/dashboard/configuracion/agenda#reserva-en-linea',
  );
});

test('a request shows the person, the patient with the same document and the acts at hand', async () => {
  await openApp(REQUEST_PAGE, rightsServer());
  expect(await screen.findByRole('heading', { level: 1, name: 'Acceso' })).toBeVisible();
  expect(screen.getByText('Quiero una copia de mis exámenes.')).toBeVisible();
  expect(screen.getByText('RUT 20.000.001-1')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ver ficha' })).toHaveAttribute(
    'href',
    `/dashboard/pacientes/${RIGHTS_REQUEST.patientId}`,
  );
  expect(screen.getByRole('button', { name: 'Exportar ficha' })).toBeVisible();
});

test.each([
  ['portability', 'Exportar ficha', /HL7 FHIR R4/],
  ['rectification', 'Editar Paciente', /Corregí en tu ficha el dato/],
  ['opposition', 'Editar Paciente', /no uso tus datos para el fin al que te opones/],
  ['blocking', 'Ver ficha', /Bloqueé temporalmente/],
  [
    'erasure',
    'Ver ficha',
    /15 años desde su último registro \(artículo 13 de la Ley 20\.584 .*artículo 7 de la Ley 19\.628/s,
  ],
] as const)('a request of %s has %s at hand and a prepared answer', async (kind, act, text) => {
  await openApp(REQUEST_PAGE, rightsServer([{ ...RIGHTS_REQUEST, kind }]));
  expect((await answerField()).value).toMatch(text);
  const name = { name: act };
  expect(screen.queryByRole('button', name) ?? screen.getByRole('link', name)).toBeVisible();
});

test('somebody without a file is told so in the answer', async () => {
  const { patientName: _, patientBlocked: __, ...request } = RIGHTS_REQUEST;
  await openApp(REQUEST_PAGE, rightsServer([{ ...request, patientId: null }]));
  expect(
    await screen.findByText(/No hay un paciente con este RUT\. .*revisa también tus solicitudes de hora/),
  ).toBeVisible();
  expect((await answerField()).value).toMatch(/^No encontré una ficha tuya con .*RUT 20\.000\.001-1/);
  expect(screen.queryByText(/no es el de su ficha/)).not.toBeInTheDocument();
});

test('a request from another e-mail than the one in the file warns before it is answered', async () => {
  const warning = /El correo de la solicitud no es el de su ficha/;
  await openApp(REQUEST_PAGE, rightsServer());
  await answerField();
  expect(screen.queryByText(warning)).not.toBeInTheDocument();
  await reloadApp(REQUEST_PAGE, rightsServer([{ ...RIGHTS_REQUEST, isPatientEmail: false }]));
  expect(await screen.findByText(warning)).toBeVisible();
});

test('the answer is edited, asked about once, sent and kept', async () => {
  const server = rightsServer();
  const { user } = await openApp(REQUEST_PAGE, server);
  await fill('Texto de la respuesta', ' Te entrego la copia el lunes. ');
  await user.click(screen.getByRole('button', { name: 'Enviar respuesta' }));
  const asked = await question('¿Enviar respuesta?');
  expect(asked.getByText(/recibirá un correo en/)).toHaveTextContent('rosa@ejemplo.cl');
  expect(sent(server)).toEqual([]);
  await user.click(asked.getByRole('button', { name: 'Sí, enviar' }));
  await expectToast('La respuesta quedó enviada');
  expect(sent(server)).toEqual([{ status: 'answered', answer: 'Te entrego la copia el lunes.' }]);
  expect(await screen.findByRole('heading', { name: 'Tu respuesta' })).toBeVisible();
  expect(screen.getByText('Te entrego la copia el lunes.')).toBeVisible();
  expect(screen.getByText('Respondida el 15/12/2026')).toBeVisible();
  expect(sessionStorage).toHaveLength(0);
});

test('a failure loses nothing that was written, nor does a reload', async () => {
  const server = rightsServer();
  server.disconnect(api.changeRightsRequest);
  const { user } = await openApp(REQUEST_PAGE, server);
  await fill('Texto de la respuesta', 'Te entrego la copia el lunes.');
  await user.click(screen.getByRole('button', { name: 'Enviar respuesta' }));
  await user.click((await question('¿Enviar respuesta?')).getByRole('button', { name: 'Sí, enviar' }));
  await expectToast(/No se pudo guardar/);
  expect(await answerField()).toHaveValue('Te entrego la copia el lunes.');
  await reloadApp(REQUEST_PAGE, server);
  expect(await answerField()).toHaveValue('Te entrego la copia el lunes.');
});

test('a request that was answered in another window shows that answer, and keeps nothing of this one', async () => {
  const requests = [RIGHTS_REQUEST];
  const server = rightsServer(requests);
  const { user } = await openApp(REQUEST_PAGE, server);
  await fill('Texto de la respuesta', 'La mía.');
  requests[0] = { ...RIGHTS_REQUEST, status: 'answered', answer: 'La otra.', mailStatus: 'sent' };
  server.refuse(api.changeRightsRequest, 'RIGHTS_REQUEST_ENDED');
  await user.click(screen.getByRole('button', { name: 'Enviar respuesta' }));
  await user.click((await question('¿Enviar respuesta?')).getByRole('button', { name: 'Sí, enviar' }));
  await expectToast(/ya fue respondida/);
  expect(await screen.findByText('La otra.')).toBeVisible();
  expect(sessionStorage).toHaveLength(0);
});

test('an empty answer is not sent', async () => {
  const { user } = await openApp(REQUEST_PAGE, rightsServer());
  await fill('Texto de la respuesta', '  ');
  await user.click(screen.getByRole('button', { name: 'Enviar respuesta' }));
  expect(await screen.findByText('Escribe la respuesta')).toBeVisible();
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

test('the term is extended once, with a reason', async () => {
  const server = rightsServer();
  const { user } = await openApp(REQUEST_PAGE, server);
  await user.click(await screen.findByRole('button', { name: 'Ampliar plazo' }));
  const asked = await question('¿Ampliar plazo?');
  expect(asked.getByText('18/01/2027')).toBeVisible();
  await user.click(asked.getByRole('button', { name: 'Sí, ampliar' }));
  expect(await asked.findByText('Escribe el motivo')).toBeVisible();
  await fill('Motivo', 'La ficha tiene veinte años de atenciones.');
  await user.click(asked.getByRole('button', { name: 'Sí, ampliar' }));
  await expectToast('El plazo quedó ampliado');
  expect(sent(server)).toEqual([{ status: 'extended', answer: 'La ficha tiene veinte años de atenciones.' }]);
  expect(await screen.findByText('18/01/2027, con el plazo ampliado')).toBeVisible();
  expect(screen.getByText('La ficha tiene veinte años de atenciones.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Ampliar plazo' })).not.toBeInTheDocument();
});

test.each([
  ['a blocking', { kind: 'blocking' }],
  ['a request that is overdue', { dueOn: '2026-12-14' }],
] as const)('the term of %s is not extended', async (_, details) => {
  await openApp(REQUEST_PAGE, rightsServer([{ ...RIGHTS_REQUEST, ...details }]));
  await answerField();
  expect(screen.queryByRole('button', { name: 'Ampliar plazo' })).not.toBeInTheDocument();
});

test('a refusal needs a reason, which stays when the dialog is closed', async () => {
  const server = rightsServer();
  const { user } = await openApp(REQUEST_PAGE, server);
  const refuse = async () => user.click(await screen.findByRole('button', { name: 'Rechazar' }));
  await refuse();
  await fill('Motivo', 'No comprobó su identidad.');
  await user.click((await question('¿Rechazar solicitud?')).getByRole('button', { name: 'Volver' }));
  await refuse();
  const asked = await question('¿Rechazar solicitud?');
  expect(asked.getByLabelText('Motivo')).toHaveValue('No comprobó su identidad.');
  await user.click(asked.getByRole('button', { name: 'Sí, rechazar' }));
  await expectToast('La solicitud quedó rechazada');
  expect(sent(server)).toEqual([{ status: 'refused', answer: 'No comprobó su identidad.' }]);
});

test('a blocking says that its answer blocks the patient', async () => {
  const { user } = await openApp(REQUEST_PAGE, rightsServer([{ ...RIGHTS_REQUEST, kind: 'blocking' }]));
  await user.click(await screen.findByRole('button', { name: 'Enviar respuesta' }));
  const asked = await question('¿Enviar respuesta?');
  expect(asked.getByText(/El uso de sus datos quedará bloqueado/)).toBeVisible();
});

test('without mail the professional is told to pass the text on, and can copy it', async () => {
  document.documentElement.dataset.mail = 'off';
  const { mailStatus: _, ...answered } = { ...REFUSED, status: 'answered' as const };
  const server = rightsServer([RIGHTS_REQUEST, answered]);
  const { user, navigate } = await openApp(REQUEST_PAGE, server);
  await user.click(await screen.findByRole('button', { name: 'Enviar respuesta' }));
  const asked = await question('¿Enviar respuesta?');
  expect(asked.getByText(/El correo no está configurado/)).toBeVisible();
  await user.click(asked.getByRole('button', { name: 'Volver' }));
  await navigate(`${PAGE}/${REFUSED._id}`);
  expect(await screen.findByRole('button', { name: 'Copiar texto' })).toBeVisible();
  expect(screen.getByLabelText('Texto')).toHaveValue('La ficha se conserva 15 años.');
});

test('a request that does not exist is said, and the requests can be loaded again', async () => {
  await openApp(`${PAGE}/0197a000-0000-7000-8000-0000000000ff`, rightsServer());
  expect(await screen.findByText('Esta solicitud no existe')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('link', { name: /^Volver a Derechos/ })).toHaveAttribute('href', PAGE));
});
