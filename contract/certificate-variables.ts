import { namedNumbers, withDocumentName } from './certificate-document-name.ts';

/** Template variables, in the order displayed in the editor. */
export const CERTIFICATE_VARIABLES = ['paciente', 'rut', 'edad', 'fecha', 'profesional'] as const;
type Variable = (typeof CERTIFICATE_VARIABLES)[number];

export interface VariableValues extends Record<Variable, string> {
  /** What the number in `rut` is, when it is not a RUT: 'Pasaporte'. */
  documentName?: string;
}

const VARIABLE = /\{\{([^{}\n]{1,60})\}\}/gu;
const nameOf = (inside: string) => inside.trim().toLowerCase();

const isVariable = (name: string): name is Variable => (CERTIFICATE_VARIABLES as readonly string[]).includes(name);

/** Replaces the variables of a text: 'Certifico que {{paciente}}…'. Unknown ones stay as they are. */
export const fillVariables = (text: string, values: VariableValues): string =>
  withDocumentName(text, values.documentName).replaceAll(VARIABLE, (written, name: string) => {
    const known = nameOf(name);
    return isVariable(known) ? values[known] : written;
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

/** Alternative spellings of the values, and their variables: a name in upper case, a RUT without dots. */
function spellings({ paciente, rut, fecha, profesional }: VariableValues): [string, string][] {
  return [
    [profesional, '{{profesional}}'],
    [profesional.toUpperCase(), '{{profesional}}'],
    [paciente, '{{paciente}}'],
    [paciente.toUpperCase(), '{{paciente}}'],
    [rut, '{{rut}}'],
    [rut.toLowerCase(), '{{rut}}'],
    [rut.replaceAll('.', ''), '{{rut}}'],
    [rut.replaceAll(/[.-]/g, ''), '{{rut}}'],
    [fecha, '{{fecha}}'],
  ];
}

/**
 * Replaces values with their variables when a text is saved as a template, so that a template contains no patient data.
 * Replaces whole words only ('Ana', not the start of 'Anamnesis'), and the age only before 'años'. The word before the
 * number of a document becomes that of `template`, from which the text was made: 'RUT {{rut}}' for a passport.
 */
export function restoreVariables(text: string, values: VariableValues, template = ''): string {
  const fill = (piece: string) => fillVariables(piece, values);
  const source = (text === fill(template) ? template : text).normalize();
  const named = values.documentName ? namedNumbers(template, fill).map((piece) => [fill(piece), piece] as const) : [];
  const known = new Map([...spellings(values), ...named].filter(([written]) => written !== ''));
  const longestFirst = [...known.keys()].sort((one, other) => other.length - one.length);
  const alternatives = [...longestFirst.map(escapeRegExp), `${values.edad}(?= años?\\b)`].join('|');
  const pattern = new RegExp(`${VARIABLE.source}|(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`, 'gu');
  return source.replaceAll(pattern, (found) => {
    if (found.startsWith('{{')) return found;
    return known.get(found) ?? '{{edad}}';
  });
}
