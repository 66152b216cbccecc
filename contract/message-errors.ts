/** The errors of messages to patients. */
export const MESSAGE_ERRORS = {
  PATIENT_WITHOUT_EMAIL: { status: 409, message: 'El paciente no tiene un correo registrado' },
  PATIENT_PHONE_UNUSABLE: { status: 409, message: 'El teléfono del paciente no es un número válido para WhatsApp' },
  REMINDERS_DECLINED: { status: 409, message: 'El paciente pidió no recibir recordatorios' },
  TOO_MANY_MAILS: { status: 429, message: 'El paciente ya recibió 20 correos en las últimas 24 horas' },
} as const;
