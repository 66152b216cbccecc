import type { FieldCipher } from './platform/crypto/field-cipher.ts';
import type { Passwords } from './platform/crypto/passwords.ts';
import type { AccessTokens } from './platform/crypto/tokens.ts';
import type { Database } from './platform/database/database.ts';

/**
 * What the platform offers to services. A service takes the part that it uses, as `Pick<Deps, …>`. What belongs to one
 * feature, the printer or the provider of payments, stands in that feature and is added in `app.ts`.
 */
export interface Deps extends Omit<Database, 'close'> {
  now(): Date;
  /** Logs a warning for the operator: ids and codes, no personal data. */
  warn(details: Record<string, unknown>, message: string): void;
  accessTokens: AccessTokens;
  cipher: FieldCipher;
  passwords: Passwords;
  /** Payments of the test checkout count towards the plan. They do only where the test checkout is in use. */
  countsTestPayments: boolean;
  /** When backups are made by themselves. Undefined without BACKUP_DIR. */
  backupSchedule: { everyHours: number; since: Date } | undefined;
  /** The address of the product for its users, without a slash at the end. Printed documents and payments refer to it. */
  publicUrl: string;
}
