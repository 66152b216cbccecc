import { createFormControl } from 'react-hook-form';
import { beforeEach, expect, test, vi } from 'vitest';
import { allergiesConcerning } from '#web/clinical-notes/allergy-dialog.tsx';
import { type NoteForm, type NoteValues, valuesOf } from '#web/clinical-notes/clinical-note-form.ts';
import { prepareToSave } from '#web/clinical-notes/note-rules.ts';
import { NO_PRESCRIPTION } from '#web/clinical-notes/prescription-fields.ts';

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
});

function formWith(values: Partial<NoteValues>): NoteForm {
  const { formControl } = createFormControl<NoteValues>({ defaultValues: { ...valuesOf(), ...values } });
  // A form that is not mounted returns only its default values.
  formControl.control._state.mount = true;
  return formControl as NoteForm;
}
const accept = async () => true;
const reasonUnder = (form: NoteForm, field: 'newDiagnosis' | 'newPrescription.medicamento') =>
  form.getFieldState(field).error?.message;

test('a search without a chosen code prevents finalising, but not saving', async () => {
  const form = formWith({ usesCie10: true, newDiagnosis: 'diabetes' });
  expect(await prepareToSave(accept, form, 'saving', true)).toBe(true);
  expect(await prepareToSave(accept, form, 'finalizing', true)).toBe(false);
  expect(reasonUnder(form, 'newDiagnosis')).toBe('Elige un código o borra la búsqueda');
  form.setValue('newDiagnosis', '  ');
  expect(await prepareToSave(accept, form, 'finalizing', true)).toBe(true);
});

test('input that is not added is added before saving', async () => {
  const form = formWith({
    newDiagnosis: ' Cefalea ',
    newPrescription: { ...valuesOf().newPrescription, dosis: '1 g' },
  });
  expect(await prepareToSave(accept, form, 'saving', true)).toBe(false);
  expect(form.getValues('diagnoses')).toEqual(['Cefalea']);
  expect(reasonUnder(form, 'newPrescription.medicamento')).toBe('El nombre del medicamento es obligatorio');
});

test('the error of a list is shown under the field that adds to it', async () => {
  const form = formWith({ diagnoses: ['Cefalea', ''] });
  expect(await prepareToSave(accept, form, 'saving', true)).toBe(false);
  expect(reasonUnder(form, 'newDiagnosis')).toBe('El diagnóstico no puede estar vacío');

  const other = formWith({ prescriptions: [{ ...valuesOf().newPrescription, dosis: '1 g' }] });
  expect(await prepareToSave(accept, other, 'saving', true)).toBe(false);
  expect(reasonUnder(other, 'newPrescription.medicamento')).toBe('El nombre del medicamento es obligatorio');
});

test('an empty note is not created, but a stored one may be emptied', async () => {
  const blank = formWith({ reason: ' \n', usesCie10: true, newDiagnosis: 'diabetes' });
  expect(await prepareToSave(accept, blank, 'saving', false)).toBe(false);
  expect(await prepareToSave(accept, blank, 'saving', true)).toBe(true);
  expect(await prepareToSave(accept, formWith({ reason: 'Control' }), 'saving', false)).toBe(true);
  expect(await prepareToSave(accept, formWith({ newDiagnosis: 'Cefalea' }), 'saving', false)).toBe(true);
});

test('a prescription that is not confirmed stays in its fields and prevents a save', async () => {
  const newPrescription = { ...valuesOf().newPrescription, medicamento: 'Amoxicilina' };
  const form = formWith({ newPrescription });
  expect(await prepareToSave(async () => false, form, 'saving', true)).toBe(false);
  expect(form.getValues()).toMatchObject({ prescriptions: [], newPrescription });
  expect(await prepareToSave(accept, form, 'saving', true)).toBe(true);
  expect(form.getValues()).toMatchObject({ prescriptions: [newPrescription], newPrescription: NO_PRESCRIPTION });
});

test('the question names each recorded allergy once', () => {
  const items = [
    { medicamento: 'Amoxicilina', dci: '' },
    { medicamento: 'Clavulín', dci: 'amoxicilina' },
    { medicamento: 'Losartán', dci: '' },
  ];
  expect(allergiesConcerning('Penicilina, losartán', items)).toEqual(['«Penicilina» (penicilinas)', '«losartán»']);
  expect(allergiesConcerning('Polen', items)).toEqual([]);
});
