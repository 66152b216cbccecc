import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getClinicalNote, listClinicalNotes, updateClinicalNote } from '#contract/clinical-notes';
import { getPatient } from '#contract/patients';
import {
  createNoteTemplate,
  createPrescriptionFavourite,
  listNoteTemplates,
  listPrescriptionFavourites,
  type NoteTemplate,
  type PrescriptionFavourite,
} from '#contract/presets';
import { clinicalServer, noteAddress } from '#web/testing/clinical-server.ts';
import { fill, fillFields } from '#web/testing/form-fields.ts';
import { closeToast, expectToast, openApp } from '#web/testing/open-app.tsx';
import { patientNumber } from '#web/testing/patients-server.ts';

const ID = '0197a000-0000-7000-8000-0000000000aa';
const CONTROL = { _id: ID, name: 'Control', reason: 'Control anual', anamnesis: 'Asintomático' };
const OTITIS = { _id: ID, name: 'Otitis', medicamento: 'Amoxicilina', dosis: '500 mg', via: 'Oral' };

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const textOf = async (label: string) => (await screen.findByLabelText<HTMLTextAreaElement>(label)).value;
const added = () => screen.queryByRole('list', { name: 'Recetas agregadas' })?.textContent ?? '';

interface Kept {
  templates?: NoteTemplate[];
  favourites?: PrescriptionFavourite[];
  allergies?: string;
}

function serverWith({ templates = [], favourites = [], allergies }: Kept) {
  const server = clinicalServer();
  if (allergies) server.reply(getPatient, patientNumber(1, { rut: '17654321-6', allergies }));
  server.reply(listNoteTemplates, templates);
  server.reply(listPrescriptionFavourites, favourites);
  return server;
}

test('a template is copied into empty fields, undone, and saved with the note', async () => {
  const server = serverWith({ templates: [CONTROL] });
  const note = server.hasNote({ plansAndIndications: 'Volver en un mes' });
  const { user } = await openApp(noteAddress(note), server);
  const copy = async () => {
    await user.click(await button('Usar plantilla'));
    await user.click(await (await dialog('Usar plantilla')).findByRole('button', { name: 'Usar Control' }));
    await expectToast('Plantilla copiada en la nota');
  };
  await copy();
  expect(await textOf('Motivo de Consulta')).toBe('Control anual');
  expect(await textOf('Anamnesis')).toBe('Asintomático');
  expect(await textOf('Planes e Indicaciones')).toBe('Volver en un mes');
  // What was changed after the copy stays.
  await fill('Anamnesis', 'Asintomático hace un año');
  await user.click(await button('Deshacer'));
  expect(await textOf('Motivo de Consulta')).toBe('');
  expect(await textOf('Anamnesis')).toBe('Asintomático hace un año');

  await fill('Anamnesis', '');
  await copy();
  await user.click(await button('Guardar'));
  await expectToast('Nota clínica guardada correctamente');
  expect(server.requests(updateClinicalNote).at(-1)?.body).toMatchObject({
    reason: 'Control anual',
    anamnesis: 'Asintomático',
    plansAndIndications: 'Volver en un mes',
  });
});

test('in a field with text it asks: add below or leave as it is', async () => {
  const server = serverWith({ templates: [CONTROL] });
  const note = server.hasNote({ reason: 'Dolor', anamnesis: 'Desde ayer' });
  const { user } = await openApp(noteAddress(note), server);
  await user.click(await button('Usar plantilla'));
  await user.click(await (await dialog('Usar plantilla')).findByRole('button', { name: 'Usar Control' }));
  const asked = await dialog('Usar «Control»');
  expect(await textOf('Motivo de Consulta')).toBe('Dolor');
  const anamnesis = within(asked.getByRole('group', { name: 'Anamnesis' }));
  expect(anamnesis.getByRole('radio', { name: 'Agregar debajo' })).toBeChecked();
  await user.click(anamnesis.getByRole('radio', { name: 'Dejar como está' }));
  await user.click(asked.getByRole('button', { name: 'Copiar en la nota' }));
  expect(await textOf('Motivo de Consulta')).toBe('Dolor\n\nControl anual');
  expect(await textOf('Anamnesis')).toBe('Desde ayer');
  await waitFor(async () => expect(await button('Usar plantilla')).toHaveFocus());
});

