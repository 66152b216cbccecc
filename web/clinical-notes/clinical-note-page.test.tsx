import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { login, me, refresh } from '#contract/auth';
import { getClinicalNote, updateClinicalNote } from '#contract/clinical-notes';
import { ERRORS } from '#contract/errors';
import { getPatient } from '#contract/patients';
import { clinicalServer, noteAddress, PROFILE } from '#web/testing/clinical-server.ts';
import { expectFieldError, fill } from '#web/testing/form-fields.ts';
import { ANA, expectToast, letTimePass, openApp, reloadApp } from '#web/testing/open-app.tsx';

const REASON = 'Motivo de Consulta';
const MEDICINE_MISSING = 'El nombre del medicamento es obligatorio';
const LOST_TEXT = 'Lo que habías escrito y no se guardó';

// The rules are loaded on demand: an error is shown some time after the click.
const expectError = (label: string, text: string) => waitFor(async () => expectFieldError(await field(label), text));
const button = (name: string) => screen.findByRole('button', { name });
const field = (label: string) => screen.findByLabelText<HTMLTextAreaElement>(label);
const expectHeading = (name: string) => screen.findByRole('heading', { level: 1, name });
const expectSaved = async () => expect(await screen.findByText('Guardado hace un momento')).toBeVisible();
const unsavedTexts = () => Object.keys(sessionStorage).filter((key) => key.startsWith('unsaved:'));
const itemsOf = (name: string) =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('diagnoses and prescriptions are added and removed; pending input is saved with the rest', async () => {
  const server = clinicalServer();
  const note = server.hasNote({ diagnoses: ['Insomnio'] });
  const { user } = await openApp(noteAddress(note), server);
  await user.click(await button('Agregar'));
  await expectError('Diagnóstico', 'El diagnóstico no puede estar vacío');
  expect(await field('Diagnóstico')).toHaveFocus();
  await fill('Diagnóstico', 'Cefalea tensional');
  await user.keyboard('{Enter}');
  expect(await field('Diagnóstico')).toHaveValue('');
  expect(itemsOf('Diagnósticos agregados')).toEqual(['Insomnio', 'Cefalea tensional']);
  await user.click(await button('Quitar diagnóstico Insomnio'));
  expect(itemsOf('Diagnósticos agregados')).toEqual(['Cefalea tensional']);
  expect(await button('Quitar diagnóstico Cefalea tensional')).toHaveFocus();

  await user.click(await button('Agregar Receta'));
  await expectError('Medicamento', MEDICINE_MISSING);
  await fill('Medicamento', 'Losartán');
  await fill('Dosis', '50 mg');
  await user.click(await button('Agregar Receta'));
  await waitFor(() => expect(itemsOf('Recetas agregadas')).toEqual([expect.stringMatching(/Losartán.*50 mg/)]));

  // An incomplete prescription stays in the form, and prevents a manual save.
  await fill('Posología', '1 cada 8 horas');
  await fill('Diagnóstico', 'Ansiedad');
  expect(await screen.findByText('Cambios sin guardar')).toBeVisible();
  await user.click(await button('Guardar'));
  await expectError('Medicamento', MEDICINE_MISSING);
  await waitFor(async () => expect(await field('Medicamento')).toHaveFocus());
  await fill('Medicamento', 'Ibuprofeno');
  await user.click(await button('Guardar'));
  await expectToast('Nota clínica guardada correctamente');
  expect(itemsOf('Recetas agregadas')).toHaveLength(2);
  expect(server.requests(updateClinicalNote).at(-1)?.body).toMatchObject({
    diagnoses: ['Cefalea tensional', 'Ansiedad'],
    prescriptions: [
      { medicamento: 'Losartán', dosis: '50 mg' },
      { medicamento: 'Ibuprofeno', posologia: '1 cada 8 horas' },
    ],
  });
  await user.click(await button('Quitar receta de Losartán'));
  expect(itemsOf('Recetas agregadas')).toEqual([expect.stringContaining('Ibuprofeno')]);
  expect(await button('Quitar receta de Ibuprofeno')).toHaveFocus();
});

