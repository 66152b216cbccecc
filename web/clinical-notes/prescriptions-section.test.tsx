import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { reviewPrescriptions } from '#contract/allergy-warnings';
import { updateClinicalNote } from '#contract/clinical-notes';
import { searchMedications } from '#contract/medications';
import { getPatient } from '#contract/patients';
import { certificateAddress, clinicalServer, noteAddress } from '#web/testing/clinical-server.ts';
import { fill } from '#web/testing/form-fields.ts';
import { expectToast, openApp } from '#web/testing/open-app.tsx';
import { patientNumber } from '#web/testing/patients-server.ts';

const button = (name: string) => screen.findByRole('button', { name });
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const question = () => screen.findByRole('alertdialog', { name: 'Posible alergia' });
const added = () => screen.queryByRole('list', { name: 'Recetas agregadas' })?.textContent ?? '';
const bar = () => screen.findByRole('region', { name: 'Edad, alergias y alertas' });

function serverOf(patient: { allergies?: string; alertas?: string }) {
  const server = clinicalServer();
  server.reply(getPatient, patientNumber(1, { rut: '17654321-6', ...patient }));
  return server;
}

test('a prescription that may relate to an allergy asks once: review or add', async () => {
  const server = serverOf({ allergies: 'Alergia a penicilina' });
  const note = server.hasNote({ reason: 'Control' });
  const { user } = await openApp(noteAddress(note), server);
  await fill('Medicamento', 'Losartán');
  await user.click(await button('Agregar Receta'));
  await waitFor(() => expect(added()).toContain('Losartán'));

  await fill('Medicamento', 'Amoxicilina 500 mg');
  await user.click(await button('Agregar Receta'));
  expect(await question()).toHaveTextContent(
    'El paciente tiene registrada una alergia que podría relacionarse: «penicilina» (penicilinas)',
  );
  await user.click(within(await question()).getByRole('button', { name: 'Revisar' }));
  await waitFor(async () => expect(await field('Medicamento')).toHaveFocus());
  expect(await field('Medicamento')).toHaveValue('Amoxicilina 500 mg');
  expect(added()).not.toContain('Amoxicilina');
  const reviewed = { prescriptions: [{ medicamento: 'Amoxicilina 500 mg', dci: '' }] };
  await waitFor(() => expect(server.requests(reviewPrescriptions).map(({ body }) => body)).toEqual([reviewed]));

  // A save adds what is typed, so it asks too.
  await user.click(await button('Guardar'));
  await user.click(within(await question()).getByRole('button', { name: 'Agregar de todas formas' }));
  await expectToast('Nota clínica guardada correctamente');
  const lastSave = () => server.requests(updateClinicalNote).at(-1)?.body;
  expect(lastSave()).toMatchObject({ knownAllergies: 'Alergia a penicilina' });
  expect(added()).toContain('Amoxicilina 500 mg');
  expect(await field('Medicamento')).toHaveValue('');
  await user.click(await button('Guardar'));
  await waitFor(() =>
    expect(lastSave()).toMatchObject({
      prescriptions: [{ medicamento: 'Losartán' }, { medicamento: 'Amoxicilina 500 mg' }],
    }),
  );
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(server.requests(reviewPrescriptions)).toHaveLength(1);
});

test('reviewing does not wait for the access log, nor warns without a connection', async () => {
  const server = serverOf({ allergies: 'Alergia a penicilina' });
  server.disconnect(reviewPrescriptions);
  const { user } = await openApp(noteAddress(server.hasNote({ reason: 'Control' })), server);
  await fill('Medicamento', 'Amoxicilina 500 mg');
  await user.click(await button('Agregar Receta'));
  await user.click(within(await question()).getByRole('button', { name: 'Revisar' }));
  await waitFor(async () => expect(await field('Medicamento')).toHaveFocus());
  expect(server.requests(reviewPrescriptions)).toHaveLength(1);
  expect(screen.queryByText('Error')).toBeNull();
});

test.each(['visibilitychange', 'focus'])(
  'an allergy recorded in another window is shown and asked about on return, also at once (%s)',
  async (event) => {
    const server = serverOf({});
    const { user } = await openApp(noteAddress(server.hasNote({ reason: 'Control' })), server);
    expect(await bar()).toHaveTextContent('Sin alergias registradas');
    server.reply(getPatient, patientNumber(1, { rut: '17654321-6', allergies: 'Penicilina' }));
    const read = server.requests(getPatient).length;
    window.dispatchEvent(new Event(event));
    await waitFor(async () => expect(await bar()).toHaveTextContent('Alergias: Penicilina'));
    expect(server.requests(getPatient)).toHaveLength(read + 1);
    await fill('Medicamento', 'Amoxicilina 500 mg');
    await user.click(await button('Agregar Receta'));
    expect(await question()).toHaveTextContent('«Penicilina» (penicilinas)');
  },
);

