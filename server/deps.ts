import type { Payments } from './billing/choose-payments.ts';
import type { Printer } from './documents/print/printer.ts';
import type { FieldCipher } from './platform/crypto/field-cipher.ts';
import type { Passwords } from './platform/crypto/passwords.ts';
import type { AccessTokens } from './platform/crypto/tokens.ts';
import type { Database } from './platform/database/database.ts';

/** What services need from the world, handed to them by name: no globals, no containers. */
export interface Deps extends Omit<Database, 'close'> {
  now(): Date;
  /** For whoever runs this to look into. Ids and codes, nothing of anybody. */
  warn(particulars: Record<string, unknown>, message: string): void;
  accessTokens: AccessTokens;
  cipher: FieldCipher;
  passwords: Passwords;
  printer: Printer;
  payments: Pick<Payments, 'provider' | 'testCheckout'>;
  /** Where the world finds us: it stands on every printed document, and payers come back to it. */
  publicUrl: string;
}
