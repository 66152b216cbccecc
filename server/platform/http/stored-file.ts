import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import type { StoredFile } from '#contract/endpoint';

/** A browser that is made to show the file as a page runs no script of it and loads nothing. */
const SANDBOX = "sandbox; default-src 'none'";

/** Sends a file that somebody uploaded. It is always a download, and never a page of this site. */
export function sendStoredFile(reply: FastifyReply, { name, type, size, chunks }: z.output<typeof StoredFile>) {
  return reply
    .header('content-disposition', contentDisposition(name))
    .header('content-security-policy', SANDBOX)
    .header('content-length', size)
    .header('cache-control', 'private, no-store')
    .type(type)
    .send(Readable.from(chunks, { objectMode: false }));
}

/** RFC 6266: a name in ASCII for old programs, and the name itself as RFC 8187 encodes it. */
function contentDisposition(name: string): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
