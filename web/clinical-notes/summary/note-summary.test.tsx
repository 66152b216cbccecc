import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { getClinicalNote, listClinicalNotes, updateClinicalNote } from '#contract/clinical-notes';
import { getPatient } from '#contract/patients';
import { UNDECRYPTABLE_TEXT } from '#contract/undecryptable';
import { clinicalServer, noteAddress, PROFILE, ROSA } from '#web/testing/clinical-server.ts';
import { fill } from '#web/testing/form-fields.ts';
import { expectToast, openApp, reloadApp } from '#web/testing/open-app.tsx';
import { formatInstant } from '#web/ui/format-instant.ts';

const NEW_NOTE = `${PROFILE}/atencion`;

/** The screen has this width, in pixels. */
const setWidth = (width: number) =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(min-width: 80rem)' && width >= 1280,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));

beforeEach(() => setWidth(1440));

const summary = async () => within(await screen.findByRole('complementary', { name: 'Resumen clínico' }));
const toggle = () => screen.findByRole('button', { name: 'Resumen clínico' });
const button = (name: string) => screen.findByRole('button', { name });
const part = async (name: string) => within(await (await summary()).findByRole('region', { name }));
const added = (list: string) => screen.queryByRole('list', { name: list })?.textContent ?? '';

function serverWithHistory() {
  const server = clinicalServer();
  const older = server.hasNote({
    reason: 'Control de enero',
    measurements: { weightKg: 74, pulse: 70 },
    diagnoses: ['Insomnio', 'I10 - Hipertensión esencial (primaria)'],
    prescriptions: [{ medicamento: 'Losartán 50 mg', dci: 'losartán', dosis: '1 comprimido', permanente: true }],
  });
  server.notes.finalize(older._id);
  const last = server.hasNote({
    reason: 'Control de marzo',
    anamnesis: 'Duerme mejor',
    measurements: { weightKg: 72.5 },
    diagnoses: ['Insomnio'],
    plansAndIndications: 'Caminar a diario',
    prescriptions: [{ medicamento: 'Amoxicilina 500 mg', duracion: '7 días', indicacionesUso: 'Con comida' }],
  });
  server.notes.finalize(last._id);
  server.hasNote({ reason: 'Otro borrador', diagnoses: ['Borrador'] });
  return { server, last };
}

