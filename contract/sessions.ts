import { z } from 'zod';
import { enteredPassword, SecondFactorCode } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { UsedPasskey } from './passkeys.ts';
import { Id, Instant } from './wire.ts';

/** An open session of an account, as its owner sees it. */
export const Session = z.object({
  _id: z.uuid(),
  /** Whether it is the session of the caller. */
  current: z.boolean(),
  /** Browser and system: 'Firefox en Windows'. */
  device: z.string(),
  createdAt: Instant,
  lastUsedAt: Instant,
});
export type Session = z.output<typeof Session>;

/** A password, a code of the second factor, or a passkey. */
const Proof = z
  .object({
    password: enteredPassword('La contraseña es requerida').optional(),
    code: SecondFactorCode.optional(),
    passkey: UsedPasskey.optional(),
  })
  .refine((proofs) => Object.values(proofs).filter((proof) => proof !== undefined).length === 1, {
    error: 'La contraseña es requerida',
    path: ['password'],
  });
export type Proof = z.output<typeof Proof>;

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/auth/sessions',
  access: 'professional',
  assistants: 'own-account',
  summary: 'Las sesiones abiertas de quien llama',
  reply: z.array(Session),
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions/{id}',
  access: 'professional',
  assistants: 'own-account',
  summary: 'Cierra una sesión de quien llama',
  params: Id,
  reply: z.undefined(),
  // A session that somebody else uses must be ended at once.
  allowsLowStorage: true,
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions',
  access: 'professional',
  assistants: 'own-account',
  summary: 'Cierra todas las sesiones de quien llama, menos esta',
  reply: z.undefined(),
  allowsLowStorage: true,
});

export const reauthenticate = endpoint({
  method: 'POST',
  path: '/api/auth/reauthenticate',
  access: 'professional',
  assistants: 'own-account',
  summary:
    'Prueba con la contraseña, un código o una llave de acceso quién usa la sesión, para lo que pide una prueba reciente',
  body: Proof,
  reply: z.undefined(),
  limits: [{ by: 'session', max: 10, seconds: 15 * 60 }],
  allowsLowStorage: true,
});
