/** Who runs an installation, as far as it states it. */
export interface LegalEntity {
  name?: string | undefined;
  rut?: string | undefined;
  address?: string | undefined;
  email?: string | undefined;
}

const NAMES = { name: 'nombre o razón social', rut: 'RUT', address: 'domicilio', email: 'correo de contacto' };
const FIELDS = ['name', 'rut', 'address', 'email'] as const;
const NOT_STATED = 'No informado';

/** The mailboxes of the product, for an installation that states none of its own. */
const MAILBOXES = {
  support: 'soporte@fichaaustral.cl',
  payments: 'pagos@fichaaustral.cl',
  privacy: 'privacidad@fichaaustral.cl',
};

/** What the pages say of it. A stated e-mail receives everything: the other mailboxes would be somebody else's. */
export const legalTexts = (entity: LegalEntity) => ({
  name: entity.name ?? NOT_STATED,
  rut: entity.rut ?? NOT_STATED,
  address: entity.address ?? NOT_STATED,
  email: entity.email ?? NOT_STATED,
  notice: noticeOn(entity),
  supportMailbox: entity.email ?? MAILBOXES.support,
  paymentsMailbox: entity.email ?? MAILBOXES.payments,
  privacyMailbox: entity.email ?? MAILBOXES.privacy,
});
export type LegalTexts = ReturnType<typeof legalTexts>;

/** Empty when everything is stated. */
function noticeOn(entity: LegalEntity): string {
  const missing = FIELDS.filter((field) => !entity[field]).map((field) => NAMES[field]);
  if (missing.length === 0) return '';
  const list = new Intl.ListFormat('es', { type: 'conjunction' }).format(missing);
  if (missing.length === FIELDS.length) return `Esta instalación no ha informado quién la opera. Falta: ${list}.`;
  return `Esta instalación no ha informado todos los datos de quien la opera. Falta: ${list}.`;
}

/** What stands in the built pages for these texts; the server puts the texts in when it starts. */
export const LEGAL_PLACEHOLDERS: LegalTexts = {
  name: '__LEGAL_NAME__',
  rut: '__LEGAL_RUT__',
  address: '__LEGAL_ADDRESS__',
  email: '__LEGAL_EMAIL__',
  notice: '__LEGAL_NOTICE__',
  supportMailbox: '__SUPPORT_MAILBOX__',
  paymentsMailbox: '__PAYMENTS_MAILBOX__',
  privacyMailbox: '__PRIVACY_MAILBOX__',
};

/** The same for the application, which reads the entity itself, as JSON, from the root of its page. */
export const LEGAL_ENTITY_PLACEHOLDER = '__LEGAL_ENTITY__';
