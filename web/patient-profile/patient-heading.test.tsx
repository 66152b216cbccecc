import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listAttachments } from '#contract/attachments';
import { type ClinicalNoteContent, listClinicalNotes } from '#contract/clinical-notes';
import { getPatient, type Patient } from '#contract/patients';
import { clinicalServer, PROFILE, ROSA } from '#web/testing/clinical-server.ts';
import { openApp } from '#web/testing/open-app.tsx';

const FULL: Patient = { ...ROSA, allergies: 'Penicilina', alertas: 'Riesgo de caídas', phone: '+56 9 1234 5678' };

const card = async (title: string) =>
  (await screen.findByRole('heading', { level: 2, name: title })).closest('section') as HTMLElement;

async function openProfile(patient = FULL, ...finalized: Partial<ClinicalNoteContent>[]) {
  const server = clinicalServer();
  server.reply(getPatient, patient);
  server.reply(listAttachments, []);
  for (const content of finalized) server.notes.finalize(server.hasNote(content)._id);
  const app = await openApp(PROFILE, server);
  await screen.findByRole('heading', { level: 1, name: patient.name });
  return { server, ...app };
}

test('the profile begins with age, allergies, alerts and current medication', async () => {
  await openProfile(FULL, {
    prescriptions: [
      { medicamento: 'Losartán', concentracion: '50 mg', permanente: true },
      { medicamento: 'Amoxicilina 500 mg', concentracion: '500 mg', duracion: '7 días' },
    ],
  });
  const title = screen.getByRole('heading', { level: 1 });
  expect(title.closest('div')?.parentElement).toHaveTextContent(`RUT 17.654.321-6 · ${FULL.age} años`);
  expect(await card('Alergias')).toHaveTextContent('Penicilina');
  expect(await card('Alertas')).toHaveTextContent('Riesgo de caídas');
  const medicines = within(await card('Medicación actual')).getAllByRole('listitem');
  expect(medicines.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Losartán 50 mg \d\d\/\d\d\/\d{4}$/),
    expect.stringMatching(/^Amoxicilina 500 mg /),
  ]);
  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(titles.slice(0, 4)).toEqual(['Alergias', 'Alertas', 'Medicación actual', 'Historial Clínico']);
});

test('a patient without allergies or prescriptions says so, and that other professionals may have prescribed', async () => {
  await openProfile(ROSA);
  expect(await card('Alergias')).toHaveTextContent('Sin alergias registradas');
  expect(await card('Medicación actual')).toHaveTextContent('Sin recetas vigentes en esta ficha');
  expect(screen.queryByRole('heading', { name: 'Alertas' })).not.toBeInTheDocument();
});

test('unknown medication does not look like none', async () => {
  const server = clinicalServer();
  server.reply(listAttachments, []);
  server.respond(listClinicalNotes, 500, { code: 'INTERNAL', error: 'x', message: 'x' });
  await openApp(PROFILE, server);
  await waitFor(async () => expect(await card('Medicación actual')).toHaveTextContent('No se pudo cargar'));
});

test('the history comes before the data, whose card shows every field', async () => {
  await openProfile(FULL, { reason: 'Control' });
  const history = await card('Historial Clínico');
  const data = await card('Información del Paciente');
  expect(history.compareDocumentPosition(data)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(within(data).getByText('Penicilina')).toBeVisible();
  const names = [...data.querySelectorAll('dt')].map(({ textContent }) => textContent);
  const identity = ['Nombre', 'RUT', 'Fecha de nacimiento', 'Edad', 'Sexo'];
  const contact = ['Dirección', 'Teléfono', 'Email', 'Contacto de emergencia'];
  expect(names).toEqual([...identity, ...contact, 'Alergias', 'Número de ficha', ...names.slice(11)]);
  expect(data.querySelector('details')).toBeNull();
  expect(within(data).getByRole('link', { name: '+56 9 1234 5678' })).toBeVisible();
});

test('links lead to the parts of the profile, and leave the address as it is', async () => {
  const { user, address } = await openProfile(FULL, { measurements: { weightKg: 70 } });
  const jumps = within(screen.getByRole('navigation', { name: 'Partes de la ficha' }));
  expect(jumps.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Historial',
    'Mediciones',
    'Archivos',
    'Enviado al paciente',
    'Datos',
    'Citas',
    'Cobros',
  ]);
  for (const [name, title] of [
    ['Mediciones', 'Mediciones'],
    ['Archivos', 'Archivos'],
    ['Enviado al paciente', 'Enviado al paciente'],
    ['Datos', 'Información del Paciente'],
    ['Citas', 'Citas'],
    ['Historial', 'Historial Clínico'],
  ] as const) {
    await user.click(jumps.getByRole('link', { name }));
    expect(screen.getByRole('heading', { level: 2, name: title })).toHaveFocus();
  }
  expect(address()).toBe(PROFILE);
});

test('no link leads to measurements, files or sent documents that are not there', async () => {
  const server = clinicalServer();
  server.reply(listAttachments, []);
  server.setPermission({ canCreate: false, message: 'Sin plan' });
  await openApp(PROFILE, server);
  const jumps = await screen.findByRole('navigation', { name: 'Partes de la ficha' });
  const names = within(jumps)
    .getAllByRole('link')
    .map(({ textContent }) => textContent);
  expect(names).toEqual(['Historial', 'Datos', 'Citas', 'Cobros']);
});
