import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type ClinicalNote, listClinicalNotes } from '#contract/clinical-notes';
import type { Measurements } from '#contract/measurements';
import { clinicalServer, PROFILE } from '#web/testing/clinical-server.ts';
import { openApp } from '#web/testing/open-app.tsx';

const measuredServer = (...measurements: Measurements[]) => {
  const server = clinicalServer();
  for (const one of measurements) server.notes.finalize(server.hasNote({ measurements: one })._id);
  return server;
};
const heading = () => screen.findByRole('heading', { name: 'Mediciones' });
const rows = () =>
  within(screen.getByRole('table', { name: 'Mediciones, la más nueva primero' }))
    .getAllByRole('row')
    .map((row) => [...row.children].slice(1).map(({ textContent }) => textContent));

test('the profile shows measurements in charts and, always for screen readers, in a table', async () => {
  const server = measuredServer({ weightKg: 74, heightCm: 172 }, { weightKg: 72.5, systolic: 120 });
  server.hasNote({ measurements: { weightKg: 50 } });
  const { user } = await openApp(PROFILE, server);
  expect(await heading()).toBeVisible();
  expect(rows()).toEqual([
    ['Peso', 'Talla', 'IMC', 'Presión arterial'],
    ['72,5 kg', '–', '–', '120/– mmHg'],
    ['74 kg', '172 cm', '25 kg/m²', '–'],
  ]);
  expect(screen.getByRole('table', { name: /^Mediciones/ }).parentElement).toHaveClass('sr-only');
  expect(document.querySelectorAll('figure')).toHaveLength(4);
  await user.click(screen.getByRole('button', { name: 'Ver como tabla' }));
  expect(document.querySelectorAll('figure')).toHaveLength(0);
  expect(screen.getByRole('table', { name: /^Mediciones/ }).parentElement).not.toHaveClass('sr-only');
  expect(screen.getByRole('button', { name: 'Ver gráficos' })).toHaveFocus();
});

test('a single measurement is shown without a line', async () => {
  await openApp(PROFILE, measuredServer({ pulse: 72 }));
  await heading();
  expect(document.querySelector('figure')).toHaveTextContent(/^Pulso72 lpm/);
  expect(document.querySelector('figure svg')).toBeNull();
});

test('without finalised measurements there is no card', async () => {
  const server = measuredServer();
  server.notes.finalize(server.hasNote({ reason: 'Control' })._id);
  server.hasNote({ reason: 'Borrador', measurements: { pulse: 72 } });
  await openApp(PROFILE, server);
  expect(await screen.findByText('Borrador')).toBeVisible();
  // Its module may arrive later.
  await vi.dynamicImportSettled();
  expect(screen.queryByRole('heading', { name: 'Mediciones' })).toBeNull();
});

test('five hundred measurements are a line without points; two are a line with points', async () => {
  const server = measuredServer({ weightKg: 70 });
  const [note] = server.notes.all();
  const notesOf = (count: number): ClinicalNote[] =>
    Array.from({ length: count }, (_, index) => ({
      ...(note as ClinicalNote),
      _id: `0197c000-0000-7000-8000-${String(index).padStart(12, '0')}`,
      date: new Date(Date.parse('2020-01-01T12:00:00Z') + index * 86_400_000).toISOString(),
    }));
  const paths = () => [...document.querySelectorAll('figure g path')].map((path) => path.getAttribute('d') ?? '');
  server.reply(listClinicalNotes, () => notesOf(2));
  const { navigate } = await openApp(PROFILE, server);
  await heading();
  expect(paths()).toEqual(['M0,50L100,50', 'M0,50h0M100,50h0']);
  await navigate('/dashboard/pacientes');
  server.reply(listClinicalNotes, () => notesOf(500));
  await navigate(PROFILE);
  await vi.waitFor(() => expect(paths()[0]?.split('L')).toHaveLength(500));
  expect(paths()).toHaveLength(1);
  expect(rows()).toHaveLength(501);
});
