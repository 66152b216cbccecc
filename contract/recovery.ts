import { z } from 'zod';
import { Credentials, enteredPassword, NewPassword, PASSWORDS_DIFFER } from './auth.ts';
import { endpoint } from './endpoint.ts';

export const RECOVERY_MINUTES = 30;
export const CONFIRMATION_DAYS = 7;

/** The same answer with and without an account. */
export const RECOVERY_REQUESTED_MESSAGE = `Si ese email tiene una cuenta, te enviamos un enlace para elegir una nueva contraseña. Vence en ${RECOVERY_MINUTES} minutos.`;
export const CONFIRMATION_SENT_MESSAGE = 'Te enviamos un enlace para confirmar tu correo.';

export const RecoveryRequest = Credentials.pick({ email: true });
export type RecoveryRequest = z.output<typeof RecoveryRequest>;

/** A token of 256 bits in base64url. Another text is refused like an unknown token. */
const Token = z.string('Falta token').min(1, 'Falta token').max(200, 'El enlace no es válido');

const Recovery = z.object({ token: Token, password: NewPassword });
export type Recovery = z.output<typeof Recovery>;

/** The form in the browser. The token comes from the link, and the confirmation is not sent to the server. */
export const RecoveryForm = Recovery.pick({ password: true })
  .extend({ confirmPassword: enteredPassword('Confirma tu nueva contraseña') })
  .refine((form) => !form.confirmPassword || form.confirmPassword === form.password, {
    error: PASSWORDS_DIFFER,
    path: ['confirmPassword'],
    when: () => true,
  });

/** Without SMTP_URL the four endpoints of this file answer 404. */
export const requestRecovery = endpoint({
  method: 'POST',
  path: '/api/auth/recovery',
  access: 'public',
  summary: 'Envía un enlace para elegir una nueva contraseña; responde lo mismo si no hay una cuenta con ese correo',
  body: RecoveryRequest,
  reply: z.object({ message: z.string() }),
  status: 202,
  // Not by email, which would answer differently. How many mails an account receives is limited at delivery.
  limits: [{ by: 'address', max: 20, seconds: 60 * 60 }],
});

export const confirmRecovery = endpoint({
  method: 'POST',
  path: '/api/auth/recovery/confirm',
  access: 'public',
  summary: 'Cambia la contraseña con el enlace recibido y cierra todas las sesiones de la cuenta',
  body: Recovery,
  reply: z.undefined(),
  limits: [{ by: 'address', max: 30, seconds: 15 * 60 }],
  // A stolen password must be changed at once.
  allowsLowStorage: true,
});

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/api/auth/confirm-email',
  access: 'public',
  summary: 'Confirma el correo de la cuenta con el enlace recibido',
  body: z.object({ token: Token }),
  reply: z.undefined(),
  limits: [{ by: 'address', max: 30, seconds: 15 * 60 }],
});

export const requestConfirmationMail = endpoint({
  method: 'POST',
  path: '/api/account/confirmation-mail',
  access: 'professional',
  assistants: 'own-account',
  summary: 'Envía otra vez el enlace para confirmar el correo de la cuenta',
  reply: z.object({ message: z.string() }),
  status: 202,
  limits: [{ by: 'account', max: 5, seconds: 60 * 60 }],
});
