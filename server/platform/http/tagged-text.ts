import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Endpoint, TaggedText } from '#contract/endpoint';

/** A client that has the text gets 304. The text is made for GET alone: HEAD answers without its length. */
export async function answerTagged(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { tag, make }: z.output<typeof TaggedText>,
) {
  const etag = `"${tag}"`;
  reply.header('etag', etag).header('cache-control', endpoint.cacheControl ?? 'no-store');
  if (hasTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  reply.type(endpoint.text ?? 'text/plain; charset=utf-8');
  const text = request.method === 'HEAD' ? Readable.from([]) : await make();
  // The time limit may have answered meanwhile.
  return reply.sent ? reply : reply.send(text);
}

/** The comparison of RFC 9110 is weak: a proxy that compresses marks a tag with 'W/'. */
const hasTag = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false;
