import { z } from 'zod';
import { BOOKING_ERRORS } from './booking-errors.ts';
import { CHARGE_ERRORS } from './charge-errors.ts';
import { MESSAGE_ERRORS } from './message-errors.ts';
import { PASSKEY_ERRORS } from './passkey-errors.ts';
import { FREE_PATIENT_LIMIT } from './plans.ts';
import { RIGHTS_ERRORS } from './rights-errors.ts';
import { SECOND_FACTOR_ERRORS } from './second-factor-errors.ts';

const NEEDS_PRO = 'Las funciones clínicas multipaciente requieren una cuenta Pro.';

/** All API errors: code, HTTP status and Spanish message. */
export const ERRORS = {
  INVALID_INPUT: { status: 400, message: 'Revisa los datos ingresados' },
  REQUIRED_FIELDS: { status: 400, message: 'Por favor completa los campos obligatorios' },
  PROOF_OF_WORK_INVALID: {
    status: 400,
    message: 'No pudimos completar la comprobación contra envíos automáticos. Intenta de nuevo.',
  },
  INVALID_JSON: { status: 400, message: 'El contenido enviado no es JSON válido' },
  NOT_SIGNED_IN: { status: 401, message: 'Tu sesión expiró. Inicia sesión nuevamente.' },
  WRONG_CREDENTIALS: { status: 401, message: 'Credenciales inválidas' },
  METRICS_TOKEN_INVALID: { status: 401, message: 'El token de las métricas no es válido' },
  NOT_ALLOWED: { status: 403, message: 'No tienes permiso para realizar esta acción' },
  PROFESSIONAL_REQUIRED: { status: 400, message: 'Indica para qué profesional, en el encabezado X-Professional' },
  ASSISTANT_FORBIDDEN: { status: 403, message: 'Tu cuenta de secretaría no tiene acceso a esta función' },
  EMAIL_IN_USE: { status: 409, message: 'Ese correo ya tiene una cuenta de profesional. Usa otro correo.' },
  ASSISTANT_EXISTS: { status: 409, message: 'Esa persona ya trabaja en tu secretaría' },
  ASSISTANT_LIMIT: {
    status: 403,
    message: 'La prueba gratuita incluye una persona en la secretaría. Con el plan Pro puedes invitar a más.',
  },
  TOO_MANY_ASSISTANTS: { status: 409, message: 'Tu secretaría puede tener a lo más 50 personas' },
  NOT_FOUND: { status: 404, message: 'No encontramos lo que buscas' },
  PATIENT_LIMIT: {
    status: 403,
    message: `Has alcanzado el límite de ${FREE_PATIENT_LIMIT} paciente de la prueba gratuita. ${NEEDS_PRO}`,
  },
  CLINICAL_LIMIT: { status: 403, message: NEEDS_PRO },
  PATIENT_EXISTS: { status: 409, message: 'Ya tienes un paciente con ese RUT' },
  PATIENT_PASSPORT_EXISTS: { status: 409, message: 'Ya tienes un paciente con ese pasaporte' },
  PATIENT_DNI_EXISTS: { status: 409, message: 'Ya tienes un paciente con ese DNI' },
  SLOT_TAKEN: { status: 409, message: 'Ya existe una cita en ese horario' },
  SLOT_HELD: {
    status: 409,
    message: 'Una reserva en línea ocupa ese horario. Revísala en «Reservas en línea».',
  },
  TOO_MANY_OVERBOOKED: { status: 409, message: 'Ya hay 20 sobrecupos ese día. Elige otro día.' },
  ...MESSAGE_ERRORS,
  MAIL_NOT_CONFIGURED: { status: 503, message: 'El correo no está configurado en esta instalación' },
  ...RIGHTS_ERRORS,
  APPOINTMENT_OVER: { status: 409, message: 'Esta cita ya pasó o fue cancelada' },
  APPOINTMENT_CHANGED: { status: 409, message: 'Tu hora cambió. Revisa la nueva hora antes de responder.' },
  BIRTH_DATE_WRONG: { status: 403, message: 'La fecha de nacimiento no coincide' },
  TICKET_ENDED: { status: 401, message: 'Por seguridad, escribe de nuevo la fecha de nacimiento' },
  LINK_ENDED: { status: 404, message: 'Este enlace ya no es válido' },
  CANCEL_TOO_LATE: { status: 409, message: 'Ya no es posible cancelar ni cambiar la hora por este medio' },
  MOVE_NOT_ALLOWED: { status: 409, message: 'Esta hora no se puede cambiar por este medio' },
  ...BOOKING_ERRORS,
  ...CHARGE_ERRORS,
  CLINICAL_NOTE_FINALIZED: { status: 409, message: 'No se puede modificar una nota finalizada' },
  CLINICAL_NOTE_BLANK: { status: 400, message: 'Completa la nota antes de guardarla definitivamente' },
  ALLERGY_UNCONFIRMED: {
    status: 409,
    message: 'El paciente tiene registrada una alergia que podría relacionarse con una receta de esta nota',
  },
  ADDENDUM_NOTE_UNFINISHED: { status: 409, message: 'Solo se puede agregar una adenda a una nota finalizada' },
  ADDENDUM_FINALIZED: { status: 409, message: 'No se puede modificar una adenda finalizada' },
  ADDENDUM_BLANK: { status: 400, message: 'Escribe la adenda antes de finalizarla' },
  TOO_MANY_ADDENDA: { status: 409, message: 'Una nota puede tener a lo más 100 adendas' },
  ADDENDA_TOO_LONG: {
    status: 409,
    message: 'Las adendas de una nota pueden tener a lo más 100.000 caracteres en total. Acorta esta adenda.',
  },
  ADDENDA_ALTERED: {
    status: 409,
    message: 'Las adendas no coinciden con la huella de la nota, así que no se puede imprimir. Avisa a soporte.',
  },
  ADDENDUM_UNDECRYPTABLE: {
    status: 409,
    message:
      'No se pudo descifrar una adenda, así que la nota no se puede imprimir completa. La exportación de la ficha contiene lo demás. Avisa a soporte.',
  },
  DRAFT_CHANGED: { status: 409, message: 'El contenido cambió en otra ventana' },
  CERTIFICATE_FINALIZED: { status: 409, message: 'No se puede modificar un certificado finalizado' },
  CERTIFICATE_NOT_CANCELLABLE: { status: 409, message: 'No se puede cancelar un certificado finalizado' },
  TOO_MANY_ABSENCES: { status: 409, message: 'Tienes demasiados bloqueos. Elimina los que ya pasaron.' },
  SERVICE_EXISTS: { status: 409, message: 'Ya tienes un servicio con ese nombre' },
  TOO_MANY_SERVICES: { status: 409, message: 'Puedes tener a lo más 50 servicios. Elimina los que ya no ofreces.' },
  TOO_MANY_TEMPLATES: { status: 409, message: 'Puedes guardar a lo más 100 plantillas' },
  NOTE_TEMPLATE_EXISTS: { status: 409, message: 'Ya tienes una plantilla con ese nombre' },
  TOO_MANY_NOTE_TEMPLATES: {
    status: 409,
    message: 'Puedes guardar a lo más 100 plantillas. Elimina las que no uses en Configuración.',
  },
  NOTE_TEMPLATES_TOO_LONG: {
    status: 409,
    message: 'Tus plantillas pueden ocupar a lo más 1 MB de texto en total. Acorta o elimina alguna.',
  },
  TOO_MANY_FAVOURITES: {
    status: 409,
    message: 'Puedes guardar a lo más 200 recetas favoritas. Elimina las que no uses en Configuración.',
  },
  CIE10_EMPTY: { status: 409, message: 'Inicializa primero la base de datos CIE-10' },
  CLINICAL_NOTE_UNFINISHED: { status: 409, message: 'La nota debe estar finalizada para generar PDF' },
  CERTIFICATE_UNFINISHED: { status: 409, message: 'El certificado debe estar finalizado para generar PDF' },
  NO_PLANS: { status: 400, message: 'No hay planes e indicaciones disponibles para imprimir en esta nota clínica' },
  NO_PRESCRIPTIONS: { status: 400, message: 'No hay recetas disponibles para imprimir en esta nota clínica' },
  DOCUMENT_UNKNOWN: { status: 404, message: 'No existe un documento con ese código' },
  PRINTER_BUSY: { status: 503, message: 'Hay demasiados documentos en preparación. Intenta en unos segundos.' },
  SIGNATURE_TOO_LARGE: {
    status: 413,
    message: 'El archivo es demasiado grande. El tamaño máximo permitido es de 2MB.',
  },
  SIGNATURE_UNREADABLE: {
    status: 400,
    message: 'Tipo de archivo no válido: Solo se permiten imágenes PNG, JPG, JPEG o GIF',
  },
  ATTACHMENT_TOO_LARGE: { status: 413, message: 'El archivo es demasiado grande. Puede tener hasta 15 MB.' },
  ATTACHMENT_TYPE: { status: 400, message: 'Solo se aceptan archivos PDF, JPEG y PNG. Este archivo es de otro tipo.' },
  ATTACHMENT_HEIC: {
    status: 400,
    message:
      'Esta foto está en formato HEIC, que no se acepta. En el iPhone elige Ajustes, Cámara, Formatos, «Más compatible», o envíala como JPEG.',
  },
  ATTACHMENT_UNREADABLE: {
    status: 400,
    message: 'El archivo está dañado o incompleto. Ábrelo, guárdalo de nuevo e intenta otra vez.',
  },
  ATTACHMENT_TOO_MANY_PIXELS: {
    status: 400,
    message: 'La imagen tiene demasiados píxeles. Redúcela, por ejemplo a 12 megapíxeles, e intenta otra vez.',
  },
  ATTACHMENT_BUSY: { status: 503, message: 'El archivo no se alcanzó a revisar. Intenta en unos segundos.' },
  ATTACHMENT_PERMANENT: {
    status: 409,
    message: 'El archivo es parte de una nota finalizada y no se puede eliminar',
  },
  OWN_ACCOUNT: { status: 409, message: 'No puedes eliminar tu propia cuenta' },
  OWN_PASSWORD: { status: 409, message: 'Cambia tu contraseña en la pestaña Seguridad' },
  OWN_IDENTITY: { status: 409, message: 'No puedes confirmar tu propia identidad' },
  IDENTITY_WITHOUT_RUT: { status: 409, message: 'La cuenta no tiene RUT: no se puede confirmar su identidad' },
  IDENTITY_CHANGED: {
    status: 409,
    message: 'Los datos de la cuenta cambiaron mientras los revisabas. Vuelve a compararlos con el registro.',
  },
  IDENTITY_TAKEN: { status: 409, message: 'Otra cuenta ya tiene su identidad verificada con ese RUT' },
  CLOSED_EMAIL_TAKEN: {
    status: 409,
    message: 'No se puede restaurar: otra cuenta se registró con el mismo correo',
  },
  INCIDENT_CHANGED: {
    status: 409,
    message: 'Otra persona cambió este incidente mientras lo editabas. Ciérralo y ábrelo de nuevo.',
  },
  AGREEMENT_OUTDATED: { status: 409, message: 'Hay otra versión del contrato de encargo. Vuelve a leerlo.' },
  RESTORE_EXPIRED: { status: 409, message: 'Ya pasaron siete días: la cuenta ya no se puede restaurar' },
  NO_RUT: { status: 409, message: 'La cuenta no tiene RUT: no se puede restablecer su contraseña' },
  EMAIL_TAKEN: { status: 409, message: 'Ya existe una cuenta con ese correo' },
  WRONG_PASSWORD: { status: 400, message: 'La contraseña actual no es correcta' },
  SAME_PASSWORD: { status: 400, message: 'La nueva contraseña debe ser distinta de la actual' },
  LINK_INVALID: { status: 400, message: 'El enlace ya se usó o venció. Pide uno nuevo.' },
  EMAIL_UNCONFIRMED: {
    status: 409,
    message: 'La cuenta no ha confirmado su correo, así que todavía no se puede verificar su identidad',
  },
  REAUTHENTICATE: { status: 403, message: 'Confirma tu contraseña para continuar' },
  ...SECOND_FACTOR_ERRORS,
  ...PASSKEY_ERRORS,
  PASSWORD_CHANGE_REQUIRED: { status: 403, message: 'Elige una nueva contraseña antes de continuar' },
  PAYMENTS_NOT_CONFIGURED: { status: 503, message: 'Los pagos no están configurados' },
  PLAN_WITHOUT_END: { status: 409, message: 'Tu plan no tiene fecha de término: no hay nada que pagar' },
  PAYMENT_PROVIDER_UNAVAILABLE: { status: 503, message: 'No se pudo procesar el pago. Intenta nuevamente.' },
  NOTIFICATION_UNSIGNED: { status: 401, message: 'La notificación no trae una firma válida' },
  UNDECRYPTABLE: {
    status: 409,
    message: 'No se pudo descifrar este registro, así que no se puede modificar ni imprimir. Avisa a soporte.',
  },
  EXPORT_RUNNING: {
    status: 409,
    message: 'Ya hay una exportación de tu cuenta en curso. Espera a que termine para empezar otra.',
  },
  IMPORT_TOO_LARGE: {
    status: 413,
    message: 'El archivo es demasiado grande. Puede tener hasta 10 MB; si tiene más, divídelo en partes.',
  },
  IMPORT_UNREADABLE: {
    status: 400,
    message: 'No se pudo leer el archivo. Guárdalo de nuevo con el formato que se indica e intenta otra vez.',
  },
  IMPORT_TOO_SLOW: {
    status: 400,
    message: 'El archivo tarda demasiado en leerse. Divídelo en partes e intenta otra vez.',
  },
  IMPORT_EMPTY: { status: 400, message: 'El archivo no tiene registros para importar' },
  IMPORT_TOO_MANY_ROWS: { status: 400, message: 'El archivo tiene demasiados registros. Divídelo en partes.' },
  IMPORT_FORMULAS: {
    status: 400,
    message: 'El archivo tiene fórmulas. Copia las celdas, pégalas como valores y guarda de nuevo.',
  },
  IMPORT_EXTERNAL_LINKS: {
    status: 400,
    message: 'El archivo tiene vínculos a otros archivos o datos externos. Quítalos y guarda de nuevo.',
  },
  IMPORT_MACROS: { status: 400, message: 'El archivo tiene macros. Guárdalo como libro de Excel sin macros (.xlsx).' },
  IMPORT_ENCRYPTED: { status: 400, message: 'El archivo está protegido con contraseña. Quítala y guarda de nuevo.' },
  IMPORT_OLD_FORMAT: {
    status: 400,
    message: 'El archivo tiene un formato antiguo. Guárdalo como libro de Excel (.xlsx) o como CSV.',
  },
  IMPORT_PROBLEMS: { status: 409, message: 'Hay registros con problemas. Corrígelos o déjalos fuera.' },
  IMPORT_CHANGED: { status: 409, message: 'Algo cambió desde la revisión del archivo. Revísalo de nuevo.' },
  IMPORT_RUNNING: { status: 409, message: 'Ya hay una importación en curso. Espera a que termine.' },
  IMPORT_BUSY: { status: 503, message: 'Hay demasiados archivos en revisión. Intenta en unos segundos.' },
  IMPORT_UNDO_EXPIRED: { status: 409, message: 'Ya pasaron 24 horas: la importación no se puede deshacer' },
  IMPORT_UNDO_CHANGED: {
    status: 409,
    message: 'La importación no se puede deshacer: después se modificaron o agregaron datos en lo que importaste',
  },
  TOO_LARGE: { status: 413, message: 'El contenido enviado es demasiado grande' },
  WRONG_MEDIA_TYPE: { status: 415, message: 'El tipo de contenido no es válido' },
  TOO_MANY_TRIES: { status: 429, message: 'Demasiados intentos. Espera unos minutos e intenta nuevamente.' },
  QUOTA_REACHED: {
    status: 403,
    message:
      'Alcanzaste el espacio de almacenamiento de tu plan. Revisa cuánto usas en Configuración, pestaña Suscripción.',
  },
  STORAGE_LOW: {
    status: 503,
    message:
      'Queda poco espacio en el disco del servidor y por ahora no se puede guardar. Puedes seguir consultando lo que ya está guardado. Avisa a quien administra el servicio: debe liberar espacio o ampliar el disco.',
  },
  BODY_TIMEOUT: { status: 408, message: 'El envío tardó demasiado. Revisa tu conexión e intenta nuevamente.' },
  UNEXPECTED: { status: 500, message: 'Ocurrió un error inesperado. Intenta nuevamente.' },
  NOT_READY: { status: 503, message: 'El servicio no está disponible. Intenta en unos minutos.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** The body of every error response. */
export const ErrorReply = z.object({
  error: z.string(),
  message: z.string(),
  /** The error code. Several errors may share a status. */
  code: z.string(),
  details: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
});
export type ErrorReply = z.output<typeof ErrorReply>;
