import { ERRORS, type ErrorCode } from '#contract/errors';

interface Details {
  /** A Spanish reason for each refused field of a body or query. */
  fields?: Record<string, string>;
  /** Seconds until the client may try again. */
  retryAfter?: number;
  cause?: unknown;
}

/** A refusal with a code of contract/errors.ts. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, { fields, retryAfter, cause }: Details = {}) {
    super(ERRORS[code].message, { cause });
    this.code = code;
    this.fields = fields;
    this.retryAfter = retryAfter;
  }
}
