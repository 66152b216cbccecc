/** The path of every page. `:name` is a parameter. */
export const PATHS = {
  landing: '/',
  login: '/login',
  register: '/register',
  recovery: '/recuperar-contrasena',
  newPassword: '/nueva-contrasena',
  confirmEmail: '/confirmar-correo',
  terms: '/terminos',
  privacy: '/privacidad',
  rights: '/derechos',
  processingAgreement: '/encargo',
  support: '/soporte',
  guide: '/primeros-pasos',
  verify: '/verificar',
  verification: '/verificar/:code',
  appointmentLink: '/cita/:token',
  sharedDocuments: '/documentos/:token',
  booking: '/reservar/:slug',
  rightsForm: '/derechos/:slug',
  rightsFormByLink: '/derechos/enlace/:token',
  invitation: '/invitacion/:token',
  home: '/dashboard',
  agenda: '/dashboard/agenda',
  bookingRequests: '/dashboard/reservas',
  charges: '/dashboard/cobros',
  rightsRequests: '/dashboard/derechos',
  rightsRequest: '/dashboard/derechos/:id',
  patients: '/dashboard/pacientes',
  importPatients: '/dashboard/pacientes/importar',
  importAppointments: '/dashboard/agenda/importar',
  dayReminders: '/dashboard/agenda/recordatorios',
  patient: '/dashboard/pacientes/:id',
  newClinicalNote: '/dashboard/pacientes/:id/atencion',
  clinicalNote: '/dashboard/pacientes/:id/atencion/:noteId',
  newCertificate: '/dashboard/pacientes/:id/certificado',
  certificate: '/dashboard/pacientes/:id/certificado/:certificateId',
  account: '/dashboard/configuracion',
  workingHours: '/dashboard/configuracion/agenda',
  presets: '/dashboard/configuracion/plantillas',
  admin: '/dashboard/admin',
  systemScripts: '/dashboard/system-scripts',
  testCheckout: '/pago-de-prueba/:id',
  testDeposit: '/abono-de-prueba/:id',
} as const;

/** In the address of a note, the draft of an addendum that is continued. */
export const ADDENDUM_PARAMETER = 'adenda';

/** The tab where plans are shown and paid. */
export const PLANS_ADDRESS = `${PATHS.account}?tab=suscripcion`;

/** The tab where a professional invites assistants. */
export const ASSISTANTS_ADDRESS = `${PATHS.account}?tab=secretaria`;

/** The tab of the password, the second factor and the open sessions. */
export const SECURITY_ADDRESS = `${PATHS.account}?tab=seguridad`;

/** The id of the card in that tab, and the address that leads to it. */
export const ACCESS_LOG_ID = 'registro-de-accesos';
export const ACCESS_LOG_ADDRESS = `${SECURITY_ADDRESS}#${ACCESS_LOG_ID}`;

/** The ids of the cards in the settings of the agenda to which other parts lead. */
export const WORKING_HOURS_ID = 'horario';
export const SERVICES_ID = 'servicios';
export const BOOKING_SETTINGS_ID = 'reserva-en-linea';
export const REMINDER_SETTINGS_ID = 'recordatorios';
export const PAYMENT_ACCOUNT_ID = 'mercado-pago';
export const CHARGE_MESSAGE_ID = 'pagos-pendientes';
export const CHARGE_MESSAGE_ADDRESS = `${PATHS.workingHours}#${CHARGE_MESSAGE_ID}`;
export const BOOKING_SETTINGS_ADDRESS = `${PATHS.workingHours}#${BOOKING_SETTINGS_ID}`;
export const REMINDER_SETTINGS_ADDRESS = `${PATHS.workingHours}#${REMINDER_SETTINGS_ID}`;
export const PAYMENT_ACCOUNT_ADDRESS = `${PATHS.workingHours}#${PAYMENT_ACCOUNT_ID}`;

/** In the address of the agenda, the day that it shows. */
export const AGENDA_DAY = 'fecha';
export const agendaOn = (day: string): string => `${PATHS.agenda}?${AGENDA_DAY}=${day}`;

/** In the address, asks a page to open the form that creates something. */
export const CREATE = 'crear';
export const NEW_PATIENT_ADDRESS = `${PATHS.patients}?${CREATE}=paciente`;
export const NEW_APPOINTMENT_ADDRESS = `${PATHS.agenda}?${CREATE}=cita`;
/** With the request for a new appointment, its hour and its duration. */
export const CREATE_TIME = 'hora';
export const CREATE_DURATION = 'duracion';
/** With the request for a charge, its appointment. */
export const CREATE_FOR = 'cita';

/** In the address, the professional for whom an assistant works. */
export const PROFESSIONAL = 'profesional';

/** The register of health professionals, of the Superintendencia de Salud. */
export const RNPI_SITE = 'https://rnpi.superdesalud.gob.cl/';

/** Where the Servicio de Impuestos Internos issues the boleta de honorarios. */
export const SII_SITE = 'https://www.sii.cl/servicios_online/1040-1287.html';

/** Pages behind a link that somebody received. They are not stored, and not found by search engines. */
export const LINK_PATHS: readonly string[] = [
  PATHS.appointmentLink,
  PATHS.sharedDocuments,
  PATHS.rightsFormByLink,
  PATHS.invitation,
];

export type Path = (typeof PATHS)[keyof typeof PATHS];

/** These paths are served by the shell and hidden from search engines. The test page of deposits needs no login. */
export const isBehindLogin = (path: string): boolean =>
  path === PATHS.home || path.startsWith(`${PATHS.home}/`) || path === PATHS.testCheckout || path === PATHS.testDeposit;
