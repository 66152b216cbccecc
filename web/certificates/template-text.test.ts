import { expect, test } from 'vitest';
import { asTemplate, templateSavedText, unknownVariablesText } from '#web/certificates/template-text.ts';

const VARIABLES = { paciente: 'Rosa Díaz', rut: '1-9', edad: '46', fecha: '15/11/2026', profesional: 'Ana Soto' };

test('a template keeps no data of the patient, and the replaced data are named', () => {
  const { text, replaced } = asTemplate('{{fecha}}: Rosa Díaz, 46 años. {{paciente}}', VARIABLES);
  expect(text).toBe('{{fecha}}: {{paciente}}, {{edad}} años. {{paciente}}');
  expect(replaced).toEqual(['{{paciente}}', '{{edad}}']);
  expect(templateSavedText(replaced)).toBe(
    'Plantilla guardada correctamente. Los datos de este certificado quedaron como variables: {{paciente}}, {{edad}}.',
  );
  expect(templateSavedText(asTemplate('Reposo por {{dias}} días', VARIABLES).replaced)).toBe(
    'Plantilla guardada correctamente',
  );
});

test('unknown variables are named', () => {
  expect(unknownVariablesText([])).toBeUndefined();
  expect(unknownVariablesText(['{{dias}}'])).toContain('Variable desconocida: {{dias}}.');
  expect(unknownVariablesText(['{{dias}}', '{{hora}}'])).toContain('Variables desconocidas: {{dias}}, {{hora}}.');
});
