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
 * Canonical JSON: keys sorted, absent values left out, text in NFC with LF. The same content gives the same bytes in
 * any version of the product, because its hash is printed on documents.
 */
export function canonicalJson(value: CanonicalValue): string {
  return JSON.stringify(canonical(value));
}

function canonical(value: CanonicalValue): CanonicalValue {
  if (typeof value === 'string') return value.replaceAll(/\r\n?/g, '\n').normalize();
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, part]) => [key, canonical(part)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

export const sha256 = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();
