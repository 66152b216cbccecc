import { formatRut } from './rut.ts';

/** The documents that identify a patient, in the words of the page. The number of each is in `rut`. */
export const DOCUMENT_TYPES = { rut: 'RUT', passport: 'Pasaporte', dni: 'DNI' } as const;
export type DocumentType = keyof typeof DOCUMENT_TYPES;

interface Document {
  rut: string;
  /** Documents printed before there were others have none. */
  documentType?: DocumentType | undefined;
}

/** '12.345.678-5', and the number of another document as it was written. */
export const formatDocument = ({ rut, documentType = 'rut' }: Document): string =>
  documentType === 'rut' ? formatRut(rut) : rut;

/** 'RUT 12.345.678-5', 'Pasaporte AB123456' */
export const documentText = (patient: Document): string =>
  `${DOCUMENT_TYPES[patient.documentType ?? 'rut']} ${formatDocument(patient)}`;

/** 'Amanda Soto (Pedro Soto)': the social name, and the legal one. */
export const nameWithSocial = ({ name, socialName }: { name: string; socialName?: string | undefined }): string =>
  socialName ? `${socialName} (${name})` : name;
