import { expect, type Page } from '@playwright/test';
import { type ClinicalNote, listClinicalNotes } from '#contract/clinical-notes';
import { fillPath } from '#contract/endpoint';
import { expectAccessible, PHONE } from './accessibility-violations.ts';
import { answer } from './answers.ts';
import { test } from './fixtures.ts';
import { seedPatient } from './seed.ts';

const LONG = 'Cefalea de tres semanas, con fotofobia y náuseas ocasionales, sin fiebre ni vómitos. '.repeat(50);

const profile = (id: string) => `/dashboard/pacientes/${id}`;
const history = (page: Page) => page.getByRole('list', { name: 'Historial Clínico' }).getByRole('article');

/** A note in the server's format, for tests of how it looks. */
const sampleNote = (patientId: string, index: number, more: Partial<ClinicalNote> = {}): ClinicalNote => ({
  _id: `0198a3a0-0000-7000-8000-${String(index).padStart(12, '0')}`,
  patientId,
  version: 1,
  date: '2026-07-15T13:05:00.000Z',
  createdAt: '2026-07-15T13:05:00.000Z',
  updatedAt: '2026-07-15T13:05:00.000Z',
  status: index % 2 ? 'draft' : 'finalized',
  reason: `Control ${index}`,
  diagnoses: [],
  prescriptions: [],
  ...more,
});

const mockNotes = (page: Page, patientId: string, notes: ClinicalNote[]) =>
  answer(page, fillPath(listClinicalNotes.path, { id: patientId }), notes);

test('una historia larga se lee entera y sin barreras, con la hora de la profesional', async ({ ana, request }) => {
  const rosa = await seedPatient(request, ana);
  const page = await ana.newPage({ viewport: PHONE, timezoneId: 'Asia/Tokyo' });
  const notes = Array.from({ length: 300 }, (_, index) =>
    sampleNote(rosa._id, index, {
      reason: LONG,
      diagnoses: Array.from({ length: 20 }, (_, i) => `J0${i} - Diagnóstico ${i}`),
    }),
  );
  await mockNotes(page, rosa._id, notes);
  await page.goto(profile(rosa._id));
  await expect(history(page)).toHaveCount(300);
  const tallest = await history(page).evaluateAll((all) => Math.max(...all.map((one) => one.clientHeight)));
  expect(tallest, 'tres líneas de cada texto').toBeLessThan(300);
  await history(page).last().scrollIntoViewIfNeeded();
  await expect(history(page).last().getByText('Motivo:')).toBeInViewport();

  const newYear = { date: '2026-01-01T02:59:00.000Z', createdAt: '2026-01-01T02:59:00.000Z' };
  await mockNotes(page, rosa._id, [sampleNote(rosa._id, 1, { reason: LONG }), sampleNote(rosa._id, 2, newYear)]);
  await page.reload();
  await expect(history(page).getByRole('link')).toHaveText([
    'Nota clínica del 15/07/2026 09:05',
    'Nota clínica del 31/12/2025 23:59',
  ]);
  await expectAccessible(page);
});
