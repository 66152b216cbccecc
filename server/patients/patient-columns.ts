import type { PatientInput } from '#contract/patients';
import { UNDECRYPTABLE_TEXT } from '#contract/undecryptable';
import type { FieldCipher } from '#server/platform/crypto/field-cipher';

export type Contact = Partial<
  Pick<
    PatientInput,
    'address' | 'phone' | 'email' | 'emergencyContact' | 'occupation' | 'prevision' | 'legalRepresentative'
  >
>;
type Background = Pick<PatientInput, 'allergies' | 'notas' | 'alertas' | 'preferencias'>;

const encryptionContext = (owner: string, row: string, column: 'contact' | 'background') => ({
  table: 'patients',
  column,
  owner,
  row,
});

const NO_CONTACT: Contact = {
  address: undefined,
  phone: undefined,
  email: undefined,
  emergencyContact: undefined,
  occupation: undefined,
  prevision: undefined,
  legalRepresentative: undefined,
};
const NO_BACKGROUND: Background = { allergies: null, notas: null, alertas: null, preferencias: null };

const UNDECRYPTABLE_CONTACT: Contact = {
  ...NO_CONTACT,
  address: UNDECRYPTABLE_TEXT,
  phone: UNDECRYPTABLE_TEXT,
  email: UNDECRYPTABLE_TEXT,
  emergencyContact: UNDECRYPTABLE_TEXT,
  occupation: UNDECRYPTABLE_TEXT,
};
const UNDECRYPTABLE_BACKGROUND: Background = {
  allergies: UNDECRYPTABLE_TEXT,
  notas: UNDECRYPTABLE_TEXT,
  alertas: UNDECRYPTABLE_TEXT,
  preferencias: UNDECRYPTABLE_TEXT,
};

interface EncryptedRow {
  id: string;
  /** Null when the patient has none of its fields. */
  contact: Buffer | null;
  /** Absent when it was not read. */
  background?: Buffer | null;
}

/**
 * Decrypts the columns. The fields of a column that cannot be decrypted say so. `background` is undefined when it was not
 * read.
 */
export function decryptColumns(owner: string, row: EncryptedRow, cipher: FieldCipher) {
  const decryptColumn = <T>(column: 'contact' | 'background', none: T): T | undefined => {
    const encrypted = row[column];
    if (!encrypted) return none;
    const text = cipher.tryDecrypt(encrypted, encryptionContext(owner, row.id, column));
    return text === undefined ? undefined : (JSON.parse(text) as T);
  };
  const contact = decryptColumn<Contact>('contact', NO_CONTACT);
  if (row.background === undefined) {
    return { contact: contact ?? UNDECRYPTABLE_CONTACT, background: undefined, isComplete: contact !== undefined };
  }
  const background = decryptColumn<Background>('background', NO_BACKGROUND);
  return {
    contact: contact ?? UNDECRYPTABLE_CONTACT,
    background: background ?? UNDECRYPTABLE_BACKGROUND,
    isComplete: contact !== undefined && background !== undefined,
  };
}

interface EncryptedColumn {
  owner: string;
  id: string;
  cipher: FieldCipher;
}

function encryptFields(
  column: 'contact' | 'background',
  fields: Contact | Background,
  { owner, id, cipher }: EncryptedColumn,
): Buffer | null {
  const isEmpty = Object.values(fields).every((value) => value == null);
  return isEmpty ? null : cipher.encrypt(JSON.stringify(fields), encryptionContext(owner, id, column));
}

export function encryptedContact(patient: Contact, of: EncryptedColumn): Buffer | null {
  const { address, phone, email, emergencyContact, occupation, prevision, legalRepresentative } = patient;
  const fields = { address, phone, email, emergencyContact, occupation, prevision, legalRepresentative };
  return encryptFields('contact', fields, of);
}

export function encryptedColumns(owner: string, id: string, input: PatientInput, cipher: FieldCipher) {
  const { allergies, notas, alertas, preferencias } = input;
  const of = { owner, id, cipher };
  return {
    contact: encryptedContact(input, of),
    background: encryptFields('background', { allergies, notas, alertas, preferencias }, of),
  };
}
