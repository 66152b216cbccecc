/** The errors of messages to patients and of notices on devices. */
export const MESSAGE_ERRORS = {
  NOTICES_OFF: { status: 409, message: 'Este dispositivo no recibe avisos. Actívalos primero.' },
  NOTICE_NOT_SENT: {
    status: 503,
    message: 'El servicio de avisos de tu navegador no respondió. Intenta de nuevo en unos minutos.',
  },
  PATIENT_WITHOUT_EMAIL: { status: 409, message: 'El paciente no tiene un correo registrado' },
  PATIENT_PHONE_UNUSABLE: { status: 409, message: 'El teléfono del paciente no es un número válido para WhatsApp' },
  REMINDERS_DECLINED: { status: 409, message: 'El paciente pidió no recibir recordatorios' },
  TOO_MANY_MAILS: { status: 429, message: 'El paciente ya recibió 20 correos en las últimas 24 horas' },
} as const;
