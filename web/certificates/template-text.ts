import { CERTIFICATE_VARIABLES, restoreVariables, type VariableValues } from '#contract/certificate-variables';

const placeholder = (name: string) => `{{${name}}}`;

const countOf = (text: string, piece: string): number => text.split(piece).length - 1;

/** A text with its data replaced by variables, and the variables that were inserted: '{{rut}}'. */
export function asTemplate(text: string, variables: VariableValues, template?: string) {
  const unfilled = restoreVariables(text, variables, template);
  return {
    text: unfilled,
    replaced: CERTIFICATE_VARIABLES.map(placeholder).filter((one) => countOf(unfilled, one) > countOf(text, one)),
  };
}

/** Names the data that were replaced by variables. */
export const templateSavedText = (replaced: string[]): string =>
  replaced.length === 0
    ? 'Plantilla guardada correctamente'
    : `Plantilla guardada correctamente. Los datos de este certificado quedaron como variables: ${replaced.join(', ')}.`;

/** 'Reposo escolar (v2)' */
export const templateLabel = ({ name, version }: { name: string; version: number }): string => `${name} (v${version})`;

export const unknownVariablesText = (unknown: string[]): string | undefined => {
  if (unknown.length === 0) return undefined;
  return unknown.length === 1
    ? `Variable desconocida: ${unknown[0]}. Quedará escrita tal como está.`
    : `Variables desconocidas: ${unknown.join(', ')}. Quedarán escritas tal como están.`;
};

export const VARIABLES_HINT = `Variables disponibles: ${CERTIFICATE_VARIABLES.map(placeholder).join(', ')}.`;
