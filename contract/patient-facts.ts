import type { LegalRepresentative, Prevision } from './patients.ts';
import { formatRut } from './rut.ts';

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
export const representativeText = ({ name, rut, relationship }: LegalRepresentative): string =>
  `${name}${rut ? `, RUT ${formatRut(rut)}` : ''}${relationship ? ` (${relationship})` : ''}`;

/** A stored number whose type is not known. A canonical RUT gets its dots, the number of another document stays. */
export const formatStoredNumber = (number: string): string =>
  /^\d{1,8}-[\dK]$/.test(number) ? formatRut(number) : number;
