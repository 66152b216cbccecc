import { z } from 'zod';
import { type Endpoint, endpoint, type RateLimit } from './endpoint.ts';
import { MAIL_STATUSES } from './mail.ts';
import { DocumentTypeName } from './patient-identity.ts';
import { documentNumber, Patient } from './patients.ts';
import { Challenge, ProofOfWork } from './proof-of-work.ts';
import { needsText, RIGHTS_KINDS, type RightsKind } from './rights-kinds.ts';
import { isRutShaped } from './rut.ts';
import { WrittenRut } from './rut-field.ts';
import { optionalText, requiredLine, requiredText } from './text.ts';
import { Id, Instant, wholeNumber } from './wire.ts';

const RightsKindName = z.enum(
  Object.keys(RIGHTS_KINDS) as [RightsKind, ...RightsKind[]],
  'Selecciona el derecho que quieres ejercer',
);

/** An extended request waits for its answer like an open one. An answered or refused one has ended. */
const RIGHTS_STATUSES = ['open', 'extended', 'answered', 'refused'] as const;
export type RightsStatus = (typeof RIGHTS_STATUSES)[number];
export const awaitsAnswer = (status: RightsStatus): boolean => status === 'open' || status === 'extended';

/** Any text: a malformed slug or token is answered like an unknown one. */
const Recipient = { slug: z.string().max(500).optional(), token: z.string().max(500).optional() };
const READ_LIMITS: readonly RateLimit[] = [{ by: 'address', max: 120, seconds: 60 }];

/** Somebody who exercises a right. Exactly one of `slug` and `token` identifies the professional. */
export const NewRightsRequest = z
  .object({
    ...Recipient,
    kind: RightsKindName,
    name: requiredLine('El nombre es requerido', 120),
    rut: WrittenRut,
    documentType: DocumentTypeName.nullish().transform((type) => type ?? 'rut'),
    email: requiredLine('El correo es requerido', 254)
      .pipe(z.email('Escribe un correo válido'))
      .transform((email) => email.toLowerCase()),
    /** What the request is about. Required for a rectification and an opposition. */
    text: optionalText(4000).transform((text) => text ?? ''),
    altcha: ProofOfWork,
  })
  .check(documentNumber)
  .check((payload) => {
    // This check also runs when a field was refused.
    if (payload.issues.length > 0) return;
    const { slug, token, kind, rut, documentType, text } = payload.value;
    const refuse = (field: string, message: string) =>
      payload.issues.push({ code: 'custom', input: payload.value, message, path: [field], continue: true });
    if ((slug === undefined) === (token === undefined)) refuse('slug', 'Indica slug o token');
    if (documentType === 'rut' && !isRutShaped(rut)) refuse('rut', 'El RUT no es válido');
    if (needsText(kind) && text === '') refuse('text', 'Explica qué dato quieres corregir o a qué te opones');
  });
export type NewRightsRequest = z.output<typeof NewRightsRequest>;

const Receipt = z.object({
  /** 'D-2026-0001': the numbers of a professional are consecutive within a year. */
  number: z.string(),
  /** The last second of `dueOn`. */
  dueAt: Instant,
  /** The last day for the answer, where the professional works. */
  dueOn: z.iso.date(),
  professional: z.string(),
  /** Whether a mail with the number and the date is on its way. */
  sendsMail: z.boolean(),
});
export type RightsReceipt = z.output<typeof Receipt>;

export const RightsRequest = z.object({
  _id: z.uuid(),
  number: z.string(),
  kind: RightsKindName,
  name: z.string(),
  rut: z.string(),
  /** Absent for a RUT. */
  documentType: DocumentTypeName.optional(),
  email: z.string(),
  text: z.string(),
  receivedAt: Instant,
  dueAt: Instant,
  /** The last day for the answer, where the professional works. */
  dueOn: z.iso.date(),
  /** From this day on the clock is about to run out. */
  warnOn: z.iso.date(),
  status: z.enum(RIGHTS_STATUSES),
  /** Why it was extended. Absent unless it was. */
  extensionReason: z.string().optional(),
  extendedAt: Instant.optional(),
  /** Absent before the request is answered or refused. */
  answer: z.string().optional(),
  answeredAt: Instant.optional(),
  /** What became of the last mail to the person. Absent where no mail is sent. */
  mailStatus: z.enum(MAIL_STATUSES).optional(),
  /** The patient with the same document. Null: nobody. */
  patientId: z.uuid().nullable(),
  patientName: z.string().optional(),
  /** Whether the processing of the data of that patient is blocked. Absent without a patient. */
  patientBlocked: z.boolean().optional(),
  /** Whether the e-mail of the request is the one in the file of that patient. Absent without a patient. */
  isPatientEmail: z.boolean().optional(),
});
export type RightsRequest = z.output<typeof RightsRequest>;

