/** The closed list of recorded acts, with the words in which the access log shows them. */
const ACTS = {
  'account.registered': 'Creó la cuenta',
  'account.updated': 'Cambió los datos de la cuenta',
  'password.changed': 'Cambió la contraseña',
  'password.recovered': 'Recuperó la contraseña con un enlace enviado por correo',
  'password.reset-noticed': 'Cerró el aviso de contraseña restablecida',
  'email.confirmed': 'Confirmó su correo',
  'second-factor.enabled': 'Activó la verificación en dos pasos',
  'second-factor.disabled': 'Desactivó la verificación en dos pasos',
  'second-factor.recovery-code-used': 'Usó un código de recuperación',
  'admin.created': 'Se creó la cuenta de administración',
  'session.started': 'Inició sesión',
  'session.ended': 'Cerró una sesión',
  'session.proved': 'Confirmó su identidad en una sesión abierta',
  'login.failed': 'Intento fallido de inicio de sesión',
  'patient.listed': 'Vio la lista de pacientes',
  'patient.searched': 'Buscó pacientes',
  'patient.opened': 'Abrió la ficha',
  'patient.created': 'Creó la ficha',
  'patient.updated': 'Cambió los datos de la ficha',
  'patient.deleted': 'Eliminó la ficha',
  'patient.exported': 'Exportó la ficha',
  'account.exported': 'Exportó la cuenta',
  'custody.listed': 'Vio las fichas en custodia',
  'custody.exported': 'Exportó una ficha en custodia',
  'custody.purged': 'Se eliminó una ficha cuya custodia terminó',
  'agenda.opened': 'Vio la agenda',
  'appointment.created': 'Creó una cita',
  'appointment.deleted': 'Eliminó una cita',
  'clinical-note.listed': 'Vio la lista de atenciones',
  'clinical-note.opened': 'Abrió una atención',
  'clinical-note.created': 'Creó una atención',
  'clinical-note.updated': 'Cambió una atención',
  'clinical-note.finalized': 'Finalizó una atención',
  'clinical-note.deleted': 'Eliminó una atención',
  'certificate.listed': 'Vio la lista de certificados',
  'certificate.opened': 'Abrió un certificado',
  'certificate.created': 'Creó un certificado',
  'certificate.updated': 'Cambió un certificado',
  'certificate.finalized': 'Finalizó un certificado',
  'certificate.deleted': 'Eliminó un certificado',
  'certificate-template.created': 'Creó una plantilla de certificado',
  'certificate-template.updated': 'Cambió una plantilla de certificado',
  'document.printed': 'Imprimió un documento',
  'access-log.opened': 'Vio el registro de accesos',
  'access-log.exported': 'Exportó el registro de accesos',
  'signature.uploaded': 'Subió la imagen de la firma',
  'signature.used': 'Activó la imagen de la firma',
  'signature.unused': 'Desactivó la imagen de la firma',
  'signature.deleted': 'Eliminó la imagen de la firma',
  'payment.started': 'Inició un pago',
  'payment.approved': 'Pago aprobado',
  'payment.pending': 'Pago pendiente',
  'payment.rejected': 'Pago rechazado',
  'payment.cancelled': 'Pago anulado',
  'payment.refunded': 'Pago devuelto',
  'payment.deleted': 'Eliminó un pago',
  'webhook.deleted': 'Eliminó una notificación de pago',
  'user.opened': 'Vio los datos de la cuenta',
  'user.deleted': 'Eliminó la cuenta',
  'user.restored': 'Restauró la cuenta',
  'user.purged': 'Se borraron los datos de la cuenta',
  'user.identity-confirmed': 'Verificó la identidad',
  'user.identity-withdrawn': 'Retiró la verificación de identidad',
  'user.password-reset': 'Restableció la contraseña al RUT',
  'user.subscription-set-paid': 'Cambió el plan a Pro',
  'user.subscription-set-free': 'Cambió el plan a gratuito',
  'cie10.initialized': 'Cargó los códigos CIE-10',
  'cie10.expanded': 'Amplió los códigos CIE-10',
  'cie10.imported': 'Importó códigos CIE-10',
  'data-key.added': 'Agregó una clave de cifrado',
  'data-key.used': 'Puso en uso una clave de cifrado',
  'data-key.retired': 'Retiró una clave de cifrado',
} as const;
export type Act = keyof typeof ACTS;

/** The acts of calls that read. They are recorded after the answer; writes record theirs in their transaction. */
export type ReadAct = Extract<
  Act,
  | `patient.${'listed' | 'opened' | 'exported'}`
  | 'account.exported'
  | `custody.${'listed' | 'exported'}`
  | 'agenda.opened'
  | `${'clinical-note' | 'certificate'}.${'listed' | 'opened'}`
  | `access-log.${'opened' | 'exported'}`
  | 'user.opened'
>;

/** An act of a newer release is shown by its name. */
export const actText = (act: string): string => (ACTS as Record<string, string>)[act] ?? act;
