import type { Plan } from '#contract/plans';
import type { FieldCipher } from './platform/crypto/field-cipher.ts';
import type { Passwords } from './platform/crypto/passwords.ts';
import type { AccessTokens } from './platform/crypto/tokens.ts';
import type { Database } from './platform/database/database.ts';
import type { DiskFloor } from './platform/disk-floor.ts';

/**
 * A transaction that is refused above the quota of its owner. The property makes it another type than one without a
 * limit.
 */
export type LimitedTransaction = Database['tenantTransaction'] & { readonly isLimited: true };

/**
 * What the platform offers to services. A service takes the part that it uses, as `Pick<Deps, …>`. Other dependencies,
 * such as the printer (`pdf/printer.ts`) or the payment provider (`payments/payment-provider.ts`), are declared where they
 * are implemented and added in `app.ts`.
 */
export interface Deps extends Omit<Database, 'close' | 'tenantTransaction'> {
  tenantTransaction: LimitedTransaction;
  now(): Date;
  /** Logs a line for the operator: ids, codes and counts, no personal data. */
  inform(details: Record<string, unknown>, message: string): void;
  warn(details: Record<string, unknown>, message: string): void;
  diskFloor: DiskFloor;
  /** Whether the server is about to stop: it says so to load balancers, and still answers. */
  isDraining(): boolean;
  accessTokens: AccessTokens;
  cipher: FieldCipher;
  passwords: Passwords;
  /** Whether payments of the test checkout count towards the plan. True only where the test checkout is in use. */
  countsTestPayments: boolean;
  /** Whether mail is delivered. Without SMTP_URL nothing is queued, and the endpoints of mail do not exist. */
  sendsMail: boolean;
  /** The plan of a new account. A paid one has no end. */
  defaultPlan: Plan['status'];
  /** Whether administrators must have a second factor. */
  requiresAdminSecondFactor: boolean;
  /** When backups are made by themselves. Undefined without BACKUP_DIR. */
  backupSchedule: { everyHours: number; since: Date } | undefined;
  /** The address of the product for its users, without a slash at the end. Printed documents and payments refer to it. */
  publicUrl: string;
}