test('many templates are searched without accents, and undecryptable ones are not offered', async () => {
  const lost = { ...CONTROL, _id: ID.replace('aa', 'ab'), name: 'No se pudo descifrar', undecryptable: true as const };
  const others = Array.from({ length: 8 }, (_, at) => ({
    ...CONTROL,
    _id: ID.replace('aa', `b${at}`),
    name: `Niño ${at}`,
  }));
  const server = serverWith({ templates: [...others, lost] });
  const { user } = await openApp(noteAddress(server.hasNote({ reason: 'x' })), server);
  await user.click(await button('Usar plantilla'));
  const shown = await dialog('Usar plantilla');
  expect(await shown.findAllByRole('listitem')).toHaveLength(8);
  expect(shown.getByLabelText('Buscar por nombre o contenido')).toHaveFocus();
  await user.keyboard('NINO 3');
  expect(shown.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Niño 3'),
  ]);
  await user.type(shown.getByLabelText('Buscar por nombre o contenido'), 'zzz');
  expect(shown.getByText('Nada coincide con la búsqueda.')).toBeVisible();
});

test('the texts of the note are saved as a template, if there are any', async () => {
  const server = serverWith({});
  server.reply(createNoteTemplate, CONTROL);
  const { user } = await openApp(noteAddress(server.hasNote({ diagnoses: ['Insomnio'] })), server);
  await user.click(await button('Guardar como plantilla'));
  await expectToast('Escribe el motivo, la anamnesis o los planes antes de guardar una plantilla');
  closeToast();
  await fill('Anamnesis', 'Asintomático');
  await user.click(await button('Guardar como plantilla'));
  const form = await dialog('Guardar como plantilla');
  fillFields({ 'Nombre de la plantilla': 'Control' });
  await user.click(form.getByRole('button', { name: 'Guardar' }));
  await expectToast('Plantilla guardada correctamente');
  expect(server.requests(createNoteTemplate).map(({ body }) => body)).toEqual([
    { name: 'Control', anamnesis: 'Asintomático' },
  ]);
});

test('a favourite is added with one click, or fills the fields for changes; an added prescription is saved as a favourite', async () => {
  const server = serverWith({ favourites: [OTITIS] });
  server.reply(createPrescriptionFavourite, OTITIS);
  const { user } = await openApp(noteAddress(server.hasNote({ reason: 'Control' })), server);
  await user.click(await button('Favoritas'));
  await user.click(await (await dialog('Recetas favoritas')).findByRole('button', { name: 'Agregar Otitis' }));
  await waitFor(() => expect(added()).toMatch(/Amoxicilina.*500 mg.*Oral/));

  await user.click(await button('Favoritas'));
  const adjust = await (await dialog('Recetas favoritas')).findByRole('button', { name: 'Ajustar Otitis' });
  await waitFor(() => expect(adjust).toHaveFocus());
  await user.click(adjust);
  expect(await textOf('Medicamento')).toBe('Amoxicilina');
  expect(await textOf('Vía de administración')).toBe('Oral');
  // What is typed is not replaced.
  await user.click(await button('Favoritas'));
  const shown = await dialog('Recetas favoritas');
  expect(await shown.findByRole('button', { name: 'Agregar Otitis' })).toBeVisible();
  expect(shown.queryByRole('button', { name: 'Ajustar Otitis' })).toBeNull();
  await user.keyboard('{Escape}');

  await user.click(await button('Guardar como favorita la receta de Amoxicilina'));
  await user.click(await (await dialog('Guardar como favorita')).findByRole('button', { name: 'Guardar' }));
  await expectToast('Receta favorita guardada correctamente');
  expect(server.requests(createPrescriptionFavourite).map(({ body }) => body)).toEqual([
    { medicamento: 'Amoxicilina', dosis: '500 mg', via: 'Oral' },
  ]);
});

