import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import type { StoredFile } from '#contract/endpoint';

/** A browser that is made to show the file as a page runs no script of it and loads nothing. */
const SANDBOX = "sandbox; default-src 'none'";

/** Browsers show a PDF with a viewer, which a sandbox or a policy for objects would block. */
const NO_FRAMES = "frame-ancestors 'none'";

/**
 * Sends a stored file. What somebody uploaded is always a download, and never a page of this site. What the server made
 * may be shown.
 */
export function sendStoredFile(reply: FastifyReply, file: z.output<typeof StoredFile>) {
  const { name, type, size, chunks, isShown = false } = file;
  return reply
    .header('content-disposition', contentDisposition(isShown ? 'inline' : 'attachment', name))
    .header('content-security-policy', isShown ? NO_FRAMES : SANDBOX)
    .header('content-length', size)
    .header('cache-control', 'private, no-store')
    .type(type)
    .send(Readable.from(chunks, { objectMode: false }));
}

/** RFC 6266: a name in ASCII for old programs, and the name itself as RFC 8187 encodes it. */
function contentDisposition(disposition: 'inline' | 'attachment', name: string): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
