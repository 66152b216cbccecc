import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Sender } from '#server/platform/http/bind';

/** The signed parts of a notification, and its signature: 'ts=1704908010,v1=618c…' */
export interface SignedNotification {
  /** Comes from the query string. The body is not signed. */
  dataId: string | undefined;
  requestId: string | undefined;
  signature: string | undefined;
}

export const signatureIn = (
  query: { 'data.id'?: string | undefined },
  { headers }: Pick<Sender, 'headers'>,
): SignedNotification => ({
  dataId: query['data.id'],
  requestId: single(headers['x-request-id']),
  signature: single(headers['x-signature']),
});

const single = (header: string | string[] | undefined) => (typeof header === 'string' ? header : undefined);

const HOUR_MS = 3600 * 1000;
/**
 * The provider retries for days and does not document whether a retry gets a new signature. A replayed notification
 * changes nothing.
 */
const MAX_SIGNATURE_AGE_MS = 48 * HOUR_MS;

export function isSigned(notification: SignedNotification, secrets: readonly string[], now: Date): boolean {
  const parts = notification.signature?.split(',').map((part) => part.trim().split('=')) ?? [];
  const { ts = '', v1: hash = '' }: Record<string, string | undefined> = Object.fromEntries(parts);
  if (!/^\d{1,16}$/.test(ts) || !/^[0-9a-f]{64}$/i.test(hash)) return false;
  if (Math.abs(now.getTime() - instantOf(ts)) > MAX_SIGNATURE_AGE_MS) return false;
  const bytes = Buffer.from(hash, 'hex');
  return secrets.some((secret) => timingSafeEqual(hmacOf(notification, ts, secret), bytes));
}

export const signatureFor = (notification: Omit<SignedNotification, 'signature'>, ts: string, secret: string): string =>
  `ts=${ts},v1=${hmacOf(notification, ts, secret).toString('hex')}`;

/** A missing part is left out of the signed text. */
function hmacOf({ dataId, requestId }: Omit<SignedNotification, 'signature'>, ts: string, secret: string): Buffer {
  const parts = [dataId && `id:${dataId};`, requestId && `request-id:${requestId};`, `ts:${ts};`];
  return createHmac('sha256', secret).update(parts.filter(Boolean).join('')).digest();
}

/**
 * The provider's documentation specifies milliseconds, but its examples use seconds. A larger value is in milliseconds:
 * a time in seconds reaches this value in the year 5138.
 */
const MAX_SECONDS = 1e11;

const instantOf = (ts: string): number => (Number(ts) > MAX_SECONDS ? Number(ts) : Number(ts) * 1000);
