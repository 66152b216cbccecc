import { z } from 'zod';
import type { DocumentKind } from './documents.ts';
import { endpoint } from './endpoint.ts';

/** 'half-letter' prints prescriptions on half a letter page, and all other documents on letter. */
export const PAGE_SIZES = ['letter', 'a4', 'half-letter'] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

export const PrintSettings = z.object({ pageSize: z.enum(PAGE_SIZES, 'Selecciona un tamaño de hoja') });
export type PrintSettings = z.output<typeof PrintSettings>;

/** What Chile prints on. */
export const DEFAULT_PRINT_SETTINGS: PrintSettings = { pageSize: 'letter' };

/** The page that a document of that kind is printed on. */
export const pageSizeFor = (kind: DocumentKind, { pageSize }: PrintSettings): PageSize =>
  pageSize === 'half-letter' && kind !== 'prescriptions' ? 'letter' : pageSize;

export const getPrintSettings = endpoint({
  method: 'GET',
  path: '/api/account/print-settings',
  access: 'professional',
  summary: 'El tamaño de hoja de los documentos',
  reply: PrintSettings,
});

export const putPrintSettings = endpoint({
  method: 'PUT',
  path: '/api/account/print-settings',
  access: 'professional',
  summary: 'Cambia el tamaño de hoja de los documentos que se impriman por primera vez',
  body: PrintSettings,
  reply: PrintSettings,
});
