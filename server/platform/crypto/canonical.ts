import { createHash } from 'node:crypto';

export type CanonicalValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly CanonicalValue[]
  | { readonly [key: string]: CanonicalValue };

/**
 * The one way to write a value down: keys sorted, nothing absent, text in NFC with LF. Whoever has the same content
 * gets the same bytes, today and in fifteen years.
 */
export function canonicalJson(value: CanonicalValue): string {
  return JSON.stringify(inOrder(value));
}

function inOrder(value: CanonicalValue): CanonicalValue {
  if (typeof value === 'string') return value.replaceAll(/\r\n?/g, '\n').normalize();
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, part]) => [key, inOrder(part)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

export const sha256 = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();