test('a favourite that may relate to an allergy asks before it is added', async () => {
  const server = serverWith({ favourites: [OTITIS], allergies: 'Penicilina' });
  const { user } = await openApp(noteAddress(server.hasNote({ reason: 'Control' })), server);
  await user.click(await button('Favoritas'));
  await user.click(await (await dialog('Recetas favoritas')).findByRole('button', { name: 'Agregar Otitis' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Posible alergia' }));
  expect(added()).toBe('');
  await user.click(question.getByRole('button', { name: 'Agregar de todas formas' }));
  await waitFor(() => expect(added()).toContain('Amoxicilina'));
});

test('the previous prescription is repeated in full from the last finalised note that has one', async () => {
  const server = serverWith({});
  const long = 'Con comida. '.repeat(60).trim();
  const previous = server.hasNote({
    prescriptions: [{ medicamento: 'Losartán', indicacionesUso: long }, { medicamento: 'Metformina' }],
  });
  server.notes.finalize(previous._id);
  server.notes.finalize(server.hasNote({ reason: 'Sin recetas' })._id);
  const draft = server.hasNote({ reason: 'Control', prescriptions: [{ medicamento: 'Aspirina' }] });
  // The server cuts long texts in the list.
  server.reply(listClinicalNotes, () =>
    server.notes.all().map((note) => ({
      ...note,
      prescriptions: note.prescriptions.map((one) => ({ ...one, indicacionesUso: one.indicacionesUso?.slice(0, 500) })),
    })),
  );
  const { user } = await openApp(noteAddress(draft), server);
  await user.click(await button('Repetir receta anterior'));
  const shown = await dialog('Repetir receta anterior');
  expect(await shown.findByText(/^De la nota del \d\d\/\d\d\/\d{4}\./)).toBeVisible();
  expect(shown.getByRole('checkbox', { name: 'Losartán' })).toHaveFocus();
  await user.click(shown.getByRole('checkbox', { name: 'Metformina' }));
  await user.click(shown.getByRole('button', { name: 'Agregar seleccionadas' }));
  await waitFor(() => expect(added()).toMatch(/^Aspirina.*Losartán/));
  expect(added()).not.toContain('Metformina');
  await user.click(await button('Guardar'));
  await expectToast('Nota clínica guardada correctamente');
  expect(server.requests(updateClinicalNote).at(-1)?.body).toMatchObject({
    prescriptions: [{ medicamento: 'Aspirina' }, { medicamento: 'Losartán', indicacionesUso: long }],
  });
  expect(server.requests(getClinicalNote).map(({ url }) => url.pathname)).toContain(
    `/api/clinical-notes/${previous._id}`,
  );
});

test('without earlier prescriptions, templates or favourites it says what to do, and a failure can be retried', async () => {
  const server = serverWith({});
  const { user } = await openApp(noteAddress(server.hasNote({ reason: 'Control' })), server);
  await user.click(await button('Repetir receta anterior'));
  expect(await screen.findByText('Este paciente no tiene recetas en notas finalizadas.')).toBeVisible();
  await user.keyboard('{Escape}');
  await user.click(await button('Usar plantilla'));
  expect(await screen.findByText(/^Aún no tienes plantillas/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Administrar plantillas y favoritas' })).toBeVisible();
  await user.keyboard('{Escape}');
  server.refuse(listPrescriptionFavourites, 'UNEXPECTED', 2);
  await user.click(await button('Favoritas'));
  const shown = await dialog('Recetas favoritas');
  expect(await shown.findByText('No se pudieron cargar tus recetas favoritas', {}, { timeout: 20_000 })).toBeVisible();
  await user.click(shown.getByRole('button', { name: /intentar/i }));
  expect(await shown.findByText(/^Aún no tienes recetas favoritas/)).toBeVisible();
});
