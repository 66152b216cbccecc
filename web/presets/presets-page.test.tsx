import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import * as templates from '#contract/presets';
import * as favourites from '#contract/presets';
import { expectFieldError, fillFields } from '#web/testing/form-fields.ts';
import { expectToast, openApp, serverFor } from '#web/testing/open-app.tsx';

const PAGE = '/dashboard/configuracion/plantillas';
const ID = '0197a000-0000-7000-8000-0000000000aa';
const CONTROL = { _id: ID, name: 'Control', reason: 'Control anual', plansAndIndications: 'Volver en un año' };
const OTITIS = { _id: ID, name: 'Otitis', medicamento: 'Amoxicilina', dosis: '500 mg', permanente: true };

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const confirmation = async (name: string) => within(await screen.findByRole('alertdialog', { name }));

interface Stored {
  noteTemplates?: templates.NoteTemplate[];
  prescriptions?: favourites.PrescriptionFavourite[];
}

function templatesServer({ noteTemplates = [], prescriptions = [] }: Stored = {}) {
  const server = serverFor();
  server.reply(templates.listNoteTemplates, noteTemplates);
  server.reply(favourites.listPrescriptionFavourites, prescriptions);
  return server;
}

test('the account settings lead to the templates, which say what to do when there are none', async () => {
  const { user, address } = await openApp('/dashboard/configuracion', templatesServer());
  await user.click(await screen.findByRole('link', { name: 'Administrar plantillas y favoritas' }));
  expect(await screen.findByRole('heading', { name: 'Plantillas y recetas favoritas' })).toBeVisible();
  expect(address()).toBe(PAGE);
  expect(await screen.findByText(/^Aún no tienes plantillas\. Agrega una aquí/)).toBeVisible();
  expect(await screen.findByText(/^Aún no tienes recetas favoritas\. Agrega una aquí/)).toBeVisible();
});

test('a template is added; a repeated name is explained at the field and the text is kept', async () => {
  const server = templatesServer();
  const { user } = await openApp(PAGE, server);
  await user.click(await button('Agregar plantilla'));
  const form = await dialog('Agregar plantilla');
  fillFields({ 'Nombre de la plantilla': 'Control' });
  await user.click(form.getByRole('button', { name: 'Guardar' }));
  await waitFor(() =>
    expectFieldError(form.getByLabelText('Motivo de Consulta'), 'Escribe al menos uno de los tres textos'),
  );
  fillFields({ 'Motivo de Consulta': 'Control anual' });
  server.refuse(templates.createNoteTemplate, 'NOTE_TEMPLATE_EXISTS', 1);
  await user.click(form.getByRole('button', { name: 'Guardar' }));
  const name = form.getByLabelText('Nombre de la plantilla');
  await waitFor(() => expectFieldError(name, 'Ya tienes una plantilla con ese nombre'));
  await waitFor(() => expect(name).toHaveFocus());
  expect(form.getByLabelText('Motivo de Consulta')).toHaveValue('Control anual');

  const created = { _id: ID, name: 'Control sano', reason: 'Control anual' };
  server.reply(templates.createNoteTemplate, created);
  server.reply(templates.listNoteTemplates, [created]);
  fillFields({ 'Nombre de la plantilla': ' Control sano ' });
  await user.click(form.getByRole('button', { name: 'Guardar' }));
  await expectToast('Plantilla guardada correctamente');
  expect(server.requests(templates.createNoteTemplate).at(-1)?.body).toEqual({
    name: 'Control sano',
    reason: 'Control anual',
  });
  expect(await screen.findByRole('list', { name: 'Plantillas de notas' })).toHaveTextContent(
    /Control sanoControl anual/,
  );
});

