import { z } from 'zod';
import { formatDay, isDay } from './days.ts';
import { endpoint, FileBytes } from './endpoint.ts';
import { optionalText, requiredLine } from './text.ts';
import { Id, Instant, SentId } from './wire.ts';

/** The time zone of the moments of an incident. */
export const INCIDENT_ZONE = 'America/Santiago';

export const DATA_KINDS = ['accounts', 'credentials', 'payments', 'identification', 'appointments', 'health'] as const;
export type DataKind = (typeof DATA_KINDS)[number];

export const DATA_KIND_NAMES: Record<DataKind, string> = {
  accounts: 'Datos de cuentas de profesionales',
  credentials: 'Contraseñas o códigos de acceso',
  payments: 'Pagos de suscripciones',
  identification: 'Identificación y contacto de pacientes',
  appointments: 'Citas y reservas de pacientes',
  health: 'Datos de salud: fichas, recetas, certificados y archivos',
};

/** Data of patients, whose controller is the professional. */
const PATIENT_DATA: readonly DataKind[] = ['identification', 'appointments', 'health'];
export const concernsPatients = (kinds: readonly DataKind[]): boolean =>
  kinds.some((kind) => PATIENT_DATA.includes(kind));

/** A visit to a health professional also says something about a person's health. */
const SENSITIVE_DATA: readonly DataKind[] = ['appointments', 'health'];
export const isSensitive = (kinds: readonly DataKind[]): boolean => kinds.some((kind) => SENSITIVE_DATA.includes(kind));

export const INCIDENT_STATUSES = ['open', 'closed'] as const;
export type IncidentStatus = (typeof INCIDENT_STATUSES)[number];
export const INCIDENT_STATUS_NAMES: Record<IncidentStatus, string> = { open: 'Abierto', closed: 'Cerrado' };

/** '2026-11-18T22:15' */
const MOMENT = /^20\d\d-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d$/;
const isMoment = (text: string): boolean => MOMENT.test(text) && isDay(text.slice(0, 10));
const MOMENT_MISSING = 'Escribe la fecha y la hora, por ejemplo 18/11/2026 22:15';
const Moment = z.string(MOMENT_MISSING).refine(isMoment, MOMENT_MISSING);

/** '2026-11-18T22:15' → '18/11/2026 22:15' */
export const formatIncidentMoment = (moment: string): string => `${formatDay(moment.slice(0, 10))} ${moment.slice(11)}`;

const MAX_ACCOUNTS = 5000;
const MAX_PEOPLE = 100_000_000;
const PEOPLE_INVALID = 'Escribe un número entero, o deja el campo vacío';

const Fields = z.object({
  /** What happened, in one line. */
  title: requiredLine('Escribe qué ocurrió', 200),
  description: optionalText(5000),
  startedAt: Moment.nullable().default(null),
  detectedAt: Moment,
  /** About how many people are concerned. Null while it is not known. */
  people: z.int(PEOPLE_INVALID).min(0, PEOPLE_INVALID).max(MAX_PEOPLE, PEOPLE_INVALID).nullable().default(null),
  /** Whether it concerns all accounts that were registered when it was detected. */
  allAccounts: z.boolean('Debe ser verdadero o falso'),
  /** The accounts concerned, unless all are. */
  accountIds: z
    .array(SentId())
    .max(MAX_ACCOUNTS, `Puedes elegir a lo más ${MAX_ACCOUNTS} cuentas`)
    .transform((ids) => [...new Set(ids)])
    .default([]),
  dataKinds: z
    .array(z.enum(DATA_KINDS, 'Elige un tipo de datos'))
    .max(DATA_KINDS.length)
    .transform((kinds) => DATA_KINDS.filter((kind) => kinds.includes(kind))),
  measures: optionalText(5000),
  agencyReportedAt: Moment.nullable().default(null),
  professionalsReportedAt: Moment.nullable().default(null),
  status: z.enum(INCIDENT_STATUSES, 'Elige un estado'),
});

