import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { requiredLine } from './text.ts';
import { Id, Instant } from './wire.ts';

/** Maximum number of results. */
export const MAX_RECORD_RESULTS = 50;

const RecordResult = z.object({
  kind: z.enum(['clinical-note', 'certificate', 'addendum', 'attachment']),
  _id: z.uuid(),
  /** The note of an addendum, and of a file that was added to one. */
  noteId: z.uuid().optional(),
  date: Instant,
  title: z.string(),
  /** A piece of the text around the first match. */
  excerpt: z.string(),
  /** Where the searched words are in the excerpt: the first character, and the one after the last. */
  matches: z.array(z.tuple([z.int(), z.int()])),
});
export type RecordResult = z.output<typeof RecordResult>;

const RecordResults = z.object({
  results: z.array(RecordResult),
  /** There are more results, or more records than a search reads. */
  truncated: z.boolean(),
});
export type RecordResults = z.output<typeof RecordResults>;

export const searchRecord = endpoint({
  method: 'GET',
  path: '/api/patients/{id}/search',
  access: 'professional',
  summary: `Busca todas las palabras, sin distinguir tildes, en las notas, los certificados, las adendas y los nombres de los archivos de un paciente; lo más reciente primero, a lo más ${MAX_RECORD_RESULTS}`,
  params: Id,
  query: z.object({ query: requiredLine('Escribe qué buscar', 120) }),
  reply: RecordResults,
  limits: [{ by: 'account', max: 300, seconds: 600 }],
  recordsRead: 'record.searched',
});
