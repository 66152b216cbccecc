import { z } from 'zod';
import {
  IncidentDetail,
  incidentText,
  LOGIN_FAILURE_TEXTS,
  LoginFailure,
  MessageDetail,
  messageText,
} from './access-detail-texts.ts';
import { APPOINTMENT_STATUSES, type AppointmentStatus } from './agenda.ts';
import { formatDay } from './days.ts';
import { DOCUMENT_KINDS } from './documents.ts';
import { endpoint, FileBytes } from './endpoint.ts';
import { DOCUMENT_TYPES, type DocumentType } from './patient-identity.ts';
import { knownZone } from './regions.ts';
import { Id, Instant, wholeNumber } from './wire.ts';

/** How a patient or a professional was identified, or what was agreed of an appointment, before or after a change. */
const Values = z
  .object({
    name: z.string(),
    rut: z.string(),
    /** Empty when there was none. */
    rnpi: z.string(),
    documentType: z.string(),
    /** Empty when there was none. */
    socialName: z.string(),
    birthDate: z.string(),
    date: z.string(),
    time: z.string(),
    duration: z.int(),
    status: z.string(),
    overbooked: z.boolean(),
  })
  .partial();
type Values = z.output<typeof Values>;

/** What is known of the password of a login. */
const PasswordOrigin = {
  temporaryPassword: z.literal(true).exactOptional(),
  /** When an administrator reset the password, if it was set by, or since, that reset. */
  passwordResetAt: Instant.exactOptional(),
};

export const AccessDetail = z
  .object({
    search: z.string(),
    results: z.int(),
    /** The day of the agenda. */
    date: z.string(),
    /** The days of the agenda, the first and the last one included. */
    period: z.object({ from: z.string(), to: z.string() }),
    /** The month of an export: '2026-11'. */
    month: z.string(),
    /** Whole pesos of a charge or a payment. */
    amount: z.int(),
    printed: z.enum(DOCUMENT_KINDS),
    loginFailure: LoginFailure,
    /** How many equal failures within a second or two the entry stands for, if more than one. */
    times: z.int(),
    /** The login was with a passkey, and with no password. */
    passkey: z.literal(true),
    ...PasswordOrigin,
    /** The login of the session that finalised a document. */
    authentication: z.object({ at: Instant, ...PasswordOrigin }),
    /** What an administrator saw of an identity in the register, also when the confirmation was taken back. */
    evidence: z.string(),
    before: Values,
    after: Values,
    /** The note of an appointment changed. Its text can be deleted, so the log does not have it. */
    noteChanged: z.literal(true),
    /** How many patients an import made. */
    imported: z.int(),
    /** The medicine that was prescribed. */
    prescribed: z.string(),
    /** The recorded allergies that may concern it. */
    allergy: z.string(),
    message: MessageDetail,
    /** Printed documents that a patient got by a link. */
    folios: z.array(z.string()),
    incident: IncidentDetail,
    /** The version of the contract of the processor. */
    agreement: z.string(),
    /** An attachment: the name of the file and the SHA-256 of its content. */
    file: z.object({ name: z.string(), sha256: z.string() }),
  })
  .partial();
export type AccessDetail = z.output<typeof AccessDetail>;

export const AccessEntry = z.object({
  /** The position in the log of the account. A gap in the list of the account is a removed entry. */
  number: z.int(),
  at: Instant,
  act: z.string(),
  /** The name of who acted. */
  actor: z.string(),
  /** From where. Null when the server acted by itself. */
  address: z.string().nullable(),
  /** The name of the patient whose data the entry is about. Absent when the patient was deleted. */
  patient: z.string().optional(),
  detail: AccessDetail.nullable(),
});
export type AccessEntry = z.output<typeof AccessEntry>;

const ENTRIES_PER_PAGE = 50;

export const AccessLogQuery = z.object({
  /** Entries with a lower number than this one. */
  before: wholeNumber(1, Number.MAX_SAFE_INTEGER).optional(),
  limit: wholeNumber(1, 200).default(ENTRIES_PER_PAGE),
});
export type AccessLogQuery = z.output<typeof AccessLogQuery>;

export const getPatientAccessLog = endpoint({
  method: 'GET',
  path: '/api/patients/{id}/access-log',
  access: 'professional',
  summary: 'Quién accedió a la ficha de un paciente, lo más reciente primero',
  params: Id,
  query: AccessLogQuery,
  reply: z.array(AccessEntry),
  recordsRead: 'access-log.opened',
});

export const getAccountAccessLog = endpoint({
  method: 'GET',
  path: '/api/account/access-log',
  access: 'professional',
  summary: 'Todo lo que se hizo en la cuenta y con sus pacientes, lo más reciente primero',
  query: AccessLogQuery,
  reply: z.array(AccessEntry),
  recordsRead: 'access-log.opened',
});

