import type { PrescriptionItem } from '#contract/clinical-notes';

/** A clinical note as it was snapshot: the three documents of a note show their part of it. */
export interface PrintedNote {
  reason?: string | undefined;
  anamnesis?: string | undefined;
  diagnoses: ({ system: 'CIE-10'; code: string; display: string } | { text: string })[];
  plansAndIndications?: string | undefined;
  prescriptions: PrescriptionItem[];
}

export interface PrintedCertificate {
  title: string;
  content: string;
}

interface PrintedProfessional {
  name: string;
  rut?: string | undefined;
  rnpi?: string | undefined;
  profession?: string | undefined;
  specialty?: string | undefined;
  city?: string | undefined;
  region?: string | undefined;
  timeZone: string;
}

interface PrintedPatient {
  name: string;
  rut: string;
  birthDate: string;
  sex?: string | undefined;
  address?: string | undefined;
}

interface AnyPrintable {
  folio: string;
  verifyUrl: string;
  /** The verification code as a person reads it. */
  code: string;
  /** SHA-256 of the snapshot record, 64 hexadecimal digits. */
  contentHash: string;
  /** An instant in UTC: printed in the professional's zone. */
  finalizedAt: string;
  professional: PrintedProfessional;
  patient: PrintedPatient;
  /** A PNG. Prescriptions alone show it. */
  signature?: Uint8Array | undefined;
}

/** Which document it is, and of what. */
export type PrintedPart =
  | { kind: 'clinical-note' | 'plans' | 'prescriptions'; content: PrintedNote }
  | { kind: 'certificate'; content: PrintedCertificate };

/** What is printed. All of it comes from the snapshot record, so that the same document comes out in fifteen years. */
export type Printable = AnyPrintable & PrintedPart;
