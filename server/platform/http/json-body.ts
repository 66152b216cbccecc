import type { FastifyInstance } from 'fastify';
import { AppError } from '../app-error.ts';

/** A body is JSON or nothing: our client labels every call JSON, also those that carry no body. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text: string, done) => {
    try {
      done(null, text === '' ? undefined : JSON.parse(text));
    } catch {
      done(new AppError('INVALID_JSON'));
    }
  });
}
