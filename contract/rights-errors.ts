/** The part of `ERRORS` about the rights of people and blocked patients. */
export const RIGHTS_ERRORS = {
  PATIENT_BLOCKED: {
    status: 409,
    message: 'El uso de los datos de este paciente está bloqueado: no se le envía ni se comparte nada',
  },
  RIGHTS_REQUEST_ENDED: { status: 409, message: 'Esta solicitud ya fue respondida y no se puede cambiar' },
  RIGHTS_REQUEST_EXTENDED: { status: 409, message: 'El plazo de esta solicitud ya se amplió una vez' },
  RIGHTS_REQUEST_NOT_EXTENDABLE: { status: 409, message: 'El plazo de una solicitud de bloqueo no se puede ampliar' },
  RIGHTS_REQUEST_OVERDUE: {
    status: 409,
    message: 'El plazo ya venció y no se puede ampliar. Responde la solicitud.',
  },
} as const;
