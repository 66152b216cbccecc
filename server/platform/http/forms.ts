import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';

const FORM = 'multipart/form-data';

export const isForm = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.toLowerCase().startsWith(FORM) ?? false;

/** Parses multipart forms into fields, within the body limit of the endpoint. A file becomes its bytes. */
export function readForms(app: FastifyInstance): void {
  app.addContentTypeParser(FORM, { parseAs: 'buffer' }, async (request: FastifyRequest, bytes: Buffer) => {
    const type = request.headers['content-type'] ?? '';
    if (partsIn(bytes, type) > MAX_PARTS) throw new AppError('INVALID_INPUT');
    const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } })
      .formData()
      .catch(() => undefined);
    if (!form) throw new AppError('INVALID_INPUT');
    const fields = [...form].map(async ([name, value]) => [name, await contentOf(value)] as const);
    return Object.fromEntries(await Promise.all(fields));
  });
}

const contentOf = (value: string | File) => (typeof value === 'string' ? value : value.bytes());

/** More than any form has. Parsing thousands of parts would block all other requests. */
const MAX_PARTS = 8;

function partsIn(bytes: Buffer, type: string): number {
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1];
  if (!boundary) return 0;
  let count = 0;
  for (let at = bytes.indexOf(`--${boundary}`); at >= 0 && count <= MAX_PARTS; count++) {
    at = bytes.indexOf(`--${boundary}`, at + 1);
  }
  return count;
}