test('a prescription added before the allergy was shown is not saved as chosen despite it', async () => {
  const server = serverOf({});
  const { user } = await openApp(noteAddress(server.hasNote({ reason: 'Control' })), server);
  await fill('Medicamento', 'Amoxicilina 500 mg');
  await user.click(await button('Agregar Receta'));
  await waitFor(() => expect(added()).toContain('Amoxicilina'));
  server.reply(getPatient, patientNumber(1, { rut: '17654321-6', allergies: 'Penicilina' }));
  window.dispatchEvent(new Event('focus'));
  await waitFor(async () => expect(await bar()).toHaveTextContent('Alergias: Penicilina'));
  await user.click(await button('Guardar'));
  await expectToast('Nota clínica guardada correctamente');
  expect(server.requests(updateClinicalNote).at(-1)?.body).toMatchObject({ knownAllergies: '' });
});

test('«Guardar y salir» asks about a typed prescription; reviewing keeps the page open with all its text', async () => {
  const server = serverOf({ allergies: 'Alergia a penicilina' });
  const note = server.hasNote({ reason: 'Control' });
  const { user, address, navigate } = await openApp(noteAddress(note), server);
  await fill('Medicamento', 'Amoxicilina 500 mg');
  await fill('Dosis', '1 comprimido');
  await navigate('/dashboard/agenda');
  const saveAndLeave = async () => {
    const leaving = await screen.findByRole('alertdialog', { name: '¿Salir sin guardar?' });
    await user.click(within(leaving).getByRole('button', { name: 'Guardar y salir' }));
  };
  await saveAndLeave();
  await user.click(within(await question()).getByRole('button', { name: 'Revisar' }));
  await waitFor(async () => expect(await field('Medicamento')).toHaveFocus());
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(address()).toBe(noteAddress(note));
  expect(await field('Medicamento')).toHaveValue('Amoxicilina 500 mg');
  expect(await field('Dosis')).toHaveValue('1 comprimido');
  expect(server.requests(updateClinicalNote)).toEqual([]);

  await navigate('/dashboard/agenda');
  await saveAndLeave();
  await user.click(within(await question()).getByRole('button', { name: 'Agregar de todas formas' }));
  await waitFor(() => expect(address()).toBe('/dashboard/agenda'));
  expect(server.notes.get(note._id).prescriptions).toEqual([
    { medicamento: 'Amoxicilina 500 mg', dosis: '1 comprimido' },
  ]);
});

test('further data of a prescription opens on request or when it has content, and is saved', async () => {
  const server = serverOf({});
  const note = server.hasNote({ reason: 'Control' });
  const { user } = await openApp(noteAddress(note), server);
  const details = (await screen.findByText('Más datos de la receta')).closest('details');
  expect(details).not.toHaveAttribute('open');
  await user.click(screen.getByText('Más datos de la receta'));
  await fill('Medicamento', 'Losartán');
  await fill('DCI (principio activo)', 'losartán');
  await fill('Forma farmacéutica', 'Comprimido');
  await fill('Concentración', '50 mg');
  await fill('Vía de administración', 'Oral');
  await fill('Cantidad total', '30 comprimidos');
  expect(details).toHaveAttribute('open');
  await user.click(screen.getByRole('switch', { name: 'Receta permanente' }));
  await user.click(await button('Agregar Receta'));
  await waitFor(() => expect(added()).toMatch(/Losartán.*Receta permanente.*30 comprimidos/));
  expect(await field('Concentración')).toHaveValue('');
  expect(screen.getByRole('switch', { name: 'Receta permanente' })).not.toBeChecked();
  await user.click(await button('Guardar'));
  await expectToast('Nota clínica guardada correctamente');
  expect(server.notes.get(note._id).prescriptions).toEqual([
    {
      medicamento: 'Losartán',
      dci: 'losartán',
      formaFarmaceutica: 'Comprimido',
      concentracion: '50 mg',
      via: 'Oral',
      cantidad: '30 comprimidos',
      permanente: true,
    },
  ]);
});

