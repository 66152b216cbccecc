import { z } from 'zod';
import { enteredPassword, MAX_RNPI_LENGTH, newPassword, PASSWORDS_DIFFER, Registration, User } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { Identity } from './professional-identity.ts';
import { Rut } from './rut-field.ts';
import { changedLine } from './text.ts';

export const Account = User.omit({
  mustChangePassword: true,
  passwordReset: true,
  passwordResets: true,
  hasGeneratedPassword: true,
  hasShortPassword: true,
  emailUnconfirmed: true,
  secondFactor: true,
}).extend({
  /** Whether an administrator has confirmed who the professional is. */
  identity: Identity.optional(),
});
export type Account = z.output<typeof Account>;

export const PersonalInfo = Registration.pick({
  name: true,
  profession: true,
  specialty: true,
  city: true,
  region: true,
}).extend({
  /** Left out, it stays. */
  rut: Rut.optional(),
  /** Left out, it stays; blank text or null clears it. */
  rnpi: changedLine(MAX_RNPI_LENGTH),
});
export type PersonalInfo = z.output<typeof PersonalInfo>;

export const PasswordChange = z.object({
  currentPassword: enteredPassword('La contraseña actual es requerida'),
  newPassword: newPassword('La nueva contraseña es requerida'),
});
export type PasswordChange = z.output<typeof PasswordChange>;

/** The form in the browser. The confirmation is not sent to the server. */
export const PasswordChangeForm = PasswordChange.extend({
  confirmPassword: enteredPassword('Confirma tu nueva contraseña'),
}).refine((form) => !form.confirmPassword || form.confirmPassword === form.newPassword, {
  error: PASSWORDS_DIFFER,
  path: ['confirmPassword'],
  when: () => true,
});

export const PASSWORD_CHANGED_MESSAGE = 'Contraseña actualizada correctamente';

export const getAccount = endpoint({
  method: 'GET',
  path: '/api/account/settings',
  access: 'professional',
  assistants: 'own-account',
  summary: 'La configuración de la cuenta de quien llama',
  reply: Account,
});

export const updatePersonalInfo = endpoint({
  method: 'PUT',
  path: '/api/account/personal-info',
  access: 'professional',
  summary: 'Cambia los datos personales; otro RUT u otro RNPI solo en una sesión que probó hace poco quién la usa',
  body: PersonalInfo,
  reply: Account,
});

export const dismissPasswordReset = endpoint({
  method: 'DELETE',
  path: '/api/account/password-reset-notice',
  access: 'professional',
  assistants: 'own-account',
  summary: 'Cierra el aviso de que una persona administradora restableció la contraseña',
  reply: z.undefined(),
});

export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/account/password',
  access: 'professional',
  assistants: 'own-account',
  summary: 'Cambia la contraseña y cierra las demás sesiones',
  body: PasswordChange,
  // The refresh token replaces the one of this session.
  reply: z.object({ message: z.string(), refreshToken: z.string().optional() }),
  limits: [{ by: 'session', max: 10, seconds: 15 * 60 }],
  allowsTemporaryPassword: true,
  // A stolen password must be changed at once.
  allowsLowStorage: true,
});
