import { z } from 'zod';
import { SubscriptionStatus } from './billing.ts';
import { endpoint } from './endpoint.ts';
import { PROFESSIONS } from './professions.ts';
import { REGIONS } from './regions.ts';
import { Rut } from './rut-field.ts';
import { atMost, optionalLine, requiredLine, storable, UNSTORABLE } from './text.ts';
import { Instant } from './wire.ts';

export const MIN_PASSWORD_LENGTH = 6;
const MAX_PASSWORD_LENGTH = 200;
export const MAX_RNPI_LENGTH = 20;
/** The panel reminds an administrator whose password is shorter. The start warns of a shorter ADMIN_PASSWORD. */
export const ADVISED_ADMIN_PASSWORD_LENGTH = 12;
export const isShortForAdmin = (password: string): boolean => password.length < ADVISED_ADMIN_PASSWORD_LENGTH;

const EMAIL = /^[A-Z0-9._%+-]+@[A-Z0-9-]+(?:\.[A-Z0-9-]+)*\.[A-Z]{2,}$/i;

export const Email = requiredLine('El email es requerido', 254)
  .refine((email) => EMAIL.test(email), 'Email inválido')
  .toLowerCase();

export const enteredPassword = (missing: string) =>
  z
    .string(missing)
    .min(1, missing)
    .max(...atMost(MAX_PASSWORD_LENGTH))
    .refine(storable, UNSTORABLE)
    .normalize();

export const newPassword = (missing: string) =>
  enteredPassword(missing).min(
    MIN_PASSWORD_LENGTH,
    `La contraseña debe tener al menos ${MIN_PASSWORD_LENGTH} caracteres`,
  );

export const EnteredPassword = enteredPassword('La contraseña es requerida');
export const NewPassword = newPassword('La contraseña es requerida');

/** A code of the authenticator application, or a recovery code. */
export const SecondFactorCode = requiredLine('El código es requerido', 40);

export const PASSWORDS_DIFFER = 'Las contraseñas no coinciden';

/** Who reset a password to the RUT, and when. */
const PasswordReset = z.object({
  at: Instant,
  by: z.string(),
  /** When a notice that is shown again was dismissed. */
  dismissedAt: Instant.optional(),
});

/** The profile of the signed-in user. */
export const Profile = z.object({
  _id: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: z.enum(['professional', 'admin', 'assistant']),
  profession: z.enum(PROFESSIONS).optional(),
  specialty: z.string().optional(),
  city: z.string().optional(),
  region: z.enum(REGIONS).optional(),
  /** An administrator set a temporary password. The user must choose a new one before any other action. */
  mustChangePassword: z.boolean().optional(),
  /** The last reset of the password by an administrator whose notice the user has not dismissed yet. */
  passwordReset: PasswordReset.pick({ at: true, by: true }).optional(),
  /** All resets whose notice is shown, the last one first. */
  passwordResets: z.array(PasswordReset).optional(),
  /** True for an administrator whose password is still the one that the first start generated. */
  hasGeneratedPassword: z.boolean().optional(),
  rut: z.string().optional(),
  /** The number in the national registry of health professionals. */
  rnpi: z.string().optional(),
  /** True for an administrator whose password is shorter than `ADVISED_ADMIN_PASSWORD_LENGTH`. */
  hasShortPassword: z.boolean().optional(),
  /** The owner has not confirmed the email yet. Absent in an installation that sends no mail. */
  emailUnconfirmed: z.boolean().optional(),
  /** Absent without a second factor; 'required' for an administrator who must set one up first. */
  secondFactor: z.enum(['on', 'required']).optional(),
});
export type Profile = z.output<typeof Profile>;

/** The signed-in user's account: profile, plan and patient count. */
export const User = Profile.extend({
  subscriptionStatus: SubscriptionStatus,
  patientCount: z.number().int(),
  /** -1 means unlimited. */
  patientLimit: z.number().int(),
  /** The end of the paid period; null without a payment due. */
  nextPaymentDate: Instant.nullable(),
});
export type User = z.output<typeof User>;