test('leaving with unsaved changes asks: stay, leave without saving, or save and leave', async () => {
  const server = clinicalServer();
  const { user, address, navigate } = await openApp(PROFILE, server);
  await user.click(await button('Agregar Atención'));
  await user.click(await screen.findByRole('link', { name: 'Volver al Paciente' }));
  await waitFor(() => expect(address()).toBe(PROFILE));

  await user.click(await button('Agregar Atención'));
  await fill('Dosis', '50 mg');
  await navigate(-1);
  const leaving = () => screen.findByRole('alertdialog', { name: '¿Salir sin guardar?' });
  await user.click(within(await leaving()).getByRole('button', { name: 'Seguir editando' }));
  await waitFor(async () => expect(await field('Dosis')).toHaveFocus());
  await user.click(await button('Cerrar sesión'));
  await user.click(within(await leaving()).getByRole('button', { name: 'Guardar y salir' }));
  await waitFor(async () => expect(await field('Medicamento')).toHaveFocus());
  await expectError('Medicamento', MEDICINE_MISSING);

  await navigate(-1);
  await user.click(within(await leaving()).getByRole('button', { name: 'Salir sin guardar' }));
  await waitFor(() => expect(address()).toBe(PROFILE));
  expect(unsavedTexts()).toEqual([]);
  await user.click(await button('Agregar Atención'));
  expect(await field('Dosis')).toHaveValue('');

  await fill(REASON, 'Control');
  await user.click(screen.getByRole('link', { name: 'Agenda' }));
  await user.click(within(await leaving()).getByRole('button', { name: 'Guardar y salir' }));
  await expectHeading('Agenda');
  expect(server.notes.all()).toMatchObject([{ reason: 'Control' }]);
});

test('when the session ends while typing, the text is recovered after the login and saved', async () => {
  const server = clinicalServer();
  const note = server.hasNote({ reason: 'Control' });
  const { user, address } = await openApp(noteAddress(note), server);
  await field(REASON);
  server.refuse(updateClinicalNote, 'NOT_SIGNED_IN', 1);
  server.refuse(refresh, 'NOT_SIGNED_IN', 1);
  server.reply(login, { accessToken: 'access2', refreshToken: 'refresh2', user: ANA });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await fill('Medicamento', 'Losar');
  await fill('Anamnesis', 'Refiere cefalea');
  await letTimePass(2000);
  await waitFor(() => expect(address()).toBe('/login'));
  await fill('Email', ANA.email);
  await fill('Contraseña', 'clave-de-prueba');
  await user.click(await button('Iniciar Sesión'));
  expect(await screen.findByText('Recuperamos lo que habías escrito')).toBeVisible();
  expect(address()).toBe(noteAddress(note));
  expect(await field('Anamnesis')).toHaveValue('Refiere cefalea');
  expect(await field('Medicamento')).toHaveValue('Losar');
  await fill('Medicamento', '');
  await letTimePass(2000);
  await expectSaved();
  expect(server.notes.get(note._id).anamnesis).toBe('Refiere cefalea');
  await letTimePass(1000);
  expect(unsavedTexts()).toEqual([]);

  // Another person who signs in in this tab does not see the text.
  server.disconnect(updateClinicalNote);
  await fill('Anamnesis', 'Secreto de Ana');
  await letTimePass(2000);
  expect(unsavedTexts()).toHaveLength(1);
  const berta = { ...ANA, _id: '0197a000-0000-7000-8000-00000000000c', name: 'Berta Soto' };
  server.reply(me, berta);
  server.refuse(getPatient, 'NOT_FOUND');
  server.refuse(getClinicalNote, 'NOT_FOUND');
  await reloadApp(noteAddress(note), server);
  expect(await screen.findByText('Paciente no encontrado')).toBeVisible();
  expect(unsavedTexts()).toEqual([]);
});

test('a lost connection is reported, and the note is saved when it returns', async () => {
  const server = clinicalServer();
  const note = server.hasNote();
  const { user } = await openApp(noteAddress(note), server);
  await expectHeading('Editar Nota Clínica');
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const reconnect = server.disconnect(updateClinicalNote);
  await fill('Anamnesis', 'Refiere cefalea');
  await letTimePass(1600);
  const statuses = () =>
    screen.getAllByRole('status').filter(({ textContent }) => textContent === 'Sin conexión: se guardará al volver');
  await waitFor(() => expect(statuses()).toHaveLength(1));
  await user.click(await button('Guardar'));
  await expectToast('No se pudo guardar la nota clínica');
  reconnect();
  // Without the event, the next attempt comes some seconds later.
  const before = server.requests(updateClinicalNote).length;
  await act(async () => void dispatchEvent(new Event('online')));
  expect(server.requests(updateClinicalNote)).toHaveLength(before + 1);
  await expectSaved();
  expect(statuses()).toHaveLength(0);
  expect(server.notes.get(note._id).anamnesis).toBe('Refiere cefalea');
});

