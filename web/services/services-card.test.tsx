import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getPaymentAccount } from '#contract/deposits';
import * as api from '#contract/services';
import { expectFieldError, fillFields } from '#web/testing/form-fields.ts';
import { expectToast, NO_PAYMENT_ACCOUNT, openApp, serverFor } from '#web/testing/open-app.tsx';

const PAGE = '/dashboard/configuracion/agenda';
const FIRST: api.Service = {
  _id: '0197a000-0000-7000-8000-0000000000e1',
  name: 'Primera consulta',
  duration: 60,
  price: 25_000,
  deposit: null,
  modality: 'in-person',
  description: 'Trae tus exámenes.',
  bookable: true,
};
const REPORT: api.Service = {
  _id: '0197a000-0000-7000-8000-0000000000e2',
  name: 'Informe',
  duration: 30,
  price: null,
  deposit: null,
  modality: 'remote',
  bookable: false,
};

const button = (name: string) => screen.findByRole('button', { name });
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const list = () => screen.findByRole('list', { name: 'Servicios' });

function servicesServer(services: api.Service[] = []) {
  const server = serverFor();
  server.reply(api.listServices, services);
  return server;
}

test('without services one line says what to do', async () => {
  await openApp(PAGE, servicesServer());
  expect(await screen.findByText(/^Aún no tienes servicios\. Agrega el primero/)).toBeVisible();
  expect(await button('Agregar servicio')).toBeVisible();
  expect(screen.queryByRole('list', { name: 'Servicios' })).not.toBeInTheDocument();
});

test('each service is listed with its duration, price, modality and who books it', async () => {
  await openApp(PAGE, servicesServer([REPORT, { ...FIRST, deposit: 10_000 }]));
  const [report, first] = within(await list()).getAllByRole('listitem');
  expect(report).toHaveTextContent('Informe30min · A convenir · Remota · Solo tú lo agendas');
  expect(first).toHaveTextContent(
    'Primera consulta1h · $25.000 · Presencial · Se reserva en línea · Abono de $10.000Trae tus exámenes.',
  );
});

test('a service is added: the price is read with dots, and a blank one is agreed with the patient', async () => {
  const server = servicesServer();
  const { user } = await openApp(PAGE, server);
  await user.click(await button('Agregar servicio'));
  const form = await dialog('Agregar servicio');
  const save = form.getByRole('button', { name: 'Guardar' });
  fillFields({ 'Precio en pesos': '25,5' });
  await user.click(save);
  await waitFor(() => expectFieldError(form.getByLabelText('Nombre del servicio'), 'El nombre es requerido'));
  const price = form.getByLabelText('Precio en pesos');
  expectFieldError(price, 'El precio debe ser un número entero de pesos');
  expect(server.requests(api.createService)).toEqual([]);

  server.reply(api.createService, FIRST);
  server.reply(api.listServices, [FIRST]);
  fillFields({ 'Nombre del servicio': ' Primera consulta ', 'Precio en pesos': '$25.000', Duración: '60' });
  fillFields({ Modalidad: 'remote', Descripción: 'Trae tus exámenes.' });
  await user.click(form.getByRole('switch', { name: 'Los pacientes pueden reservarlo en línea' }));
  await user.click(save);
  await expectToast('Servicio guardado correctamente');
  expect(await list()).toHaveTextContent('Primera consulta');
  const { _id, ...body } = FIRST;
  expect(server.requests(api.createService).map((request) => request.body)).toEqual([
    { ...body, modality: 'remote', bookable: false },
  ]);

  await user.click(await button('Agregar servicio'));
  await dialog('Agregar servicio');
  fillFields({ 'Nombre del servicio': 'Control' });
  await user.click(await button('Guardar'));
  await waitFor(() => expect(server.requests(api.createService)).toHaveLength(2));
  expect(server.requests(api.createService)[1]?.body).toEqual({
    name: 'Control',
    duration: 30,
    price: null,
    deposit: null,
    modality: 'in-person',
    bookable: true,
  });
});

test('a name that another service has is explained at the field, and the text stays', async () => {
  const server = servicesServer([FIRST]);
  server.refuse(api.createService, 'SERVICE_EXISTS');
  const { user } = await openApp(PAGE, server);
  await user.click(await button('Agregar servicio'));
  const form = await dialog('Agregar servicio');
  fillFields({ 'Nombre del servicio': 'Primera Consulta' });
  await user.click(form.getByRole('button', { name: 'Guardar' }));
  const name = form.getByLabelText('Nombre del servicio');
  await waitFor(() => expectFieldError(name, 'Ya tienes un servicio con ese nombre'));
  await waitFor(() => expect(name).toHaveFocus());
  expect(name).toHaveValue('Primera Consulta');
});

