/** The errors of the second factor. */
export const SECOND_FACTOR_ERRORS = {
  WRONG_CODE: { status: 400, message: 'El código no es correcto o ya fue usado' },
  CHALLENGE_EXPIRED: { status: 401, message: 'La verificación venció. Inicia sesión nuevamente.' },
  SECOND_FACTOR_ON: { status: 409, message: 'La verificación en dos pasos ya está activada' },
  SECOND_FACTOR_REQUIRED: { status: 403, message: 'Activa la verificación en dos pasos antes de continuar' },
} as const;
