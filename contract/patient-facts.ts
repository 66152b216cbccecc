import type { LegalRepresentative, Prevision } from './patients.ts';
import { formatRut, isRutShaped } from './rut.ts';

/** The health insurance of a patient, in the words of the page. */
export const PREVISIONS = {
  'fonasa-a': 'Fonasa A',
  'fonasa-b': 'Fonasa B',
  'fonasa-c': 'Fonasa C',
  'fonasa-d': 'Fonasa D',
  fonasa: 'Fonasa, sin tramo conocido',
  isapre: 'Isapre',
  capredena: 'CAPREDENA',
  dipreca: 'DIPRECA',
  none: 'Sin previsión (particular)',
  other: 'Otra',
} as const satisfies Record<Prevision, string>;

/** 'María Soto Díaz, RUT 12.345.678-5 (madre)' */
export const representativeText = ({ relationship, ...representative }: LegalRepresentative): string =>
  `${representativeIdentity(representative)}${relationship ? ` (${relationship})` : ''}`;

/** 'María Soto Díaz, RUT 12.345.678-5'. A foreign representative may have the number of another document. */
export const representativeIdentity = ({ name, rut }: Pick<LegalRepresentative, 'name' | 'rut'>): string => {
  if (!rut) return name;
  return `${name}, ${isRutShaped(rut) ? `RUT ${formatRut(rut)}` : `documento ${rut}`}`;
};
