import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';

const CHECK_MS = 1000;

interface Started {
  reply: FastifyReply;
  /** On the clock of `performance.now()`. */
  until: number;
  controller?: AbortController;
}

export interface HandlerTime {
  /** The time counts from now on, up to a second more. */
  start(request: FastifyRequest, reply: FastifyReply, milliseconds: number): void;
  /** Aborts when the client leaves, and when the request has taken too long. */
  signalOf(request: FastifyRequest, reply: FastifyReply): AbortSignal;
}

/**
 * Answers requests that take too long. `handlerTimeout` of Fastify makes a timer, a listener and an AbortController for
 * each request, which take a tenth of the time of a small one. Here one timer looks at all requests.
 */
export function limitHandlerTime(app: FastifyInstance): HandlerTime {
  const started = new Map<FastifyRequest, Started>();
  const timer = setInterval(() => {
    const now = performance.now();
    for (const [request, { reply, until, controller }] of started) {
      if (now < until) continue;
      started.delete(request);
      controller?.abort();
      answerLate(request, reply);
    }
  }, CHECK_MS).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  app.addHook('onResponse', (request, _reply, done) => {
    started.delete(request);
    done();
  });
  return {
    start: (request, reply, milliseconds) => {
      started.set(request, { reply, until: performance.now() + milliseconds });
    },
    signalOf: (request, reply) => {
      const controller = new AbortController();
      reply.raw.once('close', () => controller.abort());
      const found = started.get(request);
      if (found) found.controller = controller;
      return controller.signal;
    },
  };
}

function answerLate({ raw }: FastifyRequest, reply: FastifyReply): void {
  const hasClientLeft = reply.raw.destroyed;
  if (reply.sent || hasClientLeft) return;
  // A part of the response is on its way, which cannot become an error any more.
  if (reply.raw.headersSent) reply.raw.destroy();
  else if (raw.complete === false) reply.send(new AppError('BODY_TIMEOUT'));
  else reply.send(new AppError('NOT_READY', { cause: tookTooLong() }));
}

const tookTooLong = () => Object.assign(new Error('the request took too long'), { code: 'HANDLER_TIMEOUT' });
