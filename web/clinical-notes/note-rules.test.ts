import { createFormControl } from 'react-hook-form';
import { beforeEach, expect, test, vi } from 'vitest';
import { type NoteForm, type NoteValues, valuesOf } from '#web/clinical-notes/clinical-note-form.ts';
import { prepareToSave } from '#web/clinical-notes/note-rules.ts';

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
});

function formWith(values: Partial<NoteValues>): NoteForm {
  const { formControl } = createFormControl<NoteValues>({ defaultValues: { ...valuesOf(), ...values } });
  // A form that is not mounted returns only its default values.
  formControl.control._state.mount = true;
  return formControl as NoteForm;
}
const reasonUnder = (form: NoteForm, field: 'newDiagnosis' | 'newPrescription.medicamento') =>
  form.getFieldState(field).error?.message;

test('a search without a chosen code prevents finalising, but not saving', () => {
  const form = formWith({ usesCie10: true, newDiagnosis: 'diabetes' });
  expect(prepareToSave(form, 'saving', true)).toBe(true);
  expect(prepareToSave(form, 'finalizing', true)).toBe(false);
  expect(reasonUnder(form, 'newDiagnosis')).toBe('Elige un código o borra la búsqueda');
  form.setValue('newDiagnosis', '  ');
  expect(prepareToSave(form, 'finalizing', true)).toBe(true);
});

test('input that is not added is added before saving', () => {
  const form = formWith({
    newDiagnosis: ' Cefalea ',
    newPrescription: { ...valuesOf().newPrescription, dosis: '1 g' },
  });
  expect(prepareToSave(form, 'saving', true)).toBe(false);
  expect(form.getValues('diagnoses')).toEqual(['Cefalea']);
  expect(reasonUnder(form, 'newPrescription.medicamento')).toBe('El nombre del medicamento es obligatorio');
});

test('the error of a list is shown under the field that adds to it', () => {
  const form = formWith({ diagnoses: ['Cefalea', ''] });
  expect(prepareToSave(form, 'saving', true)).toBe(false);
  expect(reasonUnder(form, 'newDiagnosis')).toBe('El diagnóstico no puede estar vacío');

  const other = formWith({ prescriptions: [{ ...valuesOf().newPrescription, dosis: '1 g' }] });
  expect(prepareToSave(other, 'saving', true)).toBe(false);
  expect(reasonUnder(other, 'newPrescription.medicamento')).toBe('El nombre del medicamento es obligatorio');
});

test('an empty note is not created, but a stored one may be emptied', () => {
  const blank = formWith({ reason: ' \n', usesCie10: true, newDiagnosis: 'diabetes' });
  expect(prepareToSave(blank, 'saving', false)).toBe(false);
  expect(prepareToSave(blank, 'saving', true)).toBe(true);
  expect(prepareToSave(formWith({ reason: 'Control' }), 'saving', false)).toBe(true);
  expect(prepareToSave(formWith({ newDiagnosis: 'Cefalea' }), 'saving', false)).toBe(true);
});
