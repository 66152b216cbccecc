import { z } from 'zod';
import { cleanText } from './clean-text.ts';
import { endpoint } from './endpoint.ts';
import { Identity } from './professional-identity.ts';
import { Instant } from './wire.ts';

export const DOCUMENT_KINDS = ['clinical-note', 'plans', 'prescriptions', 'certificate', 'receipt'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** Time-stamp of the signature: not requested, present, or the authority was unavailable. */
const TIMESTAMP_STATES = ['none', 'included', 'unavailable'] as const;
export type TimestampState = (typeof TIMESTAMP_STATES)[number];

/** Crockford's base 32, which omits I, L, O and U because they are easily misread. */
export const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const CODE_LENGTH = 28;
const MISREAD: Record<string, string> = { I: '1', L: '1', O: '0' };

/** Parses a code in any copied spelling. Returns undefined for an invalid code. */
export function canonicalCode(text: string): string | undefined {
  if (text.length > 100) return undefined;
  const code = cleanText(text)
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll(/[ILO]/g, (letter) => MISREAD[letter] ?? letter);
  return code.length === CODE_LENGTH && [...code].every((letter) => CODE_ALPHABET.includes(letter)) ? code : undefined;
}

/** 'ABCDEFGH…' → 'ABCD-EFGH-…' */
export const readableCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? '';

/** The public data of a document. It contains neither the diagnosis nor the patient's name. */
export const Verification = z.object({
  valid: z.literal(true),
  kind: z.enum(DOCUMENT_KINDS),
  /** The title printed on the document. */
  type: z.string(),
  folio: z.string(),
  /** The addenda of a printed note. Missing without addenda. */
  addendaCount: z.int().optional(),
  finalizedAt: Instant,
  /** The time zone of the date printed on the document. */
  timeZone: z.string(),
  /** Whether the account that issued the document exists. For a closed account neither names nor initials are shown. */
  issuer: z.enum(['active', 'closed']),
  /** Verified when an administrator confirmed the person with the name, profession and number of the document. */
  identity: Identity,
  professional: z
    .object({ name: z.string(), profession: z.string().optional(), rnpi: z.string().optional() })
    .optional(),
  patientInitials: z.string().optional(),
  contentHash: z.string(),
  fileHash: z.string(),
  timestamp: z.enum(TIMESTAMP_STATES),
  /** When a receipt was voided with one of its payments. */
  voidedAt: Instant.optional(),
});
export type Verification = z.output<typeof Verification>;

export const verifyDocument = endpoint({
  method: 'GET',
  path: '/api/verify/{code}',
  access: 'public',
  summary: 'Si existe un documento con ese código, y qué es',
  params: z.object({ code: z.string() }),
  reply: Verification,
  limits: [{ by: 'address', max: 60, seconds: 60 }],
});
