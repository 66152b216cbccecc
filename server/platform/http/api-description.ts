import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#contract/endpoint';
import { AppError } from '../app-error.ts';
import { docsPage } from './docs-page.ts';
import { openApiDocument } from './openapi.ts';

/** `/api/openapi.json` for programs, `/api/docs` for people; any other path under /api is a 404 in JSON. */
export function serveApiDescription(
  app: FastifyInstance,
  operations: Readonly<Record<string, Endpoint>>,
  publicUrl: string,
): void {
  // Built at the first request: most starts never need it.
  let built: ReturnType<typeof openApiDocument> | undefined;
  const description = () => {
    built ??= openApiDocument(operations, publicUrl);
    return built;
  };
  app.get('/api/openapi.json', (_request, reply) => reply.send(description()));
  app.get('/api/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(docsPage(description())));
  for (const path of ['/api', '/api/*']) {
    app.all(path, () => {
      throw new AppError('NOT_FOUND');
    });
  }
}
