import type { FastifyInstance } from 'fastify';

/** Logs one line for each response. It has the route and not the URL, which may contain a name or a RUT. */
export function logResponses(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    };
    request.log.info(line, 'answered');
    done();
  });
}