/** The rules about several fields. */
const complete = <Schema extends z.ZodType<z.output<typeof Fields>>>(schema: Schema) =>
  schema
    .refine(({ startedAt, detectedAt }) => startedAt === null || startedAt <= detectedAt, {
      error: 'No puede ser posterior a la detección',
      path: ['startedAt'],
    })
    .refine(({ status, measures }) => status === 'open' || measures, {
      error: 'Para cerrar el incidente, escribe las medidas que se tomaron',
      path: ['measures'],
    });

export const NewIncident = complete(Fields);
export type NewIncident = z.output<typeof NewIncident>;

export const ChangedIncident = complete(
  Fields.extend({
    /** `updatedAt` as the administrator saw it. Refused when the incident has changed since. */
    seen: Instant.optional(),
  }),
);
export type ChangedIncident = z.output<typeof ChangedIncident>;

export const Incident = z.object({
  _id: z.uuid(),
  title: z.string(),
  description: z.string().optional(),
  startedAt: z.string().nullable(),
  detectedAt: z.string(),
  people: z.int().nullable(),
  allAccounts: z.boolean(),
  accountIds: z.array(z.uuid()),
  /** How many of the accounts concerned still exist. */
  accountCount: z.int(),
  dataKinds: z.array(z.enum(DATA_KINDS)),
  measures: z.string().optional(),
  agencyReportedAt: z.string().nullable(),
  professionalsReportedAt: z.string().nullable(),
  status: z.enum(INCIDENT_STATUSES),
  createdAt: Instant,
  /** The names of administrators. Absent when the account was deleted. */
  createdBy: z.string().optional(),
  updatedAt: Instant,
  updatedBy: z.string().optional(),
});
export type Incident = z.output<typeof Incident>;

export const listIncidents = endpoint({
  method: 'GET',
  path: '/api/admin/incidents',
  access: 'admin',
  summary: 'El registro de incidentes de seguridad: los abiertos primero, del último detectado al primero',
  reply: z.array(Incident),
});

export const createIncident = endpoint({
  method: 'POST',
  path: '/api/admin/incidents',
  access: 'admin',
  summary: 'Anota un incidente de seguridad. Las horas son de Chile continental, sin zona: 2026-11-18T22:15',
  body: NewIncident,
  reply: Incident,
  status: 201,
  bodyLimit: 512 * 1024,
});

export const updateIncident = endpoint({
  method: 'PUT',
  path: '/api/admin/incidents/{id}',
  access: 'admin',
  summary: 'Cambia un incidente. Lo que decía antes queda en el registro de accesos',
  params: Id,
  body: ChangedIncident,
  reply: Incident,
  bodyLimit: 512 * 1024,
});

export const ConcernedProfessional = z.object({ _id: z.uuid(), name: z.string(), email: z.string() });
export type ConcernedProfessional = z.output<typeof ConcernedProfessional>;

export const listConcernedProfessionals = endpoint({
  method: 'GET',
  path: '/api/admin/incidents/{id}/professionals',
  access: 'admin',
  summary: 'Los profesionales afectados por un incidente, por nombre',
  params: Id,
  reply: z.array(ConcernedProfessional),
});

export const exportConcernedProfessionals = endpoint({
  method: 'GET',
  path: '/api/admin/incidents/{id}/professionals/csv',
  access: 'admin',
  summary: 'Los nombres y correos de los profesionales afectados, como CSV',
  params: Id,
  reply: FileBytes,
  file: { type: 'text/csv; charset=utf-8', name: 'profesionales-afectados-{id}.csv' },
  recordsRead: 'incident.exported',
});

export const INCIDENT_OPERATIONS = {
  listIncidents,
  createIncident,
  updateIncident,
  listConcernedProfessionals,
  exportConcernedProfessionals,
};
