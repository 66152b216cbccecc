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
  const document = openApiDocument(operations, publicUrl);
  const page = docsPage(document);
  app.get('/api/openapi.json', (_request, reply) => reply.send(document));
  app.get('/api/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(page));
  for (const path of ['/api', '/api/*']) {
    app.all(path, () => {
      throw new AppError('NOT_FOUND');
    });
  }
}