test('a template is edited, asks before text is discarded, and is deleted after a question', async () => {
  const server = templatesServer({ noteTemplates: [CONTROL] });
  const { user } = await openApp(PAGE, server);
  await user.click(await button('Editar Control'));
  const form = await dialog('Editar plantilla');
  expect(form.getByLabelText('Planes e Indicaciones')).toHaveValue('Volver en un año');
  fillFields({ 'Planes e Indicaciones': '', Anamnesis: 'Asintomático' });
  await user.keyboard('{Escape}');
  await user.click((await confirmation('¿Descartar los cambios?')).getByRole('button', { name: 'Seguir editando' }));
  server.reply(templates.updateNoteTemplate, { ...CONTROL, anamnesis: 'Asintomático' });
  await user.click(form.getByRole('button', { name: 'Guardar' }));
  await expectToast('Plantilla guardada correctamente');
  const [change] = server.requests(templates.updateNoteTemplate);
  expect(change?.url.pathname).toBe(`/api/note-templates/${ID}`);
  expect(change?.body).toEqual({ name: 'Control', reason: 'Control anual', anamnesis: 'Asintomático' });

  server.reply(templates.deleteNoteTemplate, undefined);
  await user.click(await button('Eliminar Control'));
  const asked = await confirmation('¿Eliminar plantilla?');
  expect(server.requests(templates.deleteNoteTemplate)).toEqual([]);
  server.reply(templates.listNoteTemplates, []);
  await user.click(asked.getByRole('button', { name: 'Sí, eliminar plantilla' }));
  await expectToast('Plantilla eliminada correctamente');
  expect(await screen.findByText(/^Aún no tienes plantillas/)).toBeVisible();
});

test('a favourite prescription is added without a name, edited with its further data and deleted after a question', async () => {
  const server = templatesServer({ prescriptions: [OTITIS] });
  server.reply(favourites.createPrescriptionFavourite, OTITIS);
  const { user } = await openApp(PAGE, server);
  await user.click(await button('Agregar favorita'));
  let form = await dialog('Agregar favorita');
  await user.click(form.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expectFieldError(form.getByLabelText('Medicamento'), 'El nombre del medicamento es obligatorio'));
  fillFields({ Medicamento: 'Paracetamol', Dosis: '1 g' });
  await user.click(form.getByRole('button', { name: 'Guardar' }));
  await expectToast('Receta favorita guardada correctamente');
  expect(server.requests(favourites.createPrescriptionFavourite)[0]?.body).toEqual({
    medicamento: 'Paracetamol',
    dosis: '1 g',
  });

  server.reply(favourites.updatePrescriptionFavourite, OTITIS);
  await user.click(await button('Editar Otitis'));
  form = await dialog('Editar favorita');
  expect(form.getByRole('switch', { name: 'Receta permanente' })).toBeChecked();
  fillFields({ 'Vía de administración': 'Oral', 'Nombre de la favorita': '' });
  await user.click(form.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(server.requests(favourites.updatePrescriptionFavourite)).toHaveLength(1));
  const { _id, name: _, ...item } = OTITIS;
  expect(server.requests(favourites.updatePrescriptionFavourite)[0]?.body).toEqual({ ...item, via: 'Oral' });

  server.reply(favourites.deletePrescriptionFavourite, undefined);
  await user.click(await button('Eliminar Otitis'));
  await user.click(
    (await confirmation('¿Eliminar receta favorita?')).getByRole('button', { name: 'Sí, eliminar favorita' }),
  );
  await expectToast('Receta favorita eliminada correctamente');
  expect(server.requests(favourites.deletePrescriptionFavourite)[0]?.url.pathname).toBe(
    `/api/prescription-favourites/${_id}`,
  );
});

test('undecryptable ones can be deleted and not edited', async () => {
  const lost = { ...CONTROL, name: 'No se pudo descifrar', undecryptable: true as const };
  await openApp(PAGE, templatesServer({ noteTemplates: [lost] }));
  expect(await button('Eliminar No se pudo descifrar')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Editar/ })).toBeNull();
});

test('lists that failed to load can be requested again', async () => {
  const server = serverFor();
  for (const endpoint of [templates.listNoteTemplates, favourites.listPrescriptionFavourites])
    server.refuse(endpoint, 'UNEXPECTED');
  await openApp(PAGE, server);
  expect(await screen.findByText('No se pudieron cargar tus plantillas', {}, { timeout: 20_000 })).toBeVisible();
  expect(await screen.findByText('No se pudieron cargar tus recetas favoritas')).toBeVisible();
  expect(screen.getAllByRole('button', { name: /intentar/i })).toHaveLength(2);
});

test('the favourites appear when the height of the templates is known, and nothing moves', async () => {
  const server = templatesServer({ prescriptions: [OTITIS] });
  const release = server.hold(templates.listNoteTemplates);
  await openApp(PAGE, server);
  expect(await screen.findByRole('heading', { name: 'Plantillas de notas' })).toBeVisible();
  await waitFor(() => expect(screen.getByText('Otitis')).toBeInTheDocument());
  expect(screen.getByText('Otitis')).not.toBeVisible();
  release([CONTROL]);
  expect(await screen.findByText('Control')).toBeVisible();
  expect(screen.getByText('Otitis')).toBeVisible();
});