export const getRightsRecipient = endpoint({
  method: 'GET',
  path: '/api/rights-recipients/{slug}',
  access: 'public',
  summary: 'Ante quién se ejercen los derechos en /derechos/{slug}, aunque no reciba reservas en línea',
  params: z.object({ slug: z.string() }),
  reply: z.object({ professional: z.string() }),
  limits: READ_LIMITS,
});

export const getRightsRecipientByLink = endpoint({
  method: 'GET',
  path: '/api/rights-recipients/link/{token}',
  access: 'public',
  summary: 'Ante quién se ejercen los derechos, por el enlace que alguien recibió',
  params: z.object({ token: z.string() }),
  reply: z.object({ professional: z.string() }),
  isLink: true,
  limits: READ_LIMITS,
});

export const getRightsChallenge = endpoint({
  method: 'GET',
  path: '/api/rights-requests/challenge',
  access: 'public',
  summary: 'Un desafío de ALTCHA (SHA-256), que se resuelve una vez para cada solicitud',
  reply: Challenge,
  limits: READ_LIMITS,
});

export const createRightsRequest = endpoint({
  method: 'POST',
  path: '/api/rights-requests',
  access: 'public',
  summary:
    'Ejerce un derecho de la Ley 19.628 ante un profesional, por slug o por token; la respuesta no dice si la persona es paciente',
  body: NewRightsRequest,
  reply: Receipt,
  status: 201,
  countsProvenRequests: true,
  limits: [
    { by: 'address', max: 30, seconds: 3600 },
    // One for each kind. Further ones are refused, because the receipt of a request is always sent.
    { by: 'email', max: 6, seconds: 24 * 3600 },
    // The service counts by the professional to whom the slug or the token belongs.
    { by: 'account', max: 300, seconds: 3600 },
  ],
});

export const RIGHTS_PER_PAGE = 50;

/** The requests that wait for an answer, or the others. */
const RightsState = z.enum(['waiting', 'ended'], 'Indica waiting o ended');
export type RightsState = z.output<typeof RightsState>;

export const RightsQuery = z.object({
  state: RightsState.optional(),
  page: wholeNumber(1, 1_000_000).default(1),
  limit: wholeNumber(1, 200).default(RIGHTS_PER_PAGE),
});
export type RightsQuery = z.output<typeof RightsQuery>;

export const listRightsRequests = endpoint({
  method: 'GET',
  path: '/api/account/rights-requests',
  access: 'professional',
  summary:
    'Las solicitudes de derechos, por páginas: primero las que esperan respuesta, por plazo; después las demás, de la más nueva',
  query: RightsQuery,
  reply: z.array(RightsRequest),
  recordsRead: 'rights-request.listed',
});

export const getRightsRequest = endpoint({
  method: 'GET',
  path: '/api/account/rights-requests/{id}',
  access: 'professional',
  summary: 'Una solicitud de derechos',
  params: Id,
  reply: RightsRequest,
  recordsRead: 'rights-request.opened',
});

export const countRightsRequests = endpoint({
  method: 'GET',
  path: '/api/account/rights-requests/count',
  access: 'professional',
  summary:
    'Cuántas solicitudes de derechos esperan respuesta, y cuándo vence la primera; con state=ended, cuántas terminaron',
  query: z.object({ state: RightsState.default('waiting') }),
  reply: z.object({
    total: z.int(),
    next: z.object({ kind: RightsKindName, dueOn: z.iso.date(), warnOn: z.iso.date() }).optional(),
  }),
});

/** The longest answer, and the longest reason of an extension. */
export const MAX_ANSWER_LENGTH = 5000;

export const changeRightsRequest = endpoint({
  method: 'PATCH',
  path: '/api/account/rights-requests/{id}',
  access: 'professional',
  summary:
    'Responde o rechaza una solicitud, o amplía su plazo; answer es la respuesta o el motivo, y llega a la persona por correo',
  params: Id,
  body: z.object({
    status: z.enum(['answered', 'refused', 'extended'], 'Selecciona qué haces con la solicitud'),
    answer: requiredText('Escribe la respuesta o el motivo', MAX_ANSWER_LENGTH),
  }),
  reply: RightsRequest,
});

export const setPatientBlocked = endpoint({
  method: 'PUT',
  path: '/api/patients/{id}/blocked',
  access: 'professional',
  summary: 'Bloquea el uso de los datos de un paciente, o levanta el bloqueo; bloqueado, nada se le envía',
  params: Id,
  body: z.object({ blocked: z.boolean('Debe ser verdadero o falso') }),
  reply: Patient,
});

/** The endpoints of rights, by operation id. */
export const RIGHTS_OPERATIONS = {
  setPatientBlocked,
  getRightsRecipient,
  getRightsRecipientByLink,
  getRightsChallenge,
  createRightsRequest,
  listRightsRequests,
  getRightsRequest,
  countRightsRequests,
  changeRightsRequest,
} satisfies Record<string, Endpoint>;
