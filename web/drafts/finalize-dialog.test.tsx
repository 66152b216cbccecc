import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { finalizeCertificate } from '#contract/certificates';
import { finalizeClinicalNote } from '#contract/clinical-notes';
import { certificateAddress, clinicalServer, noteAddress, PROFILE, ROSA } from '#web/testing/clinical-server.ts';
import { answerFinalizing, finalizingQuestion } from '#web/testing/finalizing.ts';
import { fill } from '#web/testing/form-fields.ts';
import { expectToast, openApp } from '#web/testing/open-app.tsx';

const button = (name: string) => screen.findByRole('button', { name });
const LOSARTAN = { medicamento: 'Losartán 50 mg' };

test('a note asks before it is finalised: whose it is, what is printed and what is empty', async () => {
  const server = clinicalServer();
  const note = server.hasNote({ reason: 'Control', measurements: { weightKg: 70 }, prescriptions: [LOSARTAN] });
  const { user } = await openApp(noteAddress(note), server);
  await fill('Diagnóstico', 'Hipertensión');
  await user.click(await button('Guardar Permanentemente'));
  const question = await finalizingQuestion();
  expect(question).toHaveTextContent(`Nota clínica de ${ROSA.name}`);
  expect(question).toHaveTextContent('Se imprimirá: motivo de consulta, 1 medición, 1 diagnóstico y 1 medicamento.');
  const lacks = within(question)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(lacks).toEqual(['Sin anamnesis', 'Sin planes e indicaciones']);
  expect(within(question).getByRole('button', { name: 'Seguir editando' })).toHaveFocus();
  expect(server.requests(finalizeClinicalNote)).toEqual([]);

  await user.keyboard('{Enter}');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(await button('Guardar Permanentemente')).toHaveFocus();
  await user.keyboard('{Enter}');
  await finalizingQuestion();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(server.requests(finalizeClinicalNote)).toEqual([]);

  await user.click(await button('Guardar Permanentemente'));
  await answerFinalizing(user, 'Finalizar');
  await expectToast('Nota clínica finalizada correctamente');
  expect(server.notes.get(note._id)).toMatchObject({ status: 'finalized', diagnoses: ['Hipertensión'] });
});

test('a note with everything lacks nothing, and counts in plural', async () => {
  const server = clinicalServer();
  const note = server.hasNote({
    reason: 'Control',
    anamnesis: 'Cefalea',
    measurements: { weightKg: 70, pulse: 80 },
    diagnoses: ['Hipertensión', 'Lumbago'],
    plansAndIndications: 'Reposo',
    prescriptions: [LOSARTAN, LOSARTAN, LOSARTAN],
  });
  const { user } = await openApp(noteAddress(note), server);
  await user.click(await button('Guardar Permanentemente'));
  const question = await finalizingQuestion();
  expect(question).toHaveTextContent(
    'Se imprimirá: motivo de consulta, anamnesis, 2 mediciones, 2 diagnósticos, planes e indicaciones y 3 medicamentos.',
  );
  expect(within(question).queryByRole('listitem')).toBeNull();
});

test('the history asks about the version that the server holds, and finalises no other', async () => {
  const server = clinicalServer();
  const note = server.hasNote({ reason: 'Control' });
  const { user, address } = await openApp(PROFILE, server);
  await button('Guardar definitivamente');
  const { version } = server.notes.update(note._id, { reason: 'Control', diagnoses: ['Lumbago'], prescriptions: [] });
  await user.click(await button('Guardar definitivamente'));
  const question = await finalizingQuestion();
  expect(question).toHaveTextContent(`Nota clínica de ${ROSA.name}`);
  expect(question).toHaveTextContent('Se imprimirá: motivo de consulta y 1 diagnóstico.');
  expect(question).toHaveTextContent('Sin anamnesis');
  await user.keyboard('{Escape}');
  expect(address()).toBe(PROFILE);
  expect(server.requests(finalizeClinicalNote)).toEqual([]);

  await user.click(await button('Guardar definitivamente'));
  await answerFinalizing(user, 'Finalizar');
  await expectToast('Nota clínica finalizada correctamente');
  expect(server.requests(finalizeClinicalNote).map(({ body }) => body)).toMatchObject([{ version }]);
});

test('in the history, «Seguir editando» opens the document', async () => {
  const server = clinicalServer();
  const note = server.hasNote({ reason: 'Control' });
  const { user, address } = await openApp(PROFILE, server);
  await user.click(await button('Guardar definitivamente'));
  await answerFinalizing(user, 'Seguir editando');
  await waitFor(() => expect(address()).toBe(noteAddress(note)));
  expect(server.notes.get(note._id).status).toBe('draft');
});

test('a certificate asks too, and names the variables that stay as they are written', async () => {
  const server = clinicalServer();
  const certificate = server.certificates.create({ title: 'Reposo', content: 'Por {{dias}} días' });
  const { user, navigate, address } = await openApp(certificateAddress(certificate), server);
  await user.click(await button('Guardar Definitivamente'));
  const question = await finalizingQuestion();
  expect(question).toHaveTextContent(`Certificado de ${ROSA.name}`);
  expect(question).toHaveTextContent('Se imprimirá: Reposo');
  expect(question).toHaveTextContent('Por {{dias}} días');
  expect(within(question).getByRole('listitem')).toHaveTextContent('Variable desconocida: {{dias}}');
  await answerFinalizing(user, 'Seguir editando');
  expect(server.requests(finalizeCertificate)).toEqual([]);

  await navigate(PROFILE);
  await user.click(await button('Guardar definitivamente'));
  expect(await finalizingQuestion()).toHaveTextContent(`Certificado de ${ROSA.name}`);
  await answerFinalizing(user, 'Seguir editando');
  await waitFor(() => expect(address()).toBe(certificateAddress(certificate)));

  await user.click(await button('Guardar Definitivamente'));
  await answerFinalizing(user, 'Finalizar');
  await expectToast('Certificado finalizado correctamente');
  expect(server.certificates.get(certificate._id).isFinalized).toBe(true);
});
