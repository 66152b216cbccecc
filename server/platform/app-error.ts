import { ERRORS, type ErrorCode } from '#contract/errors';

interface Particulars {
  /** Spanish reasons by field, for a body or query that was understood and refused. */
  fields?: Record<string, string>;
  /** Seconds after which it makes sense to try again. */
  retryAfter?: number;
  cause?: unknown;
}

/** A refusal with a code from the one table. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, { fields, retryAfter, cause }: Particulars = {}) {
    super(ERRORS[code].message, { cause });
    this.code = code;
    this.fields = fields;
    this.retryAfter = retryAfter;
  }
}
