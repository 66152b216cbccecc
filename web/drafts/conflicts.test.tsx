import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createCertificate, listCertificateTemplates } from '#contract/certificates';
import { getPatient, listPatients } from '#contract/patients';
import { certificateAddress, clinicalServer, noteAddress, PROFILE } from '#web/testing/clinical-server.ts';
import { answerFinalizing } from '#web/testing/finalizing.ts';
import { fill } from '#web/testing/form-fields.ts';
import { expectToast, letTimePass, openApp, showPageAgain } from '#web/testing/open-app.tsx';

const button = (name: string) => screen.findByRole('button', { name });
const fakeTime = (now?: string) => vi.useFakeTimers({ shouldAdvanceTime: true, ...(now && { now: new Date(now) }) });
const contents = ({ certificates }: ReturnType<typeof clinicalServer>) =>
  certificates.all().map(({ content }) => content);

/** Fills the dialog of a new certificate and loses the answer of its creation. */
async function createWithLostAnswer(server: ReturnType<typeof clinicalServer>) {
  const { user } = await openApp(PROFILE, server);
  server.loseAnswer(createCertificate, 1);
  await user.click(await button('Nuevo Certificado'));
  await fill('Título', 'Reposo');
  await fill('Contenido', 'Tres días');
  await user.click(await button('Crear Certificado'));
  await expectToast('Failed to create certificate');
  expect(contents(server)).toEqual(['Tres días']);
  return user;
}

test('in the dialog, a correction after a lost reply stays in one certificate', async () => {
  const server = clinicalServer();
  const user = await createWithLostAnswer(server);
  await fill('Contenido', 'Cinco días');
  await user.click(await button('Crear Certificado'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(contents(server)).toEqual(['Cinco días']);
});

test('in the dialog, a certificate created with a lost reply and changed later is not touched: another one is created', async () => {
  const server = clinicalServer();
  const user = await createWithLostAnswer(server);
  const id = server.certificates.all()[0]?._id ?? '';
  server.certificates.update(id, { title: 'Reposo', content: 'Cuatro días' });
  await fill('Contenido', 'Cinco días');
  await user.click(await button('Crear Certificado'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(contents(server)).toEqual(['Cinco días', 'Cuatro días']);
});

test('text on a certificate that another window cancelled can be copied, and leads back to the patient', async () => {
  const server = clinicalServer();
  const certificate = server.certificates.create({ title: 'Reposo', content: 'Tres días' });
  const { user, address } = await openApp(certificateAddress(certificate), server);
  expect(await screen.findByLabelText('Contenido')).toHaveValue('Tres días');
  server.certificates.delete(certificate._id);
  fakeTime();
  await fill('Contenido', 'Cinco días');
  await letTimePass(2000);
  const name = 'Este certificado ya no existe: fue cancelado en otra ventana';
  expect(await screen.findByRole('dialog', { name })).toBeVisible();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Lo que escribiste aquí').value).toContain('Cinco días');
  expect(await button('Copiar lo mío')).toBeVisible();
  await user.click(await button('Volver al Paciente'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Rosa Díaz' })).toBeVisible();
  expect(address()).toBe(PROFILE);
});

test('a note of a patient whom another window deleted can be copied, and leads back to the list', async () => {
  const server = clinicalServer();
  const note = server.hasNote({ reason: 'Control' });
  const { user, address } = await openApp(noteAddress(note), server);
  expect(await screen.findByLabelText('Motivo de Consulta')).toHaveValue('Control');
  server.notes.delete(note._id);
  server.refuse(getPatient, 'NOT_FOUND');
  server.reply(listPatients, { patients: [], total: 0, page: 1, limit: 50 });
  fakeTime();
  await fill('Motivo de Consulta', 'Control anual');
  await letTimePass(2000);
  const name = 'Esta nota ya no existe: el paciente fue eliminado';
  const dialog = await screen.findByRole('dialog', { name });
  expect(screen.getByLabelText<HTMLTextAreaElement>('Lo que escribiste aquí').value).toContain('Control anual');
  await user.click(within(dialog).getByRole('button', { name: 'Cerrar' }));
  await user.click(await button('Guardar Permanentemente'));
  await answerFinalizing(user, 'Finalizar');
  expect(await screen.findByRole('dialog', { name })).toBeVisible();
  expect(document.querySelector('.toast')).toBeNull();
  await user.click(await button('Volver a Pacientes'));
  await waitFor(() => expect(address()).toBe('/dashboard/pacientes'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Pacientes' })).toBeVisible();
  expect(screen.queryByText('Rosa Díaz')).toBeNull();
});

test('after midnight the shown text is saved, with the template that was applied', async () => {
  const server = clinicalServer();
  const template = server.hasTemplate('Asistencia', 'Vino el {{fecha}}.');
  fakeTime('2026-07-16T03:59:00Z');
  const { user } = await openApp(`${PROFILE}/certificado`, server);
  const picker = await screen.findByLabelText<HTMLSelectElement>('Plantilla');
  const options = () => Array.from(picker.options, ({ text }) => text);
  await user.selectOptions(picker, 'Asistencia (v1)');
  vi.setSystemTime('2026-07-16T04:01:00Z');
  server.reply(listCertificateTemplates, [{ ...template, content: 'Otra cosa', version: 2 }]);
  showPageAgain();
  await waitFor(() => expect(options()).toEqual(['Certificado en blanco', 'Asistencia (v1)', 'Asistencia (v2)']));
  expect(picker.selectedOptions[0]?.text).toBe('Asistencia (v1)');

  await fill('Título', 'Asistencia del {{fecha}} a {{hora}}');
  expect(screen.getByLabelText('Título')).toHaveAccessibleDescription(/Variable desconocida: {{hora}}\./);
  await user.click(screen.getByRole('tab', { name: 'Vista Previa' }));
  const preview = await screen.findByRole('article', { name: 'Vista previa del certificado' });
  expect(preview).toHaveTextContent('Asistencia del 15/07/2026');
  await user.click(await button('Guardar'));
  await screen.findByRole('heading', { level: 1, name: 'Editar Certificado' });
  expect(server.requests(createCertificate).map(({ body }) => body)).toMatchObject([
    { title: 'Asistencia del 15/07/2026 a {{hora}}', content: 'Vino el 15/07/2026.', templateVersion: 1 },
  ]);
  await user.click(screen.getByRole('tab', { name: 'Editar' }));
  expect(await screen.findByText('Plantilla: Asistencia (v1)')).toBeVisible();
});
