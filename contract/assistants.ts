import { z } from 'zod';
import { AccessEntry, AccessLogQuery } from './access-log.ts';
import { Appointment, Duration } from './agenda.ts';
import { DeviceToken, Email, EnteredPassword, login } from './auth.ts';
import { type Endpoint, endpoint } from './endpoint.ts';
import { PROFESSIONS } from './professions.ts';
import { requiredLine } from './text.ts';
import { Day, Id, Instant } from './wire.ts';

/** For how many days the link of an invitation works. */
export const INVITATION_DAYS = 7;

/** How many assistants a free plan has. */
export const FREE_ASSISTANT_LIMIT = 1;
export const MAX_ASSISTANTS = 50;

/** What a professional allows an assistant beyond the agenda. */
const Permissions = {
  canEditPatients: z.boolean('Debe ser verdadero o falso'),
  canCharge: z.boolean('Debe ser verdadero o falso'),
};

export const AssistantPermissions = z.object(Permissions);
export type AssistantPermissions = z.output<typeof AssistantPermissions>;

export const AssistantInvitation = z.object({
  name: requiredLine('El nombre es requerido', 120),
  email: Email,
  ...Permissions,
});
export type AssistantInvitation = z.output<typeof AssistantInvitation>;

export const Assistant = z.object({
  _id: z.uuid(),
  name: z.string(),
  email: z.string(),
  /** 'unconfirmed': a restored backup brought the access back, and it waits for the professional. */
  status: z.enum(['invited', 'active', 'unconfirmed']),
  ...Permissions,
  invitedAt: Instant,
  /** Until when the link of the invitation works. Absent once it was accepted. */
  expiresAt: Instant.optional(),
  /** Absent before the first visit. */
  lastSeenAt: Instant.optional(),
});
export type Assistant = z.output<typeof Assistant>;

/** A new invitation. Its address has the token, which is stored nowhere and shown only here. */
export const InvitedAssistant = Assistant.extend({ url: z.string() });
export type InvitedAssistant = z.output<typeof InvitedAssistant>;

export const listAssistants = endpoint({
  method: 'GET',
  path: '/api/account/assistants',
  access: 'professional',
  summary: 'Las personas de la secretaría: las invitadas y las activas',
  reply: z.array(Assistant),
});

export const inviteAssistant = endpoint({
  method: 'POST',
  path: '/api/account/assistants',
  access: 'professional',
  summary: 'Invita a una persona a la secretaría; una invitación pendiente del mismo correo se reemplaza',
  body: AssistantInvitation,
  reply: InvitedAssistant,
  status: 201,
  // Whoever has the link reads the agenda and the patients.
  needsFreshProof: true,
  // The mail goes to whom the professional names.
  limits: [
    { by: 'account', max: 60, seconds: 60 * 60 },
    { by: 'email', max: 10, seconds: 60 * 60 },
  ],
});

export const changeAssistant = endpoint({
  method: 'PUT',
  path: '/api/account/assistants/{id}',
  access: 'professional',
  summary: 'Cambia lo que puede hacer una persona de la secretaría',
  params: Id,
  body: AssistantPermissions,
  reply: Assistant,
});

export const confirmAssistant = endpoint({
  method: 'POST',
  path: '/api/account/assistants/{id}/confirm',
  access: 'professional',
  summary:
    'Confirma el acceso de una persona de la secretaría que volvió con un respaldo restaurado; repetida, no cambia nada',
  params: Id,
  reply: Assistant,
  // The person reads the agenda and the patients again, as after an invitation.
  needsFreshProof: true,
});

export const endAssistant = endpoint({
  method: 'DELETE',
  path: '/api/account/assistants/{id}',
  access: 'professional',
  summary: 'Termina de inmediato el acceso de una persona de la secretaría, o su invitación',
  params: Id,
  reply: z.undefined(),
  // A person who should have no access must lose it at once.
  allowsLowStorage: true,
});

