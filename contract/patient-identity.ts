import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import { formatRut } from './rut.ts';

/** The documents that identify a patient, in the words of the page. The number of each is in `rut`. */
export const DOCUMENT_TYPES = { rut: 'RUT', passport: 'Pasaporte', dni: 'DNI' } as const;
export type DocumentType = keyof typeof DOCUMENT_TYPES;

export const DocumentTypeName = z.enum(
  Object.keys(DOCUMENT_TYPES) as [DocumentType, ...DocumentType[]],
  'Selecciona un tipo de documento',
);

/** The error of a second patient with the same document. */
export const DOCUMENT_TAKEN = {
  rut: 'PATIENT_EXISTS',
  passport: 'PATIENT_PASSPORT_EXISTS',
  dni: 'PATIENT_DNI_EXISTS',
} as const satisfies Record<DocumentType, ErrorCode>;

interface Document {
  rut: string;
  /** Absent in documents that were printed when every patient had a RUT. */
  documentType?: DocumentType | undefined;
}

/** '12.345.678-5', and the number of another document as it was written. */
export const formatDocument = ({ rut, documentType = 'rut' }: Document): string =>
  documentType === 'rut' ? formatRut(rut) : rut;

/** 'RUT 12.345.678-5', 'Pasaporte AB123456' */
export const documentText = (patient: Document): string =>
  `${DOCUMENT_TYPES[patient.documentType ?? 'rut']} ${formatDocument(patient)}`;

/** '12.345.678-5', 'Pasaporte AB123456': a number alone is a RUT. */
export const shortDocumentText = (patient: Document): string =>
  (patient.documentType ?? 'rut') === 'rut' ? formatDocument(patient) : documentText(patient);

/** 'Amanda Soto (Pedro Soto)': the social name, and the legal one. */
export const nameWithSocial = ({ name, socialName }: { name: string; socialName?: string | undefined }): string =>
  socialName ? `${socialName} (${name})` : name;
