import { createHash } from 'node:crypto';

/** A resource of HL7 FHIR R4. Properties that are undefined are left out of the JSON. */
export type Resource = { resourceType: string; id: string } & Record<string, unknown>;

/** The guide of HL7 Chile: https://hl7chile.cl/fhir/ig/clcore/ */
export const CL_CORE = 'https://hl7chile.cl/fhir/ig/clcore';
export const TERMINOLOGY = 'http://terminology.hl7.org/CodeSystem';
/** The object identifier of SHA-256. */
export const SHA256 = 'urn:oid:2.16.840.1.101.3.4.2.1';

export const referenceTo = (id: string) => ({ reference: `urn:uuid:${id}` });

/** The id of a resource that is a part of a record: always the same for the same part. */
export function idOfPart(record: string, part: string): string {
  const hex = createHash('sha256').update(`${record}/${part}`).digest('hex');
  // Version 8: an id made by a rule of the application.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** FHIR has no empty arrays. */
export const nonEmpty = <T>(...items: (T | undefined | false | '')[]): T[] | undefined => {
  const present = items.filter((item): item is T => Boolean(item));
  return present.length > 0 ? present : undefined;
};

/** A note, a certificate or an addendum as it is exported. */
export interface ExportedRecord {
  id: string;
  patientId: string;
  practitionerId: string;
  createdAt: string;
  /** Undefined for a draft. */
  finalizedAt: string | undefined;
  contentHash: string | undefined;
  /** The login that finalised it, in words, when an administrator had reset the password. */
  resetStatement: string | undefined;
}
