import type { ErrorCode, ErrorReply } from '#contract/errors';

/** A call that did not succeed. `status` is 0 when the server did not answer at all. */
export class ApiError extends Error {
  readonly status: number;
  /** What the server said, word for word; empty when it said nothing that can be understood. */
  readonly reply: Partial<ErrorReply>;

  constructor(status: number, reply: Partial<ErrorReply>, transportMessage: string) {
    super(reply.error || transportMessage);
    this.name = 'ApiError';
    this.status = status;
    this.reply = reply;
  }

  get details(): { field: string; message: string }[] {
    return this.reply.details ?? [];
  }
}

/** That very refusal of the table, and no other with its status. */
export const isError = (error: unknown, code: ErrorCode): error is ApiError =>
  error instanceof ApiError && error.reply.code === code;

/** The server answered, whatever it said. Without an answer, or with 503 while it restarts, a later try may succeed. */
export const isAnswered = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status !== 0 && error.status !== 503;

/** The server looked at the request and said no. Silence, overload and breakdown are not a no: they may pass. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== 408 &&
  error.status !== 429;
