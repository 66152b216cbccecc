import { z } from 'zod';
import { enteredPassword, SecondFactorCode } from './auth.ts';
import { endpoint } from './endpoint.ts';

export const RECOVERY_CODES = 10;

export const beginTotp = endpoint({
  method: 'POST',
  path: '/api/account/totp',
  access: 'professional',
  assistants: 'own-account',
  summary:
    'Entrega un secreto para la aplicación de códigos; la verificación en dos pasos queda activada al confirmarlo',
  reply: z.object({ secret: z.string(), uri: z.string() }),
  // Otherwise whoever finds an open session could lock its owner out.
  needsFreshProof: true,
});

export const confirmTotp = endpoint({
  method: 'POST',
  path: '/api/account/totp/confirm',
  access: 'professional',
  assistants: 'own-account',
  summary: 'Activa la verificación en dos pasos, entrega diez códigos de recuperación y cierra las demás sesiones',
  body: z.object({ code: SecondFactorCode }),
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
  limits: [{ by: 'session', max: 10, seconds: 15 * 60 }],
});

export const removeTotp = endpoint({
  method: 'DELETE',
  path: '/api/account/totp',
  access: 'professional',
  assistants: 'own-account',
  summary:
    'Desactiva la verificación en dos pasos; REAUTHENTICATE en una sesión que no ha probado un código, al iniciarse o después',
  body: z.object({ password: enteredPassword('La contraseña es requerida') }),
  reply: z.undefined(),
  limits: [{ by: 'session', max: 10, seconds: 15 * 60 }],
});

export const SECOND_FACTOR_OPERATIONS = { beginTotp, confirmTotp, removeTotp };
