import type { z } from 'zod';
import { allergyMatches } from '#contract/allergies';
import type { NewClinicalNote } from '#contract/clinical-notes';
import type { PrescriptionItem } from '#contract/prescriptions';

/** A consultation as a professional of that profession writes it down. */
export interface Consultation {
  reason: string;
  anamnesis: string;
  measurements?: z.input<typeof NewClinicalNote>['measurements'];
  /** CIE-10 codes, which get the description of the catalogue, or free text. */
  diagnoses: readonly string[];
  plan: string;
  prescriptions?: readonly PrescriptionItem[];
  /** The ages for which it fits. All adults without it. */
  ages?: readonly [least: number, most: number];
  sex?: 'femenino' | 'masculino';
}

interface Patient {
  age: number;
  sex: string;
  allergies?: string | null | undefined;
}

export const fits = (
  { ages = [18, 120], sex, prescriptions = [] }: Consultation,
  { age, sex: ofPatient, allergies }: Patient,
): boolean =>
  age >= ages[0] &&
  age <= ages[1] &&
  (sex === undefined || sex === ofPatient) &&
  // Nobody is prescribed what may cause an allergic reaction.
  (!allergies || prescriptions.every((prescription) => allergyMatches(allergies, prescription).length === 0));