export const listAssistantActs = endpoint({
  method: 'GET',
  path: '/api/account/assistants/{id}/acts',
  access: 'professional',
  summary: 'Lo que hizo una persona de la secretaría, lo más reciente primero',
  params: Id,
  query: AccessLogQuery,
  reply: z.array(AccessEntry),
  recordsRead: 'assistant.acts-opened',
});

/** 256 random bits in base64url. A token of another shape is answered like an unknown token. */
const Token = z.object({ token: z.string().max(100) });

export const getInvitation = endpoint({
  method: 'GET',
  path: '/api/invitations/{token}',
  access: 'public',
  summary: 'Una invitación a la secretaría de un profesional',
  params: Token,
  reply: z.object({
    /** The name of the professional. */
    professional: z.string(),
    name: z.string(),
    email: z.string(),
    /** Whether the person has an account as an assistant, and accepts with its password. */
    hasAccount: z.boolean(),
  }),
  isLink: true,
  limits: [{ by: 'address', max: 60, seconds: 60 }],
});

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations/{token}/accept',
  access: 'public',
  summary: 'Acepta una invitación: crea la cuenta con esa contraseña, o usa la de la cuenta que ya existe',
  params: Token,
  body: z.object({ password: EnteredPassword, deviceToken: DeviceToken }),
  reply: login.reply,
  isLink: true,
  limits: [
    { by: 'address', max: 100, seconds: 15 * 60 },
    // The password of an existing account is guessed here as slowly as at the login.
    { by: 'token', max: 10, seconds: 15 * 60 },
  ],
});

/** A professional who invited the assistant. */
export const Professional = z.object({
  _id: z.uuid(),
  name: z.string(),
  profession: z.enum(PROFESSIONS),
  /** The time zone of the professional's region. */
  timeZone: z.string(),
  ...Permissions,
});
export type Professional = z.output<typeof Professional>;

export const listProfessionals = endpoint({
  method: 'GET',
  path: '/api/assistant/professionals',
  access: 'assistant',
  summary: 'Los profesionales que invitaron a esta persona de secretaría, por nombre',
  reply: z.array(Professional),
});

const NamedProfessional = Professional.pick({ _id: true, name: true });
const OnDay = z.object({ date: Day('Selecciona una fecha') });

export const ProfessionalAgenda = z.object({
  professional: NamedProfessional,
  /** The agenda is on a machine that does not answer, and is left out here (docs/citus.md). */
  unavailable: z.literal(true).optional(),
  appointments: z.array(Appointment),
  /** The times of the day at which an appointment of the default duration can begin. */
  freeTimes: z.array(z.string()),
});
export type ProfessionalAgenda = z.output<typeof ProfessionalAgenda>;

/** Each professional's access log has an entry of its own. */
export const getReceptionDay = endpoint({
  method: 'GET',
  path: '/api/assistant/day',
  access: 'assistant',
  summary: 'La agenda de un día de cada profesional, con sus horas libres',
  query: OnDay,
  reply: z.array(ProfessionalAgenda),
  recordsRead: 'agenda.opened',
});

export const getReceptionDayVersion = endpoint({
  method: 'GET',
  path: '/api/assistant/day/version',
  access: 'assistant',
  summary: 'Un texto que cambia cuando cambia la agenda de ese día; sin datos personales',
  query: OnDay,
  reply: z.object({ version: z.string() }),
});

export const nextFreeWithAnyone = endpoint({
  method: 'GET',
  path: '/api/assistant/next-free',
  access: 'assistant',
  summary: 'La próxima hora libre de cada profesional, la más cercana primero',
  query: z.object({ duration: z.coerce.number<number | string>('Selecciona una duración').pipe(Duration).optional() }),
  reply: z.array(z.object({ professional: NamedProfessional, date: z.iso.date(), time: z.string() })),
});

/** The endpoints of reception, by operation id. */
export const ASSISTANT_OPERATIONS = {
  listAssistants,
  inviteAssistant,
  changeAssistant,
  confirmAssistant,
  endAssistant,
  listAssistantActs,
  getInvitation,
  acceptInvitation,
  listProfessionals,
  getReceptionDay,
  getReceptionDayVersion,
  nextFreeWithAnyone,
} satisfies Record<string, Endpoint>;
