import { randomUUID } from 'node:crypto';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { ENDPOINTS } from '#contract/endpoints';
import { authRoutes } from './auth/auth.routes.ts';
import { admit } from './auth/auth.service.ts';
import type { Owner } from './auth/owner.ts';
import type { Deps } from './deps.ts';
import { healthRoutes } from './health/health.routes.ts';
import type { Config } from './platform/config.ts';
import { serveApiDescription } from './platform/http/api-description.ts';
import { type Bind, binder } from './platform/http/bind.ts';
import { endConnectionsOnClose } from './platform/http/closing.ts';
import { answerErrors, sendError, toAppError } from './platform/http/errors.ts';
import { setHeaders } from './platform/http/headers.ts';
import { readJsonBodies } from './platform/http/json-body.ts';
import { logAnswers } from './platform/http/log.ts';
import { servePages } from './platform/http/pages.ts';
import { countAgainst } from './platform/rate-limit.ts';

const BODY_LIMIT = 512 * 1024;
const REQUEST_TIMEOUT_MS = 30_000;

type AppConfig = Pick<Config, 'logLevel' | 'rateLimit' | 'trustProxy'> & {
  publicUrl: string;
  /** The folder of the built web; without it only the API is served. */
  webFolder?: string;
};

export async function buildApp(deps: Deps, config: AppConfig): Promise<FastifyInstance> {
  const app = fastify({
    logger: { level: config.logLevel, base: null },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: config.trustProxy,
    // While closing, calls under way and late ones get their answer; the framework's own refusal is in English.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: (error, _request, reply) => sendError(reply, toAppError(error)),
  });
  readJsonBodies(app);
  answerErrors(app);
  logAnswers(app);
  endConnectionsOnClose(app);
  setHeaders(app, config.publicUrl);

  const bind: Bind<Owner> = binder(app, {
    admit: (authorization, access) => admit(deps, authorization, access),
    count: async (endpoint, caller) => {
      if (!config.rateLimit) return;
      for (const limit of endpoint.limits ?? []) {
        if ((limit.by === 'address') !== (caller.email === undefined)) continue;
        await countAgainst(deps.identity, endpoint.path, limit, caller, deps.now());
      }
    },
  });
  healthRoutes(bind, deps);
  authRoutes(bind, deps);

  serveApiDescription(app, ENDPOINTS, config.publicUrl);
  if (config.webFolder) await servePages(app, config.webFolder, config.publicUrl);
  return app;
}
