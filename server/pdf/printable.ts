import type { PaymentMethod } from '#contract/charge-amounts';
import type { Diagnosis } from '#contract/charge-diagnosis';
import type { ClinicalNote } from '#contract/clinical-notes';
import type { DocumentType } from '#contract/patient-identity';
import type { LegalRepresentative, Prevision } from '#contract/patients';
import type { PrescriptionItem } from '#contract/prescriptions';
import type { PageSize } from '#contract/print-settings';
import type { Picture } from './picture.ts';

/** A clinical note as it was finalised. Each of its three documents shows a part of it. */
export interface PrintedNote
  extends Pick<ClinicalNote, 'reason' | 'anamnesis' | 'measurements' | 'plansAndIndications'> {
  diagnoses: ({ system: 'CIE-10'; code: string; display: string } | { text: string })[];
  prescriptions: PrescriptionItem[];
  /** What was appended to it later, in its order. The other documents of the note leave it out. */
  addenda?: PrintedAddendum[];
}

export interface PrintedAddendum {
  finalizedAt: string;
  /** The name of the professional, as it was then. */
  professional: string;
  content: string;
}

export interface PrintedCertificate {
  title: string;
  content: string;
}

/** What a patient was charged, and what was paid of it until the receipt was made. */
export interface PrintedReceipt {
  /** The day of the charge. */
  date: string;
  /** The visit that was charged. Without a status it took place. */
  appointment?: { date: string; time: string; status?: 'planned' | 'cancelled' | 'no-show' };
  concept: string;
  amount: number;
  /** The valid payments, in the order of their dates. */
  payments: PrintedPayment[];
  invoiceNumber?: string;
  diagnosis?: Diagnosis;
}

export interface PrintedPayment {
  date: string;
  method: PaymentMethod;
  amount: number;
  /** The folio of a bono, the number of a transfer. */
  reference?: string;
}

export interface PrintedProfessional {
  name: string;
  rut?: string;
  rnpi?: string;
  profession?: string;
  specialty?: string;
  city?: string;
  region?: string;
  timeZone: string;
}

/** The data of a patient that documents show. Older documents have neither a ficha number nor the fields after it. */
export interface PrintedPatient {
  name: string;
  rut: string;
  /** Absent on the receipt of a patient who was deleted. */
  birthDate?: string;
  sex?: string;
  address?: string;
  fichaNumber?: number;
  documentType?: DocumentType;
  socialName?: string;
  occupation?: string;
  prevision?: Prevision;
  legalRepresentative?: LegalRepresentative;
}

interface Head {
  /** The page that the professional had chosen when the document was first printed. */
  pageSize: PageSize;
  folio: string;
  verifyUrl: string;
  /** The verification code as a person reads it. */
  code: string;
  /** SHA-256 of the snapshot, 64 hexadecimal digits. */
  contentHash: string;
  /** An instant in UTC. It is printed in the professional's time zone. */
  finalizedAt: string;
  professional: PrintedProfessional;
  patient: PrintedPatient;
}

/** The kind of the document, and its content. */
export type PrintedPart =
  | { kind: 'clinical-note' | 'plans' | 'prescriptions'; content: PrintedNote }
  | { kind: 'certificate'; content: PrintedCertificate }
  | { kind: 'receipt'; content: PrintedReceipt };

/** A document. Its content comes from the snapshot alone: a change of the account or the patient does not change it. */
export type Printable = Head & PrintedPart;

/** A document with the picture of the professional's signature, a PNG. Only prescriptions show it. */
export type PrintRequest = Printable & { signature?: Uint8Array };

/** A document with the decoded picture. */
export type LayoutInput = Printable & { picture?: Picture };
