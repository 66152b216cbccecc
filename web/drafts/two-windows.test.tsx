import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { cancelCertificate } from '#contract/certificates';
import { certificateAddress, clinicalServer, noteAddress, PROFILE } from '#web/testing/clinical-server.ts';
import { fill } from '#web/testing/form-fields.ts';
import { expectToast, letTimePass, openApp } from '#web/testing/open-app.tsx';

const REASON = 'Motivo de Consulta';
const LOST_TEXT = 'Lo que habías escrito y no se guardó';
const CONFLICT = { name: 'Esta nota cambió en otra ventana' };

const button = (name: string) => screen.findByRole('button', { name });
const field = (label: string) => screen.findByLabelText<HTMLTextAreaElement>(label);
const expectSaved = async () => expect(await screen.findByText('Guardado hace un momento')).toBeVisible();
const unsavedTexts = () => Object.keys(sessionStorage).filter((key) => key.startsWith('unsaved:'));

/** A note that this window has open, and that another window changes and finalises. */
async function openSharedNote() {
  const server = clinicalServer();
  const { _id, ...note } = server.hasNote({ reason: 'Control' });
  const app = await openApp(noteAddress({ _id, ...note }), server);
  await field(REASON);
  return {
    ...app,
    stored: () => server.notes.get(_id),
    changeElsewhere: (reason: string) => server.notes.update(_id, { reason, diagnoses: [], prescriptions: [] }),
    finalizeElsewhere: () => server.notes.finalize(_id),
  };
}

test('two windows on one draft do not overwrite each other: the other version is shown, and the own text can be copied', async () => {
  const { user, stored, changeElsewhere } = await openSharedNote();
  changeElsewhere('Control anual');
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await fill(REASON, 'Control de presión');
  await letTimePass(2000);
  expect(await screen.findByRole('dialog', CONFLICT)).toBeVisible();
  expect(await field('Lo que escribiste aquí')).toHaveValue('Motivo de Consulta\nControl de presión');
  expect(await field('La otra versión')).toHaveValue('Motivo de Consulta\nControl anual');
  await user.click(await button('Ver la otra versión'));
  await waitFor(async () => expect(await field(REASON)).toHaveValue('Control anual'));
  expect((await field(LOST_TEXT)).value).toContain('Control de presión');
  await user.click(await button('Ya no lo necesito'));
  await fill(REASON, 'Control anual y vacunas');
  await user.click(await button('Guardar'));
  await expectSaved();
  expect(stored().reason).toBe('Control anual y vacunas');
});

test('the choice between two versions can be postponed, and the own one can be kept', async () => {
  const { user, stored, changeElsewhere } = await openSharedNote();
  changeElsewhere('Control anual');
  await fill(REASON, 'Control de Ana');
  await user.click(await button('Guardar'));
  await screen.findByRole('dialog', CONFLICT);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findAllByText('Sin guardar: el contenido cambió en otra ventana')).not.toHaveLength(0);
  await user.click(await button('Guardar'));
  await user.click(await button('Conservar lo mío'));
  await expectSaved();
  expect(stored().reason).toBe('Control de Ana');
});

test('a note that another window finalised is shown as finalised, with the typed text to copy', async () => {
  const { user, finalizeElsewhere } = await openSharedNote();
  finalizeElsewhere();
  await fill(REASON, 'Tarde');
  await user.click(await button('Guardar'));
  expect(await screen.findByRole('dialog', { name: 'Esta nota ya fue finalizada' })).toBeVisible();
  await user.click(await button('Ver nota finalizada'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Nota Clínica Finalizada' })).toBeVisible();
  expect((await field(LOST_TEXT)).value).toContain('Tarde');
  expect(unsavedTexts()).toEqual([]);
});

test('a certificate is saved automatically, two windows do not overwrite each other, and cancelling deletes it', async () => {
  const server = clinicalServer();
  const certificate = server.certificates.create({ title: 'Reposo', content: 'Tres días' });
  const { user, address, navigate } = await openApp(certificateAddress(certificate), server);
  expect(await field('Contenido')).toHaveValue('Tres días');
  const stored = () => server.certificates.get(certificate._id).content;
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await fill('Contenido', 'Tres días y medio');
  await letTimePass(2000);
  await expectSaved();
  expect(stored()).toBe('Tres días y medio');
  server.certificates.update(certificate._id, { title: 'Reposo', content: 'Cuatro días' });
  await fill('Contenido', 'Cinco días');
  await letTimePass(2000);
  expect(await screen.findByRole('dialog', { name: 'Este certificado cambió en otra ventana' })).toBeVisible();
  expect(await field('La otra versión')).toHaveValue('Reposo\n\nCuatro días');
  await user.click(await button('Conservar lo mío'));
  await expectSaved();
  expect(stored()).toBe('Cinco días');

  server.respond(cancelCertificate, 500, {}, 1);
  await user.click(await button('Cancelar certificado'));
  await user.click(await button('Sí, cancelar'));
  await expectToast('No se pudo cancelar el certificado');
  await user.click(await button('Cancelar certificado'));
  await user.click(await button('No, mantener'));
  expect(await field('Contenido')).toBeVisible();
  await user.click(await button('Cancelar certificado'));
  await user.click(await button('Sí, cancelar'));
  await expectToast('Certificado cancelado correctamente');
  await waitFor(() => expect(address()).toBe(PROFILE));
  expect(await screen.findByText('No hay registros clínicos')).toBeVisible();
  await navigate(certificateAddress(certificate));
  expect(await screen.findByText('Certificado no encontrado')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Volver a Pacientes' }));
  await waitFor(() => expect(address()).toBe('/dashboard/pacientes'));
});
