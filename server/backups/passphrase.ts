import { startRefused } from '#server/platform/start-refused';

const MIN_LENGTH = 12;

/**
 * The passphrase of a new backup or a new copy of the keys. A thief of such a file can guess for years. Files are read
 * with any passphrase, because earlier releases accepted shorter ones.
 */
export function requireLongPassphrase(passphrase: string | undefined, purpose: string): string {
  if (!passphrase) throw startRefused(`BACKUP_PASSPHRASE is not set: ${purpose}`);
  if ([...passphrase].length < MIN_LENGTH) {
    throw startRefused(
      `BACKUP_PASSPHRASE has fewer than ${MIN_LENGTH} characters: choose a longer one. Files made with the former passphrase can still be restored with it`,
    );
  }
  return passphrase;
}