const CSV = 'text/csv; charset=utf-8';
const EXPORT_LIMITS = [{ by: 'account', max: 20, seconds: 600 }] as const;

export const exportPatientAccessLog = endpoint({
  method: 'GET',
  path: '/api/patients/{id}/access-log/csv',
  access: 'professional',
  summary: 'El registro de accesos de un paciente, como CSV',
  params: Id,
  reply: FileBytes,
  file: { type: CSV, name: 'registro-de-accesos-{id}.csv' },
  limits: EXPORT_LIMITS,
  recordsRead: 'access-log.exported',
});

export const exportAccountAccessLog = endpoint({
  method: 'GET',
  path: '/api/account/access-log/csv',
  access: 'professional',
  summary: 'El registro de accesos de la cuenta, como CSV',
  reply: FileBytes,
  file: { type: CSV, name: 'registro-de-accesos.csv' },
  limits: EXPORT_LIMITS,
  recordsRead: 'access-log.exported',
});

export const DOCUMENT_TEXTS = {
  'clinical-note': 'Atención clínica',
  plans: 'Planes e indicaciones',
  prescriptions: 'Receta',
  certificate: 'Certificado',
  receipt: 'Comprobante de atención',
} as const satisfies Record<(typeof DOCUMENT_KINDS)[number], string>;

const VALUE_TEXTS: Record<keyof Values, string> = {
  name: 'Nombre',
  rut: 'RUT',
  rnpi: 'RNPI',
  documentType: 'Tipo de documento',
  socialName: 'Nombre social',
  birthDate: 'Fecha de nacimiento',
  date: 'Fecha',
  time: 'Hora',
  duration: 'Duración',
  status: 'Estado',
  overbooked: 'Sobrecupo',
};

/** A detail as a sentence, empty when there is none. */
export function detailText(detail: AccessDetail | null, timeZone: string): string {
  if (!detail) return '';
  const { search, results, date, period, printed, loginFailure, times, authentication, evidence, imported } = detail;
  const { temporaryPassword, passwordResetAt } = authentication ?? detail;
  const moment = momentIn(timeZone);
  const parts = [
    search !== undefined && `«${search}»`,
    results !== undefined && (results === 1 ? '1 resultado' : `${results} resultados`),
    date !== undefined && `Día ${formatDay(date)}`,
    period && `Del ${formatDay(period.from)} al ${formatDay(period.to)}`,
    printed && DOCUMENT_TEXTS[printed],
    loginFailure && LOGIN_FAILURE_TEXTS[loginFailure],
    times !== undefined && `${times} veces`,
    authentication && `Sesión iniciada el ${moment(authentication.at)}`,
    detail.passkey && 'Con una llave de acceso',
    temporaryPassword && 'Con la contraseña temporal',
    passwordResetAt && `Un administrador había restablecido la contraseña el ${moment(passwordResetAt)}`,
    evidence !== undefined && `Visto en el registro: «${evidence}»`,
    imported !== undefined && (imported === 1 ? '1 paciente' : `${imported} pacientes`),
    ...changesText(detail.before, detail.after),
    detail.noteChanged && 'Cambió la nota',
    detail.prescribed !== undefined && `Receta: «${detail.prescribed}»`,
    detail.allergy !== undefined && `Alergia registrada: ${detail.allergy}`,
    detail.message && messageText(detail.message),
    detail.folios && `Folio ${detail.folios.join(', ')}`,
    detail.incident && incidentText(detail.incident),
    detail.agreement !== undefined && `Versión ${detail.agreement}`,
    detail.file && `«${detail.file.name}», huella SHA-256 ${detail.file.sha256}`,
  ];
  return parts.filter(Boolean).join('. ');
}

function changesText(before: Values = {}, after: Values = {}): string[] {
  const fields = Object.keys(VALUE_TEXTS) as (keyof Values)[];
  return fields.flatMap((field) => {
    const [old, next] = [before[field], after[field]];
    if (old === undefined || next === undefined) return [];
    return [`${VALUE_TEXTS[field]}: antes «${readableValue(field, old)}», ahora «${readableValue(field, next)}»`];
  });
}

function readableValue(field: keyof Values, value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'sí' : 'no';
  if (typeof value === 'number') return `${value} minutos`;
  if (field === 'documentType') return DOCUMENT_TYPES[value as DocumentType] ?? value;
  if (field === 'status') return APPOINTMENT_STATUSES[value as AppointmentStatus] ?? value;
  return field === 'birthDate' || field === 'date' ? formatDay(value) : value;
}

/** '16/11/2026 06:12:43' */
export function momentIn(timeZone: string): (at: string) => string {
  // Swedish puts the parts in the order of ISO 8601: '2026-11-16 06:12:43'.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: knownZone(timeZone),
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return (at) => {
    const [day = '', clock = ''] = format.format(new Date(at)).split(' ');
    return `${formatDay(day)} ${clock}`;
  };
}
