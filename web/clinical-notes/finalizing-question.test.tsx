import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { reviewPrescriptions } from '#contract/allergy-warnings';
import { finalizeClinicalNote } from '#contract/clinical-notes';
import { ERRORS } from '#contract/errors';
import { getPatient } from '#contract/patients';
import { clinicalServer, noteAddress, PROFILE, ROSA } from '#web/testing/clinical-server.ts';
import { answerFinalizing } from '#web/testing/finalizing.ts';
import { expectToast, openApp } from '#web/testing/open-app.tsx';

const AMOXICILLIN = { medicamento: 'Amoxicilina 500 mg', dci: 'amoxicilina' };
const MATCH = 'Amoxicilina 500 mg: «penicilina» (penicilinas)';

/** The server refuses to finalise that often: an allergy was recorded after the prescription. */
function serverWithLaterAllergy(times: number) {
  const server = clinicalServer();
  const note = server.hasNote({ reason: 'Control', prescriptions: [{ medicamento: 'Losartán' }, AMOXICILLIN] });
  const { status, message } = ERRORS.ALLERGY_UNCONFIRMED;
  const details = [{ field: 'prescriptions.1', message: MATCH }];
  const refusal = { error: message, message, code: 'ALLERGY_UNCONFIRMED', details };
  server.respond(finalizeClinicalNote, status, refusal, times);
  const sent = () => server.requests(finalizeClinicalNote).map(({ body }) => body);
  return { server, note, sent };
}

const question = () => screen.findByRole('alertdialog', { name: 'Posible alergia' });
const answer = async (name: string) => within(await question()).getByRole('button', { name });

test('an allergy recorded after the prescription asks before finalising: review or finalise', async () => {
  const { server, note, sent } = serverWithLaterAllergy(2);
  const { user } = await openApp(noteAddress(note), server);
  const finalize = async () => {
    await user.click(await screen.findByRole('button', { name: 'Guardar Permanentemente' }));
    await answerFinalizing(user, 'Finalizar');
  };
  const bar = await screen.findByRole('region', { name: 'Edad, alergias y alertas' });
  expect(bar).toHaveTextContent('Sin alergias registradas');
  server.reply(getPatient, { ...ROSA, allergies: 'penicilina' });
  await finalize();
  expect(await question()).toHaveTextContent(
    `El paciente tiene registrada una alergia que podría relacionarse:${MATCH}`,
  );
  await waitFor(() => expect(bar).toHaveTextContent('Alergias: penicilina'));
  await user.click(await answer('Revisar'));
  await waitFor(() => expect(screen.getByLabelText('Medicamento')).toHaveFocus());
  await waitFor(() =>
    expect(server.requests(reviewPrescriptions).map(({ body }) => body)).toEqual([{ prescriptions: [AMOXICILLIN] }]),
  );
  expect(server.notes.get(note._id).status).toBe('draft');
  expect(document.querySelector('.toast')?.textContent ?? '').not.toContain('Error');

  await finalize();
  await user.click(await answer('Finalizar de todas formas'));
  await expectToast('Nota clínica finalizada correctamente');
  expect(server.notes.get(note._id).status).toBe('finalized');
  expect(sent()).toMatchObject([true, true, false].map((asksAboutAllergies) => ({ asksAboutAllergies })));
  expect(server.requests(reviewPrescriptions)).toHaveLength(1);
});

test('the history asks too; reviewing opens the note', async () => {
  const { server, note, sent } = serverWithLaterAllergy(2);
  const { user, address, navigate } = await openApp(PROFILE, server);
  const finalize = async () => {
    await user.click(await screen.findByRole('button', { name: 'Guardar definitivamente' }));
    await answerFinalizing(user, 'Finalizar');
  };
  await finalize();
  await user.click(await answer('Revisar'));
  await waitFor(() => expect(address()).toBe(noteAddress(note)));
  await waitFor(() => expect(server.requests(reviewPrescriptions)).toHaveLength(1));
  expect(document.querySelector('.toast')?.textContent ?? '').not.toContain('Error');

  await navigate(PROFILE);
  await finalize();
  await user.click(await answer('Finalizar de todas formas'));
  await expectToast('Nota clínica finalizada correctamente');
  expect(server.notes.get(note._id).status).toBe('finalized');
  expect(sent().at(-1)).toEqual({ version: note.version, asksAboutAllergies: false });
});

test('in the history, a note that changed during the question is not finalised', async () => {
  const { server, note } = serverWithLaterAllergy(1);
  const { user } = await openApp(PROFILE, server);
  await user.click(await screen.findByRole('button', { name: 'Guardar definitivamente' }));
  await answerFinalizing(user, 'Finalizar');
  await question();
  server.notes.update(note._id, { reason: 'Otra', diagnoses: [], prescriptions: [AMOXICILLIN] });
  await user.click(await answer('Finalizar de todas formas'));
  await screen.findByText('Error');
  expect(server.notes.get(note._id).status).toBe('draft');
});
