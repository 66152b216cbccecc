/** The passkeys that one account may have. */
export const MAX_PASSKEYS = 20;

/** The errors of passkeys. */
export const PASSKEY_ERRORS = {
  // The same for every reason, so that nobody learns whether the passkey or its account exists.
  PASSKEY_REFUSED: { status: 401, message: 'No pudimos reconocer la llave de acceso. Entra con tu contraseña.' },
  // In an open session, where 401 would mean that the session has ended.
  WRONG_PASSKEY: { status: 400, message: 'Esa llave de acceso no sirve para esta cuenta. Usa tu contraseña.' },
  PASSKEY_EXPIRED: { status: 400, message: 'Pasó demasiado tiempo o ya se usó. Intenta de nuevo.' },
  PASSKEY_NOT_ADDED: { status: 400, message: 'No se pudo agregar la llave de acceso. Intenta de nuevo.' },
  PASSKEY_EXISTS: { status: 409, message: 'Esa llave de acceso ya está agregada' },
  TOO_MANY_PASSKEYS: {
    status: 409,
    message: `Puedes tener a lo más ${MAX_PASSKEYS} llaves de acceso. Elimina las que ya no uses.`,
  },
  PASSKEYS_NOT_AVAILABLE: {
    status: 409,
    message: 'Las llaves de acceso no funcionan en esta instalación: su dirección es un número IP y no un nombre.',
  },
} as const;
