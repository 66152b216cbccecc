import { fold } from '#contract/fold';
import type { DocumentType } from '#contract/patient-identity';
import type { Prevision } from '#contract/patients';

const MALE = ['masculino', 'hombre', 'varon', 'h', 'masc', 'male'];
const FEMALE = ['femenino', 'mujer', 'f', 'fem', 'female'];
const UNKNOWN = ['', '-', 'no informa', 'no informado', 's/i', 'n/a', 'sin informacion', 'desconocido'];

/** Where a column has 'H' for hombre, its 'M' is for mujer. */
export const usesHombre = (values: readonly string[]): boolean => values.some((value) => fold(value) === 'h');

/** An unknown text is returned as it is, so that it becomes a problem. */
export function sexOf(text: string, mMeansFemale: boolean): string | undefined {
  const written = fold(text);
  if (UNKNOWN.includes(written)) return undefined;
  if (written === 'm') return mMeansFemale ? 'femenino' : 'masculino';
  if (MALE.includes(written)) return 'masculino';
  return FEMALE.includes(written) ? 'femenino' : text;
}

/** 'C.I.' → 'c i' */
const plain = (text: string): string =>
  fold(text)
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();

const DOCUMENTS = new Map<string, DocumentType>([
  ...['rut', 'run', 'cedula', 'cedula de identidad', 'ci', 'c i', 'carnet'].map((text) => [text, 'rut'] as const),
  ...['pasaporte', 'passport', 'pas', 'pp'].map((text) => [text, 'passport'] as const),
  ...['dni', 'd n i', 'documento extranjero', 'cedula extranjera', 'documento pais de origen'].map(
    (text) => [text, 'dni'] as const,
  ),
]);

/** An unknown text is returned as it is, so that it becomes a problem. An empty text stands for a RUT. */
export function documentTypeOf(text: string): string | undefined {
  return UNKNOWN.includes(fold(text)) ? undefined : (DOCUMENTS.get(plain(text)) ?? text);
}

const OTHER_PREVISIONS = new Map<string, Prevision>([
  ['fonasa', 'fonasa'],
  ['isapre', 'isapre'],
  ['capredena', 'capredena'],
  ['dipreca', 'dipreca'],
  ['particular', 'none'],
  ['ninguna', 'none'],
  ['sin prevision', 'none'],
  ['otra', 'other'],
  ['otro', 'other'],
]);

/** Undefined for a text that says something else, or more, so that the name of an Isapre is not lost. */
export function previsionOf(text: string): Prevision | undefined {
  const written = plain(text);
  const [, tramo] = /^fonasa(?: tramo| grupo)? ([abcd])$/.exec(written) ?? [];
  return tramo ? (`fonasa-${tramo}` as Prevision) : OTHER_PREVISIONS.get(written);
}
