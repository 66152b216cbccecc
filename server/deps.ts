import type { FieldCipher } from './platform/crypto/field-cipher.ts';
import type { Passwords } from './platform/crypto/passwords.ts';
import type { AccessTokens } from './platform/crypto/tokens.ts';
import type { Database } from './platform/database/database.ts';

/**
 * What the platform offers to services. A service takes the part that it uses, as `Pick<Deps, …>`. Dependencies of one
 * feature, such as the printer or the payment provider, are declared in that feature and added in `app.ts`.
 */
export interface Deps extends Omit<Database, 'close'> {
  now(): Date;
  /** Logs a warning for the operator: ids and codes, no personal data. */
  warn(details: Record<string, unknown>, message: string): void;
  accessTokens: AccessTokens;
  cipher: FieldCipher;
  passwords: Passwords;
  /** Whether payments of the test checkout count towards the plan. True only where the test checkout is in use. */
  countsTestPayments: boolean;
  /** The address of the product for its users, without a slash at the end. Printed documents and payments refer to it. */
  publicUrl: string;
}
