import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { optionalLine } from './text.ts';

export const Cie10Code = z.object({ _id: z.string(), code: z.string(), description: z.string() });
export type Cie10Code = z.output<typeof Cie10Code>;

/** The outcome of an import. `total` is the number of codes afterwards. */
const Cie10Counts = z.object({
  total: z.int(),
  added: z.int(),
  updated: z.int(),
  skipped: z.int(),
  errors: z.int(),
});
export type Cie10Counts = z.output<typeof Cie10Counts>;

const CODE = /^([A-Z]\d\d)(?:\.?(\d[\dA-Z]?|X))?\.?$/;

/** 'a00', 'E110', 'e11.0', 'I10X', 'S06.-' → 'A00', 'E11.0', 'E11.0', 'I10', 'S06'; undefined for other text. */
export function canonicalCie10(text: string): string | undefined {
  const parts = CODE.exec(text.toUpperCase().replaceAll(/[\s†*+-]/g, ''));
  if (!parts) return undefined;
  const [, category, detail] = parts;
  return detail && detail !== 'X' ? `${category}.${detail}` : category;
}

/** A coded diagnosis as text: 'I10 - Hipertensión esencial (primaria)'. */
export const codedDiagnosis = ({ code, description }: Pick<Cie10Code, 'code' | 'description'>): string =>
  `${code} - ${description}`;

/** Splits a coded diagnosis; undefined for free text. */
export function readCodedDiagnosis(diagnosis: string): { code: string; display: string } | undefined {
  const parts = /^([A-Z]\d\d(?:\.\d[\dA-Z]?)?) - (.+)$/su.exec(diagnosis);
  return parts?.[1] && parts[2] ? { code: parts[1], display: parts[2] } : undefined;
}

export const searchCie10 = endpoint({
  method: 'GET',
  path: '/api/cie10/search',
  access: 'professional',
  summary: 'Códigos CIE-10 por código o por palabras de su descripción',
  query: z.object({ query: optionalLine(200) }),
  reply: z.array(Cie10Code),
});

export const cie10Stats = endpoint({
  method: 'GET',
  path: '/api/cie10/stats',
  access: 'professional',
  summary: 'Cuántos códigos CIE-10 hay',
  reply: z.object({ count: z.int() }),
});

export const adminCie10Stats = endpoint({
  method: 'GET',
  path: '/api/admin/cie10/stats',
  access: 'admin',
  summary: 'Cuántos códigos CIE-10 hay',
  reply: z.object({ count: z.int() }),
});

export const initializeCie10 = endpoint({
  method: 'POST',
  path: '/api/admin/cie10/initialize',
  access: 'admin',
  summary: 'Carga el catálogo CIE-10 base',
  reply: Cie10Counts.extend({ message: z.string() }),
});

export const expandCie10 = endpoint({
  method: 'POST',
  path: '/api/admin/expand-cie10',
  access: 'admin',
  summary: 'Corrige y completa el catálogo con la lista curada',
  reply: z.object({ success: z.literal(true), message: z.string(), stats: Cie10Counts }),
});
