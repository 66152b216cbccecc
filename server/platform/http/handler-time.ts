import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';

const CHECK_MS = 1000;

interface Started {
  reply: FastifyReply;
  /** On the clock of `performance.now()`. */
  until: number;
}

/** The time of a request counts from now on. It may take up to a second more. */
export type StartTime = (request: FastifyRequest, reply: FastifyReply, milliseconds: number) => void;

/**
 * Answers requests that take too long. `handlerTimeout` of Fastify makes a timer, a listener and an AbortController for
 * each request, which take a tenth of the time of a small one. Here one timer looks at all requests.
 */
export function limitHandlerTime(app: FastifyInstance, started = new Map<FastifyRequest, Started>()): StartTime {
  const timer = setInterval(() => {
    const now = performance.now();
    for (const [request, { reply, until }] of started) {
      // There is no hook for a client that leaves.
      const isOver = reply.sent || reply.raw.destroyed;
      if (!isOver && now < until) continue;
      started.delete(request);
      if (!isOver) answerLate(request, reply);
    }
  }, CHECK_MS).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  app.addHook('onResponse', (request, _reply, done) => {
    started.delete(request);
    done();
  });
  return (request, reply, milliseconds) => {
    started.set(request, { reply, until: performance.now() + milliseconds });
  };
}

/** Aborts when the request is answered, because it has taken too long, or when its client leaves. */
export function signalOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  if (reply.raw.destroyed) controller.abort();
  else reply.raw.once('close', () => controller.abort());
  return controller.signal;
}

function answerLate({ raw, log }: FastifyRequest, reply: FastifyReply): void {
  if (reply.raw.headersSent) {
    // A part of the response is on its way, which cannot become an error any more.
    log.error({ err: tookTooLong() }, 'a response took too long and was cut off');
    reply.raw.destroy();
  } else if (raw.complete === false) reply.send(new AppError('BODY_TIMEOUT'));
  else reply.send(new AppError('NOT_READY', { cause: tookTooLong() }));
}

const tookTooLong = () => Object.assign(new Error('the request took too long'), { code: 'HANDLER_TIMEOUT' });