test('a service is changed as a whole, and typed text is not discarded without a question', async () => {
  const server = servicesServer([FIRST]);
  server.reply(api.updateService, FIRST);
  const { user } = await openApp(PAGE, server);
  await user.click(await button('Editar Primera consulta'));
  const form = await dialog('Editar servicio');
  expect(form.getByText('Las citas que ya lo tienen no cambian.')).toBeVisible();
  expect(form.getByLabelText('Precio en pesos')).toHaveValue('25.000');
  fillFields({ 'Precio en pesos': '', Descripción: '' });
  await user.keyboard('{Escape}');
  await user.click(await button('Seguir editando'));
  await user.click(form.getByRole('button', { name: 'Guardar' }));
  await expectToast('Servicio guardado correctamente');
  const [change] = server.requests(api.updateService);
  expect(change?.url.pathname).toBe(`/api/services/${FIRST._id}`);
  const { _id, description: _, ...body } = FIRST;
  expect(change?.body).toEqual({ ...body, price: null });
});

test('a deposit is a part of the price or all of it, and without one nothing is asked', async () => {
  const server = servicesServer([FIRST]);
  server.reply(api.updateService, FIRST);
  server.reply(getPaymentAccount, { ...NO_PAYMENT_ACCOUNT, configured: true, takesDeposits: true });
  const { user } = await openApp(PAGE, server);
  await user.click(await button('Editar Primera consulta'));
  const form = await dialog('Editar servicio');
  const deposit = form.getByLabelText('Abono al reservar en línea');
  expect(deposit).toHaveValue('');
  expect(form.queryByText(/reservan sin abono/)).not.toBeInTheDocument();
  for (const [text, error] of [
    ['30.000', 'El abono no puede ser mayor que el precio'],
    ['0', 'El monto debe ser mayor que cero'],
    ['10,5', 'El monto debe ser un número entero de pesos'],
  ] as const) {
    fillFields({ 'Abono al reservar en línea': text });
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expectFieldError(deposit, error));
  }
  await user.click(form.getByRole('button', { name: 'Todo el precio' }));
  expect(deposit).toHaveValue('25.000');
  await user.click(form.getByRole('button', { name: 'Guardar' }));
  await expectToast('Servicio guardado correctamente');
  expect(server.requests(api.updateService).map(({ body }) => body)).toEqual([
    expect.objectContaining({ price: 25_000, deposit: 25_000 }),
  ]);
});

test('whoever takes no payments yet is told so, with a way to the settings that keeps what is typed', async () => {
  const { user } = await openApp(PAGE, servicesServer([{ ...REPORT, deposit: 5000 }]));
  await user.click(await button('Editar Informe'));
  const form = await dialog('Editar servicio');
  expect(form.getByLabelText('Abono al reservar en línea')).toHaveValue('5.000');
  expect(form.getByText(/mientras tanto, tus pacientes reservan sin abono/)).toBeVisible();
  const link = form.getByRole('link', { name: 'Conectar Mercado Pago' });
  expect(link).toHaveAttribute('href', '/dashboard/configuracion/agenda#mercado-pago');
  expect(link).toHaveAttribute('target', '_blank');
  // Without a price there is no whole price.
  expect(form.queryByRole('button', { name: 'Todo el precio' })).not.toBeInTheDocument();
});

test('an unchanged dialog closes without a question', async () => {
  const { user } = await openApp(PAGE, servicesServer([FIRST]));
  await user.click(await button('Editar Primera consulta'));
  await dialog('Editar servicio');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('a service is deleted after a question, which says that appointments keep its name', async () => {
  const server = servicesServer([FIRST]);
  server.reply(api.deleteService, undefined);
  const { user } = await openApp(PAGE, server);
  await user.click(await button('Eliminar Primera consulta'));
  const asked = within(await screen.findByRole('alertdialog', { name: '¿Eliminar servicio?' }));
  expect(asked.getByText(/Las citas que ya lo tienen conservan su nombre/)).toBeVisible();
  expect(server.requests(api.deleteService)).toEqual([]);
  server.reply(api.listServices, []);
  await user.click(asked.getByRole('button', { name: 'Sí, eliminar servicio' }));
  await expectToast('Servicio eliminado correctamente');
  expect(server.requests(api.deleteService)[0]?.url.pathname).toBe(`/api/services/${FIRST._id}`);
  expect(await screen.findByText(/^Aún no tienes servicios/)).toBeVisible();
});

test('with fifty services no other one is begun', async () => {
  const fifty = Array.from({ length: 50 }, (_, n) => ({ ...FIRST, _id: `${FIRST._id.slice(0, -2)}${n + 10}` }));
  await openApp(PAGE, servicesServer(fifty));
  expect(await screen.findByText('Tienes 50 servicios, el máximo. Elimina uno para agregar otro.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Agregar servicio' })).not.toBeInTheDocument();
});

test('services that failed to load can be requested again', async () => {
  const server = serverFor();
  server.refuse(api.listServices, 'UNEXPECTED');
  const { user } = await openApp(PAGE, server);
  const failure = await screen.findByText('No se pudieron cargar tus servicios', {}, { timeout: 20_000 });
  const card = within(failure.closest('section') as HTMLElement);
  server.reply(api.listServices, [FIRST]);
  await user.click(card.getByRole('button', { name: /intentar/i }));
  expect(await card.findByText('Primera consulta')).toBeVisible();
});
