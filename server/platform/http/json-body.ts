import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';

const sizes = new WeakMap<FastifyRequest, number>();

/** The size of the JSON text of a request. Zero for a form, whose size its endpoint limits. */
export const jsonBytes = (request: FastifyRequest): number => sizes.get(request) ?? 0;

/** A body is JSON or empty: the web client labels every request as JSON, even without a body. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text: string, done) => {
    sizes.set(request, Buffer.byteLength(text));
    try {
      if (isTooDeep(text)) throw new Error('too deep');
      done(null, text === '' ? undefined : JSON.parse(text));
    } catch {
      done(new AppError('INVALID_JSON'));
    }
  });
}

/** No request of the API is nested this deep. Deeper text is refused before it is parsed. */
const MAX_DEPTH = 20;

function isTooDeep(text: string): boolean {
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (isQuoted) {
      if (character === BACKSLASH) at++;
      else if (character === QUOTE) isQuoted = false;
    } else if (character === QUOTE) isQuoted = true;
    else if (character === OPEN_LIST || character === OPEN_OBJECT) {
      if (++depth > MAX_DEPTH) return true;
    } else if (character === CLOSE_LIST || character === CLOSE_OBJECT) depth--;
  }
  return false;
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
