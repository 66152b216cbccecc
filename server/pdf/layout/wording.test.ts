import { expect, test } from 'vitest';
import { PROFESSIONS } from '#contract/professions';
import { wordingOf } from './wording.ts';

test.each([
  ['Médicos/as', 1, { title: 'Receta', profession: 'Médico/a' }],
  ['Odontólogos/as', 2, { title: 'Recetas', profession: 'Odontólogo/a' }],
  ['Psicólogos/as', 1, { title: 'Indicaciones', profession: 'Psicólogo/a' }],
  ['Nutricionistas', 2, { title: 'Indicaciones', profession: 'Nutricionista' }],
  [undefined, 2, { title: 'Recetas' }],
])('the title of what %s prescribe (%i) follows the law', (profession, prescriptions, expected) => {
  expect(wordingOf({ kind: 'prescriptions', profession, prescriptions })).toEqual(expected);
});

test.each([undefined, ...PROFESSIONS])('only a physician issues a certificado médico: %s', (profession) => {
  expect(wordingOf({ kind: 'certificate', profession, prescriptions: 0 }).title).toBe(
    profession === 'Médicos/as' ? 'CERTIFICADO MÉDICO' : 'CERTIFICADO',
  );
});

test('the other documents have one title for every profession', () => {
  const titles = (['clinical-note', 'plans', 'receipt'] as const).map(
    (kind) => wordingOf({ kind, profession: 'Psicólogos/as', prescriptions: 0 }).title,
  );
  expect(titles).toEqual(['Atención Clínica', 'Planes e Indicaciones', 'Comprobante de Pago']);
});
