import { expect, test } from 'vitest';
import type { ClinicalNote } from '#contract/clinical-notes';
import {
  contentOf,
  hasPendingInput,
  noteToPlainText,
  parseValues,
  valuesOf,
} from '#web/clinical-notes/clinical-note-form.ts';
import { NO_PRESCRIPTION } from '#web/clinical-notes/prescription-fields.ts';

const note: ClinicalNote = {
  _id: '0198a3a0-0000-7000-8000-000000000001',
  patientId: '0198a3a0-0000-7000-8000-000000000002',
  date: '2026-07-15T12:00:00.000Z',
  status: 'draft',
  reason: 'Control',
  diagnoses: ['I10 - Hipertensión esencial (primaria)', 'Cefalea'],
  plansAndIndications: 'Reposo\nAgua',
  prescriptions: [{ medicamento: 'Losartán', dosis: '50 mg' }],
  version: 3,
  createdAt: '2026-07-15T12:00:00.000Z',
  updatedAt: '2026-07-15T12:00:00.000Z',
};
const blank = valuesOf();

test('an empty form sends an empty content', () => {
  expect(JSON.stringify(contentOf(blank))).toBe('{}');
  expect(JSON.stringify(contentOf({ ...blank, reason: ' \n', anamnesis: '\t' }))).toBe('{}');
});

test('the form sends a note unchanged, without its empty fields', () => {
  const { reason, diagnoses, plansAndIndications, prescriptions } = note;
  expect(JSON.parse(JSON.stringify(contentOf(valuesOf(note))))).toEqual({
    reason,
    diagnoses,
    plansAndIndications,
    prescriptions,
  });
});

test('texts are sent trimmed and in Unicode NFC, as the server returns them', () => {
  const values = {
    ...blank,
    reason: '  Control\u0301  ',
    prescriptions: [{ ...NO_PRESCRIPTION, medicamento: ' Losarta\u0301n ', dosis: ' ' }],
  };
  const content = contentOf(values);
  expect(content.reason).toBe('Control\u0301'.normalize());
  expect(JSON.parse(JSON.stringify(content.prescriptions))).toEqual([{ medicamento: 'Losartán' }]);
});

test('input that is not added is not sent, and counts as pending', () => {
  const typed = { ...blank, newDiagnosis: 'Cef', newPrescription: { ...NO_PRESCRIPTION, dosis: '50 mg' } };
  expect(JSON.stringify(contentOf(typed))).toBe('{}');
  expect(hasPendingInput(typed)).toBe(true);
  expect(hasPendingInput({ ...blank, newDiagnosis: 'Cef' })).toBe(true);
  expect(hasPendingInput({ ...blank, newPrescription: typed.newPrescription })).toBe(true);
  expect(hasPendingInput({ ...blank, newDiagnosis: '  ' })).toBe(false);
});

test('a search in the catalogue is not pending input', () => {
  expect(hasPendingInput({ ...blank, usesCie10: true, newDiagnosis: 'hiper' })).toBe(false);
});

test('the plain text contains everything, also input that is not added', () => {
  const values = {
    ...valuesOf(note),
    newDiagnosis: 'Insomnio',
    newPrescription: { ...NO_PRESCRIPTION, medicamento: 'Paracetamol', dosis: '1 g' },
  };
  expect(noteToPlainText(values)).toBe(
    [
      'Motivo de Consulta\nControl',
      'Diagnósticos\nI10 - Hipertensión esencial (primaria)\nCefalea\nInsomnio',
      'Planes e Indicaciones\nReposo\nAgua',
      'Recetas\nLosartán · 50 mg\nParacetamol · 1 g',
    ].join('\n\n'),
  );
});

test('a complete prescription is sent unchanged', () => {
  const complete = {
    medicamento: 'Losartán 50 mg',
    dci: 'losartán',
    formaFarmaceutica: 'Comprimido',
    concentracion: '50 mg',
    via: 'Oral',
    cantidad: '30 comprimidos',
    permanente: true,
  };
  const values = valuesOf({ ...note, prescriptions: [complete] });
  expect(JSON.parse(JSON.stringify(contentOf(values).prescriptions))).toEqual([complete]);
  expect(noteToPlainText(values)).toContain(
    'Losartán 50 mg · losartán · Comprimido · 50 mg · Oral · 30 comprimidos · Receta permanente',
  );
});

test('values that an earlier release stored, with five fields for a prescription, are read', () => {
  const old = { medicamento: 'Losartán', dosis: '', posologia: '', duracion: '', indicacionesUso: '' };
  expect(parseValues({ ...blank, prescriptions: [old], newPrescription: old })).toEqual({
    ...blank,
    prescriptions: [{ ...NO_PRESCRIPTION, ...old }],
    newPrescription: { ...NO_PRESCRIPTION, ...old },
  });
});

test('stored values are read only when they have the shape of the form', () => {
  expect(parseValues(JSON.parse(JSON.stringify(valuesOf(note))))).toEqual(valuesOf(note));
  expect(parseValues(blank)).toEqual(blank);
  for (const wrong of [
    undefined,
    null,
    'texto',
    { ...blank, reason: undefined },
    { ...blank, diagnoses: [1] },
    { ...blank, diagnoses: {} },
    { ...blank, prescriptions: [{ medicamento: 'Losartán' }] },
    { ...blank, newPrescription: null },
    { ...blank, usesCie10: 'sí' },
  ])
    expect(parseValues(wrong)).toBeUndefined();
});
