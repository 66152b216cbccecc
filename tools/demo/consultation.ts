import type { z } from 'zod';
import type { NewClinicalNote } from '#contract/clinical-notes';

/** A consultation as a professional of that profession writes it down. */
export interface Consultation {
  reason: string;
  anamnesis: string;
  measurements?: z.input<typeof NewClinicalNote>['measurements'];
  /** CIE-10 codes, which get the description of the catalogue, or free text. */
  diagnoses: readonly string[];
  plan: string;
  prescriptions?: z.input<typeof NewClinicalNote>['prescriptions'];
  /** The ages for which it fits. All adults without it. */
  ages?: readonly [least: number, most: number];
  sex?: 'femenino' | 'masculino';
}

export const fits = ({ ages = [18, 120], sex }: Consultation, patient: { age: number; sex: string }): boolean =>
  patient.age >= ages[0] && patient.age <= ages[1] && (sex === undefined || sex === patient.sex);
