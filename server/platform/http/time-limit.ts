import { errorCodes, type FastifyReply, type FastifyRequest } from 'fastify';
import { type Endpoint, isStreamed } from '#contract/endpoint';
import { serveWhile } from '../time-left.ts';
import { uploadMsOf } from './body-time.ts';

/** Shorter than the thirty seconds of the browser. A request that takes longer is answered with NOT_READY. */
const LIMIT_MS = 28_000;
/** Shorter than the sixty seconds after which a silent connection is closed. */
const SLOW_LIMIT_MS = 55_000;
/** A client that stops reading is cut off much earlier. */
const STREAM_LIMIT_MS = 6 * 3600 * 1000;

/** The time limit of one request. */
export interface TimeLimit {
  /** Aborts when the client leaves, and when the time is over. */
  signal: AbortSignal;
  /** Whether the request was answered because its time was over. */
  isOver(): boolean;
  /** Runs the handler. Its result or error is discarded when the time was over first. */
  run<T>(handle: () => Promise<T>): Promise<T | FastifyReply>;
  /** A file is being sent. */
  allowStream(): void;
}

/**
 * Answers a request that takes too long. `handlerTimeout` of Fastify does not: it ends when the request emits 'close',
 * which Node does as soon as the body has been read. The time starts with the first call for a request.
 */
export function timeLimits(endpoint: Endpoint): (request: FastifyRequest, reply: FastifyReply) => TimeLimit {
  const started = new WeakMap<FastifyRequest, TimeLimit>();
  return (request, reply) => {
    const timeLimit = started.get(request) ?? startTimeLimit(endpoint, request, reply);
    started.set(request, timeLimit);
    return timeLimit;
  };
}

function startTimeLimit(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): TimeLimit {
  const limitMs = endpoint.isSlow || isStreamed(endpoint) ? SLOW_LIMIT_MS : LIMIT_MS;
  const uploadMs = uploadMsOf(endpoint);
  const left = new AbortController();
  let isOver = false;
  let timer: NodeJS.Timeout;

  function start(milliseconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => answer(milliseconds), milliseconds);
  }

  function answer(milliseconds: number): void {
    if (reply.sent) return;
    isOver = true;
    const error = new errorCodes.FST_ERR_HANDLER_TIMEOUT(milliseconds, endpoint.path);
    left.abort(error);
    // A response that has begun cannot become an error.
    if (reply.raw.headersSent) reply.raw.destroy(error);
    else reply.send(error);
  }

  start(limitMs + uploadMs);
  reply.raw.once('close', () => {
    clearTimeout(timer);
    if (!reply.raw.writableFinished) left.abort();
  });

  return {
    signal: left.signal,
    isOver: () => isOver,
    run: async (handle) => {
      // A file that has arrived sooner than it might have does not leave more time to the handler.
      if (uploadMs > 0) start(limitMs);
      try {
        return await serveWhile(() => isOver, handle);
      } catch (error) {
        // Fastify would log it with its values.
        if (!isOver) throw error;
        return reply;
      } finally {
        const { method, routeOptions, log } = request;
        if (isOver) log.warn({ method, route: routeOptions.url }, 'the work of a request ended after its time limit');
      }
    },
    allowStream: () => start(STREAM_LIMIT_MS),
  };
}
