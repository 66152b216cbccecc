/** What a template may name, in the order in which it is offered. */
export const CERTIFICATE_VARIABLES = ['paciente', 'rut', 'edad', 'fecha', 'profesional'] as const;
type Variable = (typeof CERTIFICATE_VARIABLES)[number];

export type VariableValues = Record<Variable, string>;

const VARIABLE = /\{\{\s*([^{}\n]{1,40}?)\s*\}\}/gu;

const isVariable = (name: string): name is Variable => (CERTIFICATE_VARIABLES as readonly string[]).includes(name);

/** 'Certifico que {{paciente}}…' with its values in place. What is unknown stays as it is written. */
export const fillVariables = (text: string, values: VariableValues): string =>
  text.replaceAll(VARIABLE, (written, name: string) => {
    const known = name.toLowerCase();
    return isVariable(known) ? values[known] : written;
  });

/** The {{…}} that stand for nothing, each once: '{{pacinte}}'. */
export const unknownVariables = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(VARIABLE)].filter(([, name = '']) => !isVariable(name.toLowerCase())).map(([written]) => written),
  ),
];

/**
 * The way back, for a text that becomes a template: one patient's name and RUT have no place in the next patient's
 * certificate. The age is only taken for one where it is followed by its unit.
 */
export function unfillVariables(text: string, { paciente, rut, edad, fecha, profesional }: VariableValues): string {
  const pairs = [
    [paciente, '{{paciente}}'],
    [rut, '{{rut}}'],
    [fecha, '{{fecha}}'],
    [profesional, '{{profesional}}'],
  ] as const;
  const named = pairs.reduce(
    (unfilled, [value, variable]) => (value === '' ? unfilled : unfilled.replaceAll(value, variable)),
    text,
  );
  return named.replaceAll(new RegExp(`(?<!\\d)${edad}(?= años?\\b)`, 'g'), '{{edad}}');
}
