import { expect, test } from 'vitest';
import { templateChoices } from '#web/certificates/template-choices.ts';

const template = (_id: string, version: number) => ({
  _id,
  name: `Reposo ${_id}`,
  content: `${_id}${version}`,
  version,
  createdAt: '2026-07-15T12:00:00.000Z',
});
const labels = ({ options }: ReturnType<typeof templateChoices>) => options.map(({ label }) => label);

test('offers every template in its newest version, and none', () => {
  const choices = templateChoices([template('a', 1), template('b', 4)], { _id: '', version: 0 });
  expect(labels(choices)).toEqual(['Certificado en blanco', 'Reposo a (v1)', 'Reposo b (v4)']);
  expect(choices.options.map(({ value }) => value)).toContain(choices.chosen);
  expect(choices.templateOf(choices.chosen)).toBeUndefined();
  expect(choices.templateOf(choices.options[2]?.value ?? '')?.content).toBe('b4');
});

test('offers a newer version beside the one that was applied', () => {
  const choices = templateChoices([template('a', 3), template('b', 4)], { _id: 'a', version: 2 });
  expect(labels(choices)).toEqual(['Certificado en blanco', 'Reposo a (v2)', 'Reposo a (v3)', 'Reposo b (v4)']);
  expect(choices.options.find(({ value }) => value === choices.chosen)?.label).toBe('Reposo a (v2)');
  expect(choices.templateOf(choices.options[2]?.value ?? '')?.content).toBe('a3');
});

test('shows a template that could not be decrypted, and does not let it be chosen', () => {
  const broken = { ...template('a', 1), name: 'No se pudo descifrar', undecryptable: true as const };
  const { options } = templateChoices([broken, template('b', 4)], { _id: '', version: 0 });
  expect(options.map(({ label, ...rest }) => [label, 'disabled' in rest && rest.disabled])).toEqual([
    ['Certificado en blanco', false],
    ['No se pudo descifrar (v1)', true],
    ['Reposo b (v4)', false],
  ]);
});
