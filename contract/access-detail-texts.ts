import { z } from 'zod';

/** A message to a patient, and the address or the telephone number that it was sent to. */
export const MessageDetail = z.object({ kind: z.string(), channel: z.string(), recipient: z.string().optional() });

const MESSAGE_KINDS: Record<string, string> = {
  booking: 'Aviso de la cita',
  before: 'Recordatorio',
  manual: 'Recordatorio',
  change: 'Aviso de cambio de hora',
  cancellation: 'Aviso de cancelación',
  documents: 'Documentos',
  payment: 'Pago pendiente',
};

export function messageText({ kind, channel, recipient }: z.output<typeof MessageDetail>): string {
  const by = channel === 'whatsapp' ? 'por WhatsApp' : 'por correo';
  return [MESSAGE_KINDS[kind] ?? kind, by, recipient && `a ${recipient}`].filter(Boolean).join(' ');
}

/** A security incident, and what was changed of it. */
export const IncidentDetail = z.object({
  title: z.string(),
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
});

export const incidentText = ({ title, changes }: z.output<typeof IncidentDetail>): string =>
  [`«${title}»`, ...changes.map(({ field, before, after }) => `${field}: antes «${before}», ahora «${after}»`)].join(
    '. ',
  );

/** Why a login failed, or a password, a code or a passkey in an open session. */
export const LoginFailure = z.enum([
  'wrong-credentials',
  'wrong-code',
  'wrong-passkey',
  'too-many-tries',
  'wrong-password-in-session',
  'wrong-code-in-session',
  'wrong-passkey-in-session',
]);
export type LoginFailure = z.output<typeof LoginFailure>;

export const LOGIN_FAILURE_TEXTS: Record<LoginFailure, string> = {
  'wrong-credentials': 'Contraseña incorrecta',
  'wrong-code': 'Código de verificación incorrecto',
  'wrong-passkey': 'Llave de acceso rechazada',
  'too-many-tries': 'Demasiados intentos',
  'wrong-password-in-session': 'Contraseña incorrecta en una sesión que ya estaba abierta',
  'wrong-code-in-session': 'Código de verificación incorrecto en una sesión que ya estaba abierta',
  'wrong-passkey-in-session': 'Llave de acceso rechazada en una sesión que ya estaba abierta',
};
