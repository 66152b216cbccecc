import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { updateClinicalNote } from '#contract/clinical-notes';
import { clinicalServer, noteAddress } from '#web/testing/clinical-server.ts';
import { expectFieldError, expectNoFieldError, fill } from '#web/testing/form-fields.ts';
import { expectToast, openApp, reloadApp } from '#web/testing/open-app.tsx';

const button = (name: string) => screen.findByRole('button', { name });
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);

test('measurements are added, warn without preventing, compute the BMI and are saved as numbers', async () => {
  const server = clinicalServer();
  const { user } = await openApp(noteAddress(server.hasNote({ reason: 'Control' })), server);
  expect(screen.queryByLabelText('Peso (kg)')).toBeNull();
  await user.click(await button('Agregar mediciones'));
  await waitFor(async () => expect(await field('Peso (kg)')).toHaveFocus());
  await user.keyboard('72.5');
  await user.tab();
  expect(await field('Peso (kg)')).toHaveValue('72,5');
  await user.keyboard('172');
  expect(await screen.findByText('24,5 kg/m²')).toBeVisible();

  await fill('Presión sistólica (mmHg)', '80');
  await fill('Presión diastólica (mmHg)', '120');
  expect(await screen.findByText(/^La sistólica debería ser mayor/)).toBeVisible();
  expectNoFieldError(await field('Presión diastólica (mmHg)'));
  expect((await field('Presión diastólica (mmHg)')).getAttribute('aria-describedby')).toMatch(/-warning$/);
  await user.click(await button('Guardar'));
  await expectToast('Nota clínica guardada correctamente');
  expect(server.requests(updateClinicalNote).at(-1)?.body).toMatchObject({
    reason: 'Control',
    measurements: { weightKg: 72.5, heightCm: 172, systolic: 80, diastolic: 120 },
  });
});

test('text that is not a number is not lost: it prevents saving, shows the reason and receives the focus', async () => {
  const server = clinicalServer();
  const note = server.hasNote({ reason: 'Control', measurements: { heightCm: 172 } });
  const app = await openApp(noteAddress(note), server);
  await fill('Talla (cm)', '1,72');
  await waitFor(async () => expectFieldError(await field('Talla (cm)'), 'La talla va en centímetros: ¿172?'));
  await app.user.click(await button('Guardar'));
  await waitFor(async () => expect(await field('Talla (cm)')).toHaveFocus());

  const { user } = await reloadApp(noteAddress(note), server);
  expect(await field('Talla (cm)')).toHaveValue('1,72');
  await user.clear(await field('Talla (cm)'));
  // The section stays open: its last value was in the field that has the focus.
  expect(await field('Talla (cm)')).toHaveFocus();
  await fill('Talla (cm)', '173');
  await user.click(await button('Guardar'));
  await expectToast('Nota clínica guardada correctamente');
  expect(server.requests(updateClinicalNote).at(-1)?.body).toMatchObject({ measurements: { heightCm: 173 } });
});

test('a finalised note shows its measurements, and does not mention missing ones', async () => {
  const server = clinicalServer();
  const measured = server.hasNote({ measurements: { weightKg: 72.5, heightCm: 172, systolic: 120, diastolic: 80 } });
  const plain = server.hasNote({ reason: 'Control' });
  for (const { _id } of [measured, plain]) server.notes.finalize(_id);
  const { navigate } = await openApp(noteAddress(measured), server);
  expect(await screen.findByText('120/80 mmHg')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Mediciones' })).toBeVisible();
  const terms = screen.getAllByRole('term').map(({ textContent }) => textContent);
  expect(terms).toEqual(['Peso', 'Talla', 'IMC', 'Presión arterial']);
  await navigate(noteAddress(plain));
  expect(await screen.findByText('Control')).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Mediciones' })).toBeNull();
});
