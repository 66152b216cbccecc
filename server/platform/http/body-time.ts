import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type Endpoint, MIN_UPLOAD_RATE } from '#contract/endpoint';
import { AppError } from '../app-error.ts';

/** How long a body may take to arrive. */
export interface BodyTime {
  /** Any body, whatever its size. */
  baseMs: number;
  /** The rate, in bytes per second, at which a file arrives at least. It has the base time besides. */
  minimumRate: number;
}

export const BODY_TIME: BodyTime = { baseMs: 30_000, minimumRate: MIN_UPLOAD_RATE };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the body may take besides the base time. */
    uploadMs?: number;
  }
}

/** The time that a file of the largest size takes at the minimum rate. */
export const uploadMsOf = ({ upload, bodyLimit = 0 }: Pick<Endpoint, 'upload' | 'bodyLimit'>, time = BODY_TIME) =>
  upload === undefined ? 0 : millisecondsFor(bodyLimit, time);

const millisecondsFor = (bytes: number, { minimumRate }: BodyTime): number => Math.ceil((bytes / minimumRate) * 1000);

/**
 * Closes a connection whose request has not arrived in its time. Node has one time for all requests, which must be that
 * of the largest file. A route answers earlier, in its own time. This is for requests that reach no route.
 */
export function closeLateRequests(app: FastifyInstance, { baseMs }: BodyTime = BODY_TIME): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request;
    if (hasBody(raw)) {
      const { uploadMs = 0 } = request.routeOptions.config ?? {};
      // Destroying a request that has not arrived closes its connection.
      const timer = setTimeout(() => raw.destroy(), baseMs + uploadMs).unref();
      const stop = () => clearTimeout(timer);
      raw.once('end', stop).once('close', stop);
    }
    done();
  });
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * The chunks of an upload. One that arrives slower than the minimum rate, once the base time is over, is refused: a
 * sender of a few bytes each minute would hold its connection and what it has sent.
 */
export async function* chunksInTime(payload: Readable, limit: number, time: BodyTime): AsyncGenerator<Buffer> {
  const start = performance.now();
  // Does not close the connection when reading stops early, so that the refusal can still be sent.
  const chunks: AsyncIterator<Buffer> = payload.iterator({ destroyOnReturn: false });
  for (let received = 0; ; ) {
    const allowed = time.baseMs + millisecondsFor(Math.min(received, limit), time);
    const { done, value } = await before(start + allowed, chunks.next());
    if (done) return;
    received += value.length;
    yield value;
  }
}

async function before<T>(deadline: number, promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new AppError('BODY_TIMEOUT')), Math.max(0, deadline - performance.now()));
  try {
    return await Promise.race([promise, late]);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('INVALID_INPUT', { cause });
  } finally {
    clearTimeout(timer);
  }
}
