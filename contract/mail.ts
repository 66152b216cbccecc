import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { optionalLine } from './text.ts';
import { Instant, wholeNumber } from './wire.ts';

export const MAILS_PER_PAGE = 50;

/** Mails that a feature composes when they are delivered. The other kinds have fixed texts. */
export const COMPOSED_KINDS = [
  'appointment-message',
  'reminder-test',
  'booking-message',
  'booking-notice',
  'shared-documents',
  'share-notice',
  'rights-receipt',
  'rights-notice',
  'rights-answer',
  'assistant-invitation',
  'charge-reminder',
] as const;
export type ComposedKind = (typeof COMPOSED_KINDS)[number];

export const MAIL_KINDS = [
  'recovery',
  'email-confirmation',
  'new-device',
  'password-changed',
  'password-reset',
  'lockout',
  'second-factor-enabled',
  'second-factor-disabled',
  'recovery-code-used',
  'passkey-added',
  'passkey-removed',
  'payment-account-set',
  'payment-account-deleted',
  ...COMPOSED_KINDS,
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** Displayed names. The search matches them too. */
export const MAIL_KIND_NAMES: Record<MailKind, string> = {
  recovery: 'Recuperación de contraseña',
  'email-confirmation': 'Confirmación de correo',
  'new-device': 'Nuevo dispositivo',
  'password-changed': 'Contraseña cambiada',
  'password-reset': 'Contraseña restablecida',
  lockout: 'Intentos bloqueados',
  'second-factor-enabled': 'Verificación en dos pasos activada',
  'second-factor-disabled': 'Verificación en dos pasos desactivada',
  'recovery-code-used': 'Código de recuperación usado',
  'passkey-added': 'Llave de acceso agregada',
  'passkey-removed': 'Llave de acceso eliminada',
  'payment-account-set': 'Cuenta de Mercado Pago guardada',
  'payment-account-deleted': 'Cuenta de Mercado Pago eliminada',
  'appointment-message': 'Mensaje a un paciente',
  'reminder-test': 'Prueba de recordatorio',
  'booking-message': 'Reserva en línea',
  'booking-notice': 'Aviso de reserva al profesional',
  'shared-documents': 'Documentos para un paciente',
  'share-notice': 'Aviso de un enlace bloqueado',
  'rights-receipt': 'Comprobante de una solicitud de derechos',
  'rights-notice': 'Aviso de una solicitud de derechos al profesional',
  'rights-answer': 'Respuesta a una solicitud de derechos',
  'assistant-invitation': 'Invitación a la secretaría',
  'charge-reminder': 'Recordatorio de un pago',
};

export const MAIL_STATUSES = ['pending', 'sent', 'failed'] as const;
export type MailStatus = (typeof MAIL_STATUSES)[number];

export const MAIL_STATUS_NAMES: Record<MailStatus, string> = {
  pending: 'Pendiente',
  sent: 'Enviado',
  failed: 'Fallido',
};

/** A mail of the outbox, never with its content. */
export const Mail = z.object({
  _id: z.uuid(),
  kind: z.enum(MAIL_KINDS),
  status: z.enum(MAIL_STATUSES),
  attempts: z.int(),
  createdAt: Instant,
  /** Null once the mail is finished. */
  nextAttemptAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
  /** The code of the last failure. */
  failure: z.string().nullable(),
  /** Null for a recovery whose account has not been looked up yet. */
  user: z.object({ _id: z.uuid(), name: z.string(), email: z.string() }).nullable(),
});
export type Mail = z.output<typeof Mail>;

const Search = z.object({ search: optionalLine(120) });

export const listMails = endpoint({
  method: 'GET',
  path: '/api/admin/mails',
  access: 'admin',
  summary: 'Los correos enviados y por enviar, sin su contenido; search busca en cuenta, tipo y estado',
  query: Search.extend({
    page: wholeNumber(1, 1_000_000).default(1),
    limit: wholeNumber(1, 200).default(MAILS_PER_PAGE),
  }),
  reply: z.array(Mail),
});

export const countMails = endpoint({
  method: 'GET',
  path: '/api/admin/mails/count',
  access: 'admin',
  summary: 'Cuántos correos encuentra una búsqueda',
  query: Search,
  reply: z.object({ total: z.int() }),
});
