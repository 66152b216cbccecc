import type { ErrorCode, ErrorReply } from '#contract/errors';

/** An error reply of which fields may be missing: a proxy may have answered instead of the server. */
type PartialErrorReply = Partial<ErrorReply>;

const isTextOrMissing = (value: unknown) => value === undefined || typeof value === 'string';

const isDetail = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  'field' in value &&
  typeof value.field === 'string' &&
  'message' in value &&
  typeof value.message === 'string';

/** Checked by hand: every screen needs it, and none should load zod for it. Empty when it is no error reply. */
export function readErrorReply(body: unknown): PartialErrorReply {
  if (typeof body !== 'object' || body === null) return {};
  const { error, message, code, details = [] }: Record<string, unknown> = { ...body };
  const isReply = [error, message, code].every(isTextOrMissing) && Array.isArray(details) && details.every(isDetail);
  return isReply ? body : {};
}

/** A failed request. `status` is 0 when there is no answer from the server. */
export class ApiError extends Error {
  readonly status: number;
  /** The error reply of the server; empty when there is none or it cannot be parsed. */
  readonly reply: PartialErrorReply;

  constructor(status: number, reply: PartialErrorReply, transportMessage: string) {
    super(reply.error || transportMessage);
    this.name = 'ApiError';
    this.status = status;
    this.reply = reply;
  }

  get details(): { field: string; message: string }[] {
    return this.reply.details ?? [];
  }
}

/** Compares the error code, because several codes share a status. */
export const isError = (error: unknown, code: ErrorCode): error is ApiError =>
  error instanceof ApiError && error.reply.code === code;

/** The server answered with an error. Without an answer, or with 503, a later attempt may succeed. */
export const isAnswered = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status !== 0 && error.status !== 503;

/** The server refused the request. Timeouts, rate limits and failures are not refusals: a retry may succeed. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== 408 &&
  error.status !== 429;

/** A proxy answers with these for a server that is unavailable. */
const PROXY_STATUSES = [502, 503, 504];

/** The server gave no answer, or its database is unavailable. Another 503, such as a busy printer, is an answer. */
export const meansUnreachable = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 0 ||
    (PROXY_STATUSES.includes(error.status) && !error.reply.code) ||
    error.reply.code === 'NOT_READY');
