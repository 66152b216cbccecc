import type { FastifyInstance } from 'fastify';
import { AppError } from '../app-error.ts';

/** A body is JSON or nothing: our client labels every call JSON, also those that carry no body. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text: string, done) => {
    try {
      if (isTooDeep(text)) throw new Error('too deep');
      done(null, text === '' ? undefined : JSON.parse(text));
    } catch {
      done(new AppError('INVALID_JSON'));
    }
  });
}

/** Nothing that the API takes has lists in lists in lists: such a text is refused before it is built in memory. */
const DEEPEST = 20;

function isTooDeep(text: string): boolean {
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at);
    if (isQuoted) {
      if (letter === BACKSLASH) at++;
      else if (letter === QUOTE) isQuoted = false;
    } else if (letter === QUOTE) isQuoted = true;
    else if (letter === OPEN_LIST || letter === OPEN_OBJECT) {
      if (++depth > DEEPEST) return true;
    } else if (letter === CLOSE_LIST || letter === CLOSE_OBJECT) depth--;
  }
  return false;
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