test('a new note shows the last note, the current medication, earlier diagnoses and the last measurements', async () => {
  const { server, last } = serverWithHistory();
  await openApp(NEW_NOTE, server);
  await part(`Última nota, ${formatInstant(last.date, 'America/Santiago').day}`);
  const content = await summary();
  for (const text of ['Control de marzo', 'Duerme mejor', 'Caminar a diario', 'Losartán 50 mg', 'Amoxicilina 500 mg']) {
    expect(content.getByText(text)).toBeVisible();
  }
  expect(content.getByRole('link', { name: /^Ver la nota completa/ })).toHaveAttribute('href', noteAddress(last));
  expect(content.getByRole('link')).toHaveAttribute('target', '_blank');
  const diagnoses = (await part('Diagnósticos anteriores')).getAllByRole('button');
  expect(diagnoses.map(({ textContent }) => textContent)).toEqual([
    'Insomnio',
    'I10 - Hipertensión esencial (primaria)',
  ]);
  const measurements = await part('Últimas mediciones');
  expect(measurements.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Peso', 'Pulso']);
  expect(measurements.getByText('72,5 kg')).toBeVisible();
  expect(content.queryByText(/Otro borrador|Control de enero/)).toBeNull();
});

test('one press adds a diagnosis, marks it and leaves what is typed in the field', async () => {
  const { server } = serverWithHistory();
  const { user } = await openApp(NEW_NOTE, server);
  await fill('Diagnóstico', 'Cefa');
  await user.click(await button('Agregar diagnóstico Insomnio'));
  expect(added('Diagnósticos agregados')).toBe('Insomnio');
  expect(screen.getByLabelText('Diagnóstico')).toHaveValue('Cefa');
  const mark = await button('En la nota: Insomnio');
  expect(mark).toHaveFocus();
  expect(mark).toHaveAttribute('aria-disabled', 'true');
  await user.click(mark);
  expect(added('Diagnósticos agregados')).toBe('Insomnio');
  await user.click(await button('Quitar diagnóstico Insomnio'));
  expect(await button('Agregar diagnóstico Insomnio')).toHaveAttribute('aria-disabled', 'false');
});

test('one press repeats a medicine with its whole text, after the question about allergies', async () => {
  const { server, last } = serverWithHistory();
  server.reply(getPatient, { ...ROSA, allergies: 'Alergia a penicilina' });
  const whole = 'Con comida. '.repeat(60).trim();
  server.reply(getClinicalNote, {
    ...server.notes.get(last._id),
    prescriptions: [{ medicamento: 'Amoxicilina 500 mg', duracion: '7 días', indicacionesUso: whole }],
  });
  const { user } = await openApp(NEW_NOTE, server);
  await user.click(await button('Repetir receta de Amoxicilina 500 mg'));
  const question = await screen.findByRole('alertdialog', { name: 'Posible alergia' });
  expect(added('Recetas agregadas')).toBe('');
  await user.click(within(question).getByRole('button', { name: 'Agregar de todas formas' }));
  await waitFor(() => expect(added('Recetas agregadas')).toContain(whole));
  expect(await button('En la nota: Amoxicilina 500 mg')).toHaveAttribute('aria-disabled', 'true');
  expect(await button('Repetir receta de Losartán 50 mg')).toBeVisible();
});

test('a medicine whose note cannot be read is not repeated, and this is said', async () => {
  const { server } = serverWithHistory();
  server.respond(getClinicalNote, 500, {});
  const { user } = await openApp(NEW_NOTE, server);
  await user.click(await button('Repetir receta de Losartán 50 mg'));
  await expectToast('No se pudo repetir la receta');
  expect(added('Recetas agregadas')).toBe('');
});

test('it is folded and stays so on this device, where folded notes are not requested', async () => {
  const { server } = serverWithHistory();
  const { user } = await openApp(NEW_NOTE, server);
  await part('Medicación actual');
  await user.click(await toggle());
  expect(await toggle()).toHaveFocus();
  expect(screen.queryByText('Medicación actual')).toBeNull();
  const before = server.requests(listClinicalNotes).length;
  await reloadApp(NEW_NOTE, server);
  expect(await toggle()).toHaveAttribute('aria-expanded', 'false');
  expect(server.requests(listClinicalNotes)).toHaveLength(before);
  await user.click(await toggle());
  await part('Medicación actual');
});

test('on a narrow screen it is folded above the fields at first', async () => {
  setWidth(390);
  const { server } = serverWithHistory();
  const { user } = await openApp(NEW_NOTE, server);
  expect(await toggle()).toHaveAttribute('aria-expanded', 'false');
  expect(screen.queryByRole('complementary', { name: 'Resumen clínico' })).toBeNull();
  expect(server.requests(listClinicalNotes)).toEqual([]);
  await user.click(await toggle());
  await user.click(await button('Agregar diagnóstico Insomnio'));
  expect(added('Diagnósticos agregados')).toBe('Insomnio');
  const isBefore = (await toggle()).compareDocumentPosition(screen.getByLabelText('Motivo de Consulta'));
  expect(isBefore & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test('a draft shows the last note before it, and a save does not load the notes again', async () => {
  const server = clinicalServer();
  const draft = server.hasNote({ reason: 'Borrador' });
  const listed = (reason: string, date: string) => ({ ...draft, _id: crypto.randomUUID(), reason, date });
  server.reply(listClinicalNotes, [
    { ...listed('Control de marzo', '2999-03-01T12:00:00.000Z'), status: 'finalized' },
    draft,
    { ...listed('Control de enero', '2020-01-01T12:00:00.000Z'), status: 'finalized' },
  ]);
  const { user } = await openApp(noteAddress(draft), server);
  await (await summary()).findByText('Control de enero');
  expect((await summary()).queryByText('Control de marzo')).toBeNull();
  const before = server.requests(listClinicalNotes).length;
  await fill('Anamnesis', 'Duerme mejor');
  await user.click(await button('Guardar'));
  await waitFor(() => expect(server.requests(updateClinicalNote)).toHaveLength(1));
  await expectToast('Nota clínica guardada correctamente');
  expect(server.requests(listClinicalNotes)).toHaveLength(before);
});

test('without finalised notes it says so, and a failed request can be repeated', async () => {
  const server = clinicalServer();
  server.respond(listClinicalNotes, 500, {}, 2);
  const { user } = await openApp(NEW_NOTE, server);
  expect(await (await summary()).findByText('No se pudieron cargar las notas anteriores')).toBeVisible();
  await user.click((await summary()).getByRole('button', { name: 'Volver a intentar' }));
  expect(await (await summary()).findByText('Este paciente aún no tiene notas finalizadas.')).toBeVisible();
  expect((await summary()).queryAllByRole('region')).toEqual([]);
});

test('a note that cannot be decrypted is named, and nothing of it can be added', async () => {
  const { server, last } = serverWithHistory();
  const lost = {
    ...server.notes.get(last._id),
    undecryptable: true as const,
    diagnoses: [UNDECRYPTABLE_TEXT],
    prescriptions: [{ medicamento: UNDECRYPTABLE_TEXT }],
  };
  server.reply(listClinicalNotes, [lost]);
  await openApp(NEW_NOTE, server);
  expect(await (await summary()).findByText(UNDECRYPTABLE_TEXT)).toBeVisible();
  expect((await summary()).getAllByRole('region')).toHaveLength(1);
  expect((await summary()).getAllByRole('button')).toHaveLength(1);
});
