/** What a template may name, in the order in which it is offered. */
export const CERTIFICATE_VARIABLES = ['paciente', 'rut', 'edad', 'fecha', 'profesional'] as const;
type Variable = (typeof CERTIFICATE_VARIABLES)[number];

export type VariableValues = Record<Variable, string>;

const VARIABLE = /\{\{([^{}\n]{1,60})\}\}/gu;
const nameIn = (inside: string) => inside.trim().toLowerCase();

const isVariable = (name: string): name is Variable => (CERTIFICATE_VARIABLES as readonly string[]).includes(name);

/** 'Certifico que {{paciente}}…' with its values in place. What is unknown stays as it is written. */
export const fillVariables = (text: string, values: VariableValues): string =>
  text.replaceAll(VARIABLE, (written, name: string) => {
    const known = nameIn(name);
    return isVariable(known) ? values[known] : written;
  });

/** The {{…}} that stand for nothing, each once: '{{pacinte}}'. */
export const unknownVariables = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(VARIABLE)]
      .filter(([, name = '']) => nameIn(name) !== '' && !isVariable(nameIn(name)))
      .map(([written]) => written),
  ),
];

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** How a person writes the same, the longest first: a name in capitals, a RUT without its dots. */
function spellings({ paciente, rut, fecha, profesional }: VariableValues): Map<string, Variable> {
  const written: [string, Variable][] = [
    [profesional, 'profesional'],
    [profesional.toUpperCase(), 'profesional'],
    [paciente, 'paciente'],
    [paciente.toUpperCase(), 'paciente'],
    [rut, 'rut'],
    [rut.toLowerCase(), 'rut'],
    [rut.replaceAll('.', ''), 'rut'],
    [rut.replaceAll(/[.-]/g, ''), 'rut'],
    [fecha, 'fecha'],
  ];
  return new Map(written.filter(([text]) => text !== '').sort(([one], [other]) => other.length - one.length));
}

/**
 * The way back, for a text that becomes a template: one patient's name and RUT have no place in the next patient's
 * certificate. Only whole words, as Ana is no part of an anamnesis, and the age only where its unit follows.
 */
export function restoreVariables(text: string, values: VariableValues): string {
  const known = spellings(values);
  const alternatives = [...[...known.keys()].map(escaped), `${values.edad}(?= años?\\b)`].join('|');
  const pattern = new RegExp(`${VARIABLE.source}|(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`, 'gu');
  return text.normalize().replaceAll(pattern, (found) => {
    if (found.startsWith('{{')) return found;
    return `{{${known.get(found) ?? 'edad'}}}`;
  });
}
