import { networkOf } from '#server/platform/address';
import { tokenHash } from '#server/platform/crypto/tokens';

const RECORDED_EVERY_MS = 3600 * 1000;
const MAX_REMEMBERED = 10_000;

/**
 * Tells whether a read by a secret address is to be recorded: once an hour for each address and network. A program reads
 * an agenda every few minutes, for years, and one entry an hour tells the owner as much.
 */
export function createReadMemory() {
  const recordedAt = new Map<string, number>();
  return ({ token, address }: { token: string; address: string }, now: Date): boolean => {
    const key = `${tokenHash(token).toString('base64url')} ${networkOf(address)}`;
    const last = recordedAt.get(key) ?? Number.NEGATIVE_INFINITY;
    // The clock may have been set back, so the distance counts in both directions.
    if (Math.abs(now.getTime() - last) < RECORDED_EVERY_MS) return false;
    if (recordedAt.size >= MAX_REMEMBERED) recordedAt.clear();
    recordedAt.set(key, now.getTime());
    return true;
  };
}
