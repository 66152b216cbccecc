/** The operator of an installation. A field that the operator does not state is undefined. */
export interface LegalEntity {
  name: string | undefined;
  rut: string | undefined;
  address: string | undefined;
  email: string | undefined;
  /** Who represents a company. */
  representative: string | undefined;
  /** The data protection officer. */
  dataOfficer: string | undefined;
  /** Who else processes data of patients on its behalf: the service and the country of each. */
  subprocessors: string | undefined;
}

/** An operator who states nothing. */
export const UNSTATED: LegalEntity = {
  name: undefined,
  rut: undefined,
  address: undefined,
  email: undefined,
  representative: undefined,
  dataOfficer: undefined,
  subprocessors: undefined,
};

const NAMES = { name: 'nombre o razón social', rut: 'RUT', address: 'domicilio', email: 'correo de contacto' };
const FIELDS = ['name', 'rut', 'address', 'email'] as const;
const NOT_STATED = 'No informado';

/** Default mailboxes for an installation without a contact e-mail. */
const MAILBOXES = {
  support: 'soporte@fichaaustral.cl',
  payments: 'pagos@fichaaustral.cl',
  privacy: 'privacidad@fichaaustral.cl',
};

/** The legal texts of the pages. The operator's e-mail replaces all default mailboxes, which belong to the vendor. */
export const legalTexts = (entity: LegalEntity) => ({
  name: entity.name ?? NOT_STATED,
  rut: entity.rut ?? NOT_STATED,
  address: entity.address ?? NOT_STATED,
  email: entity.email ?? NOT_STATED,
  representative: entity.representative ?? NOT_STATED,
  dataOfficer: entity.dataOfficer ?? NOT_STATED,
  subprocessors: entity.subprocessors ?? 'ninguno informado.',
  notice: noticeOn(entity),
  supportMailbox: entity.email ?? MAILBOXES.support,
  paymentsMailbox: entity.email ?? MAILBOXES.payments,
  privacyMailbox: entity.email ?? MAILBOXES.privacy,
});
export type LegalTexts = ReturnType<typeof legalTexts>;

/** Lists the missing fields that everybody has to state. Empty when none is missing. */
function noticeOn(entity: LegalEntity): string {
  const missing = FIELDS.filter((field) => !entity[field]).map((field) => NAMES[field]);
  if (missing.length === 0) return '';
  const list = new Intl.ListFormat('es', { type: 'conjunction' }).format(missing);
  const what = missing.length === FIELDS.length ? 'quién la opera' : 'todos los datos de quien la opera';
  const mailboxes = entity.email
    ? ''
    : ' Los correos de esta página son los de Ficha Austral, no los de quien la opera.';
  return `Esta instalación no ha informado ${what}. Falta: ${list}.${mailboxes}`;
}

/** Placeholders in the built pages. The server replaces them with the legal texts at start. */
export const LEGAL_PLACEHOLDERS: LegalTexts = {
  name: '__LEGAL_NAME__',
  rut: '__LEGAL_RUT__',
  address: '__LEGAL_ADDRESS__',
  email: '__LEGAL_EMAIL__',
  representative: '__LEGAL_REPRESENTATIVE__',
  dataOfficer: '__LEGAL_DATA_OFFICER__',
  subprocessors: '__LEGAL_SUBPROCESSORS__',
  notice: '__LEGAL_NOTICE__',
  supportMailbox: '__SUPPORT_MAILBOX__',
  paymentsMailbox: '__PAYMENTS_MAILBOX__',
  privacyMailbox: '__PRIVACY_MAILBOX__',
};

/** Placeholder for the legal entity as JSON, which the application reads from its root element. */
export const LEGAL_ENTITY_PLACEHOLDER = '__LEGAL_ENTITY__';