export const Credentials = z.object({ email: Email, password: EnteredPassword });
export type Credentials = z.output<typeof Credentials>;

/** Names the browser of an earlier login. A device that has logged in before is not locked out by an attacker. */
export const DeviceToken = optionalLine(100);

/** A complete login. */
export const SignedIn = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  user: User,
  deviceToken: z.string().optional(),
});
export type SignedIn = z.output<typeof SignedIn>;

/** The password was right, and the account has a second factor. */
const Challenge = z.object({ challenge: z.string(), methods: z.array(z.enum(['totp', 'recovery-code'])) });

export const Registration = z.object({
  name: requiredLine('El nombre es requerido', 120),
  rut: Rut,
  email: Email,
  password: NewPassword,
  profession: z.enum(PROFESSIONS, 'La profesión es requerida'),
  rnpi: optionalLine(MAX_RNPI_LENGTH),
  specialty: optionalLine(120),
  city: requiredLine('La ciudad es requerida', 80),
  region: z.enum(REGIONS, 'La región es requerida'),
});
export type Registration = z.output<typeof Registration>;

/** The form in the browser. The confirmation is not sent to the server. */
export const RegistrationForm = Registration.extend({
  confirmPassword: enteredPassword('Confirma tu contraseña'),
}).refine((form) => !form.confirmPassword || form.confirmPassword === form.password, {
  error: PASSWORDS_DIFFER,
  path: ['confirmPassword'],
  when: () => true,
});

export const REGISTERED_MESSAGE =
  'Tu cuenta ha sido creada correctamente. Por favor, inicia sesión con tus credenciales.';

const RefreshToken = z.object({ refreshToken: z.string('Falta refreshToken').min(1, 'Falta refreshToken').max(200) });

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  summary: 'Inicia una sesión',
  body: Credentials.extend({ deviceToken: DeviceToken }),
  reply: z.union([SignedIn, Challenge]),
  // Many users of a clinic may share one address, so the limit by address is higher than the one by address and email.
  // A device that has logged in to the account before is counted by itself, and neither by address nor by email.
  limits: [
    { by: 'address-and-email', max: 10, seconds: 15 * 60 },
    { by: 'address', max: 100, seconds: 15 * 60 },
    { by: 'email', max: 100, seconds: 60 * 60 },
    { by: 'device', max: 10, seconds: 15 * 60 },
  ],
  // Reading needs a session.
  allowsLowStorage: true,
});

export const answerChallenge = endpoint({
  method: 'POST',
  path: '/api/auth/second-factor',
  access: 'public',
  summary: 'Completa el inicio de sesión con un código de la aplicación o de recuperación',
  body: z.object({
    challenge: requiredLine('Falta challenge', 100),
    code: SecondFactorCode,
    deviceToken: DeviceToken,
  }),
  reply: SignedIn,
  limits: [
    { by: 'address', max: 100, seconds: 15 * 60 },
    { by: 'device', max: 30, seconds: 15 * 60 },
  ],
  // Reading needs a session.
  allowsLowStorage: true,
});

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/register',
  access: 'public',
  summary: 'Crea una cuenta profesional',
  body: Registration,
  reply: z.object({ message: z.string() }),
  status: 201,
  limits: [{ by: 'address', max: 20, seconds: 60 * 60 }],
});

export const me = endpoint({
  method: 'GET',
  path: '/api/auth/me',
  access: 'professional',
  assistants: 'own-account',
  summary: 'La cuenta de quien llama',
  reply: User,
  allowsTemporaryPassword: true,
});

export const refresh = endpoint({
  method: 'POST',
  path: '/api/auth/refresh',
  access: 'public',
  summary: 'Entrega un nuevo accessToken mientras la sesión siga abierta',
  body: RefreshToken,
  reply: z.object({ accessToken: z.string() }),
  limits: [{ by: 'address', max: 300, seconds: 15 * 60 }],
  allowsLowStorage: true,
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  access: 'public',
  summary: 'Cierra la sesión del refreshToken',
  body: RefreshToken,
  reply: z.undefined(),
  limits: [{ by: 'address', max: 300, seconds: 15 * 60 }],
  allowsLowStorage: true,
});