test('without the plan nothing is written, but finalised notes are read', async () => {
  const server = clinicalServer();
  const draft = server.hasNote({ reason: 'Control' });
  const done = server.hasNote({ reason: 'Control anual' });
  server.notes.finalize(done._id);
  const { user } = await openApp(noteAddress(draft), server);
  await field(REASON);
  server.setPermission({ canCreate: false, message: ERRORS.CLINICAL_LIMIT.message });
  await fill(REASON, 'Control tardío');
  await user.click(await button('Guardar'));
  await expectToast(`Acceso Restringido${ERRORS.CLINICAL_LIMIT.message}`);

  const { user: later, address, navigate } = await reloadApp(noteAddress(draft), server);
  await expectHeading('Acceso Restringido');
  expect(screen.getByRole('main')).toHaveTextContent(ERRORS.CLINICAL_LIMIT.message);
  expect((await field(LOST_TEXT)).value).toContain('Control tardío');
  expect(screen.getByRole('link', { name: 'Ver Configuración de Cuenta' })).toBeVisible();
  await navigate(`${PROFILE}/atencion`);
  await later.click(await screen.findByRole('link', { name: 'Volver al Paciente' }));
  await waitFor(() => expect(address()).toBe(PROFILE));
  await navigate(noteAddress(done));
  await expectHeading('Nota Clínica Finalizada');
  expect(screen.getByText('Control anual')).toBeVisible();
});

const cardsOf = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

test.each([
  ['Psicólogos/as', []],
  ['Médicos/as', ['Planes e Indicaciones', 'Recetas']],
] as const)('a finalised note has no card without content, but what %s print apart', async (profession, printed) => {
  const signedIn = { ...ANA, profession };
  const server = clinicalServer(signedIn);
  const note = server.hasNote({ reason: 'Control anual' });
  server.notes.finalize(note._id);
  const { navigate } = await openApp(noteAddress(note), server, { signedIn });
  await expectHeading('Nota Clínica Finalizada');
  await waitFor(() => expect(cardsOf()).toEqual(['Motivo de Consulta', ...printed, 'Adendas']));

  const full = server.hasNote({
    anamnesis: 'Refiere cefalea',
    diagnoses: ['Cefalea'],
    plansAndIndications: 'Reposo',
    prescriptions: [{ medicamento: 'Magnesio' }],
  });
  server.notes.finalize(full._id);
  await navigate(noteAddress(full));
  await screen.findByText('Refiere cefalea');
  const paper = profession === 'Médicos/as' ? 'Recetas' : 'Indicaciones';
  expect(cardsOf()).toEqual(expect.arrayContaining(['Anamnesis', 'Diagnósticos', 'Planes e Indicaciones', paper]));
  expect(screen.getByRole('button', { name: `Imprimir ${paper.toLowerCase()}` })).toBeVisible();
});

test('a blank note is not finalised, and says so', async () => {
  const server = clinicalServer();
  const note = server.hasNote();
  const { user } = await openApp(noteAddress(note), server);
  await user.click(await button('Guardar Permanentemente'));
  await expectToast('Completa la nota antes de guardarla definitivamente');
  expect(server.notes.get(note._id).status).toBe('draft');
});

test.each([
  ['of a patient who does not exist', `${PROFILE.slice(0, -1)}9/atencion`, 'Paciente no encontrado'],
  ['that does not exist', `${PROFILE}/atencion/0197a000-0000-7000-8000-0000000000ff`, 'Nota no encontrada'],
])('a note %s shows that it was not found', async (_, path, title) => {
  await openApp(path, clinicalServer());
  expect(await expectHeading(title)).toBeVisible();
});

test('a note of another patient is not found, and a loading error can be retried', async () => {
  const server = clinicalServer();
  const note = server.hasNote({ reason: 'Control' });
  server.reply(getClinicalNote, { ...note, patientId: note._id }, 1);
  const { user, navigate } = await openApp(noteAddress(note), server);
  await expectHeading('Nota no encontrada');
  await navigate('/dashboard');
  await screen.findByText('¿Qué necesitas hacer hoy?');
  server.respond(getClinicalNote, 500, {}, 2);
  await navigate(noteAddress(note));
  await expectToast('No se pudo cargar la información');
  await user.click(await button('Volver a intentar'));
  expect(await field(REASON)).toHaveValue('Control');
});
