import { createHmac, timingSafeEqual } from 'node:crypto';

/** What of a notification is signed, and its signature: 'ts=1704908010,v1=618c…' */
export interface SignedNotification {
  /** From the address, not from the body: the body is not signed. */
  dataId: string | undefined;
  requestId: string | undefined;
  signature: string | undefined;
}

const HOUR_MS = 3600 * 1000;
/** The provider tries for days; whether a retry is signed anew is nowhere said. A replay changes nothing. */
const SIGNED_WITHIN_MS = 48 * HOUR_MS;

export function isSigned(notification: SignedNotification, secrets: readonly string[], now: Date): boolean {
  const parts = notification.signature?.split(',').map((part) => part.trim().split('=')) ?? [];
  const { ts = '', v1: given = '' }: Record<string, string | undefined> = Object.fromEntries(parts);
  if (!/^\d{1,16}$/.test(ts) || !/^[0-9a-f]{64}$/i.test(given)) return false;
  if (Math.abs(now.getTime() - instantOf(ts)) > SIGNED_WITHIN_MS) return false;
  const bytes = Buffer.from(given, 'hex');
  return secrets.some((secret) => timingSafeEqual(hmacOf(notification, ts, secret), bytes));
}

export const signatureFor = (notification: Omit<SignedNotification, 'signature'>, ts: string, secret: string): string =>
  `ts=${ts},v1=${hmacOf(notification, ts, secret).toString('hex')}`;

/** A part that did not come has no place in what is signed. */
function hmacOf({ dataId, requestId }: Omit<SignedNotification, 'signature'>, ts: string, secret: string): Buffer {
  const parts = [dataId && `id:${dataId};`, requestId && `request-id:${requestId};`, `ts:${ts};`];
  return createHmac('sha256', secret).update(parts.filter(Boolean).join('')).digest();
}

/** The provider's documents say milliseconds and show seconds. Seconds reach this number in the year 5138. */
const LAST_SECOND = 1e11;

const instantOf = (ts: string): number => (Number(ts) > LAST_SECOND ? Number(ts) : Number(ts) * 1000);
