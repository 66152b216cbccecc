import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ZodError } from 'zod';
import { ERRORS, type ErrorCode, type ErrorReply } from '#contract/errors';
import { AppError } from '../app-error.ts';
import { errorNames } from '../describe-error.ts';
import { pageOfForm } from './forms.ts';

const FRAMEWORK_ERRORS: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'WRONG_MEDIA_TYPE',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'INVALID_INPUT',
  FST_ERR_BAD_URL: 'NOT_FOUND',
  FST_ERR_HANDLER_TIMEOUT: 'NOT_READY',
};

/** Errors that the operator must see. All others are corrected by the caller. */
const LOGGED: readonly ErrorCode[] = ['UNEXPECTED', 'NOT_READY', 'PRINTER_BUSY', 'PAYMENT_PROVIDER_UNAVAILABLE'];

/** Seconds until a client may try again, where the error itself does not say it. */
const RETRY_AFTER: Partial<Record<ErrorCode, number>> = { NOT_READY: 5, STORAGE_LOW: 60 };

/** The rest of a refused body is read and discarded up to this size. */
const MAX_DISCARDED_BYTES = 16 * 1024 * 1024;

/** Every error of a route becomes a response here. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const isTimeout = error.code === 'FST_ERR_HANDLER_TIMEOUT' && request.raw.complete === false;
    const refusal = isTimeout ? new AppError('BODY_TIMEOUT') : toAppError(error);
    const isBodyLate = refusal.code === 'BODY_TIMEOUT';
    // A full disk that PostgreSQL reports. What the floor refuses was reported once for all requests.
    const isDiskFull = refusal.code === 'STORAGE_LOW' && refusal.cause !== undefined;
    if (isDiskFull || LOGGED.includes(refusal.code)) {
      request.log.error({ err: withoutData(refusal.cause instanceof Error ? refusal.cause : error) }, 'request failed');
    }
    const isBodyAwaited = !isBodyLate && Number(request.headers['content-length']) <= MAX_DISCARDED_BYTES;
    if (isBodyLate) reply.header('connection', 'close');
    // Fastify would close the connection, and a client that is still sending would lose the refusal.
    if (isBodyAwaited) reply.removeHeader('connection');
    const page = pageOfForm(request);
    return page === undefined ? sendError(reply, refusal) : reply.redirect(page, 303);
  });
  app.setNotFoundHandler((_request: FastifyRequest, reply: FastifyReply) =>
    sendError(reply, new AppError('NOT_FOUND')),
  );
}

export function sendError(reply: FastifyReply, error: AppError) {
  const retryAfter = error.retryAfter ?? RETRY_AFTER[error.code];
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  return reply
    .code(ERRORS[error.code].status)
    .header('cache-control', 'no-store')
    .send({
      error: error.message,
      message: error.message,
      code: error.code,
      details: error.fields && Object.entries(error.fields).map(([field, message]) => ({ field, message })),
    } satisfies ErrorReply);
}

export function toAppError(error: FastifyError | Error): AppError {
  if (error instanceof AppError) return error;
  const { code = '', statusCode = 500 } = error as FastifyError;
  const known = FRAMEWORK_ERRORS[code];
  if (known) return new AppError(known);
  return new AppError(statusCode >= 400 && statusCode < 500 ? 'INVALID_INPUT' : 'UNEXPECTED');
}

/** What is safe to log. Messages and details of the database quote values, which may be patients' data. */
function withoutData(error: Error) {
  const paths = error instanceof ZodError ? error.issues.map((issue) => issue.path.join('.')) : undefined;
  const frames = error.stack?.split('\n').filter((line) => line.trimStart().startsWith('at '));
  return { type: error.name, ...errorNames(error), paths, stack: frames?.join('\n') };
}

/** Bytes that are not HTTP never reach a route. They are answered on the socket, in the same format. */
export function answerBrokenRequest(_error: Error, socket: Socket): void {
  if (!socket.writable) return;
  const { status, message } = ERRORS.INVALID_INPUT;
  const body = JSON.stringify({ error: message, message, code: 'INVALID_INPUT' } satisfies ErrorReply);
  socket.end(
    [
      `HTTP/1.1 ${status} Bad Request`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'cache-control: no-store',
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
