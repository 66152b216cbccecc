/** Template variables, in the order displayed in the editor. */
export const CERTIFICATE_VARIABLES = ['paciente', 'rut', 'edad', 'fecha', 'profesional'] as const;
type Variable = (typeof CERTIFICATE_VARIABLES)[number];

export interface VariableValues extends Record<Variable, string> {
  /** What the number in `rut` is, when it is not a RUT: 'Pasaporte'. */
  documentName?: string;
}

const VARIABLE = /\{\{([^{}\n]{1,60})\}\}/gu;
/** With the word before the number, which is wrong for another document: 'RUT {{rut}}', 'RUN Nº: {{rut}}'. */
const VARIABLE_IN_TEXT = new RegExp(`(\\bRU[TN](?: N[º°])?:? ?)?${VARIABLE.source}`, 'giu');
const nameOf = (inside: string) => inside.trim().toLowerCase();

const isVariable = (name: string): name is Variable => (CERTIFICATE_VARIABLES as readonly string[]).includes(name);

/** Replaces the variables of a text: 'Certifico que {{paciente}}…'. Unknown ones stay as they are. */
export const fillVariables = (text: string, values: VariableValues): string =>
  text.replaceAll(VARIABLE_IN_TEXT, (written, before: string | undefined, name: string) => {
    const known = nameOf(name);
    if (!isVariable(known)) return written;
    if (known === 'rut' && values.documentName) return `${values.documentName} ${values.rut}`;
    return `${before ?? ''}${values[known]}`;
  });

/** The unknown variables of a text, without repetitions: '{{pacinte}}'. */
export const unknownVariables = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(VARIABLE)]
      .filter(([, name = '']) => nameOf(name) !== '' && !isVariable(nameOf(name)))
      .map(([written]) => written),
  ),
];

const escapeRegExp = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Alternative spellings of the values, longest first: a name in upper case, a RUT without dots. And their variables. */
function spellings({ paciente, rut, fecha, profesional, documentName }: VariableValues): Map<string, string> {
  const written: [string, string][] = [
    [profesional, '{{profesional}}'],
    [profesional.toUpperCase(), '{{profesional}}'],
    [paciente, '{{paciente}}'],
    [paciente.toUpperCase(), '{{paciente}}'],
    [documentName ? `${documentName} ${rut}` : '', 'RUT {{rut}}'],
    [rut, '{{rut}}'],
    [rut.toLowerCase(), '{{rut}}'],
    [rut.replaceAll('.', ''), '{{rut}}'],
    [rut.replaceAll(/[.-]/g, ''), '{{rut}}'],
    [fecha, '{{fecha}}'],
  ];
  return new Map(written.filter(([text]) => text !== '').sort(([one], [other]) => other.length - one.length));
}

/**
 * Replaces values with their variables when a text is saved as a template, so that a template contains no patient data.
 * Replaces whole words only ('Ana', not the start of 'Anamnesis'), and the age only before 'años'.
 */
export function restoreVariables(text: string, values: VariableValues): string {
  const known = spellings(values);
  const alternatives = [...[...known.keys()].map(escapeRegExp), `${values.edad}(?= años?\\b)`].join('|');
  const pattern = new RegExp(`${VARIABLE.source}|(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`, 'gu');
  return text.normalize().replaceAll(pattern, (found) => {
    if (found.startsWith('{{')) return found;
    return known.get(found) ?? '{{edad}}';
  });
}