test('the medicine suggests active ingredients without forcing a choice, and does not change the typed text', async () => {
  const server = serverOf({});
  const tablet = { dci: 'losartán', formaFarmaceutica: 'Comprimido', via: 'Oral' };
  server.reply(searchMedications, [
    { ...tablet, concentracion: '50 mg' },
    { ...tablet, concentracion: '100 mg' },
  ]);
  const { user } = await openApp(noteAddress(server.hasNote()), server);
  const medicine = await screen.findByRole('combobox', { name: 'Medicamento' });
  await user.type(medicine, 'losar');
  const list = await screen.findByRole('listbox', { name: 'Sugerencias' });
  await user.keyboard('{Enter}{Escape}{Escape}');
  expect(medicine).toHaveValue('losar');
  expect(list).not.toBeVisible();

  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(medicine).toHaveValue('Losartán 50 mg');
  expect(await field('DCI (principio activo)')).toHaveValue('losartán');
  expect(await field('Forma farmacéutica')).toHaveValue('Comprimido');
  expect(await field('Concentración')).toHaveValue('50 mg');
  expect(await field('Vía de administración')).toHaveValue('Oral');

  await fill('Vía de administración', 'Por sonda');
  await user.clear(medicine);
  await user.type(medicine, 'losar');
  await user.click(await screen.findByRole('option', { name: /100 mg/ }));
  expect(medicine).toHaveValue('Losartán 100 mg');
  expect(await field('Concentración')).toHaveValue('100 mg');
  expect(await field('Vía de administración')).toHaveValue('Por sonda');
  expect(medicine).toHaveFocus();

  // Another medicine: what came with the first one must not be printed under it.
  await user.clear(medicine);
  await user.type(medicine, 'Ibuprofeno');
  expect(await field('DCI (principio activo)')).toHaveValue('');
  expect(await field('Forma farmacéutica')).toHaveValue('');
  expect(await field('Concentración')).toHaveValue('');
  expect(await field('Vía de administración')).toHaveValue('Por sonda');
});

test('a medicine typed before the suggestions arrive receives them in the same field', async () => {
  const server = serverOf({});
  server.reply(searchMedications, [
    { dci: 'losartán', formaFarmaceutica: 'Comprimido', via: 'Oral', concentracion: '50 mg' },
  ]);
  const { user } = await openApp(noteAddress(server.hasNote()), server);
  const medicine = await field('Medicamento');
  medicine.focus();
  await user.keyboard('losar');
  expect(await screen.findByRole('option', { name: /Losartán 50 mg/ })).toBeVisible();
  expect(medicine).toHaveFocus();
  await user.keyboard('{ArrowDown}{Enter}');
  expect(medicine).toHaveValue('Losartán 50 mg');
  expect(medicine).toHaveAttribute('aria-expanded', 'false');
});

test('suggestions for existing text open the first time that the field receives the focus', async () => {
  const server = serverOf({});
  server.reply(searchMedications, [
    { dci: 'losartán', formaFarmaceutica: 'Comprimido', via: 'Oral', concentracion: '50 mg' },
  ]);
  await openApp(noteAddress(server.hasNote()), server);
  const medicine = await field('Medicamento');
  await fill('Medicamento', 'losar');
  act(() => medicine.focus());
  expect(await screen.findByRole('option', { name: /Losartán 50 mg/ })).toBeVisible();
});

test('the patient bar shows age, allergies and alerts in the note and in the certificate', async () => {
  const alertas = `Marcapasos. ${'Controlar presión. '.repeat(10)}`;
  const server = serverOf({ allergies: 'Penicilina', alertas });
  const { user, navigate } = await openApp(noteAddress(server.hasNote()), server);
  expect(await bar()).toHaveTextContent(/años · Alergias: Penicilina.*Alertas: Marcapasos/);
  const more = within(await bar()).getByRole('button', { name: 'Ver más' });
  expect(more).toHaveAttribute('aria-expanded', 'false');
  await user.click(more);
  expect(within(await bar()).getByRole('button', { name: 'Ver menos' })).toHaveAttribute('aria-expanded', 'true');
  expect(within(await bar()).getByRole('button', { name: 'Ver menos' })).toHaveFocus();

  await navigate(certificateAddress(server.certificates.create({ title: 'Reposo', content: 'Certifico' })));
  await screen.findByRole('heading', { level: 1, name: 'Editar Certificado' });
  expect(await bar()).toHaveTextContent('Alergias: Penicilina');
});

test('without recorded allergies the bar says so', async () => {
  const server = serverOf({});
  await openApp(noteAddress(server.hasNote()), server);
  expect(await bar()).toHaveTextContent('Sin alergias registradas');
  expect(within(await bar()).queryByRole('button')).toBeNull();
});
