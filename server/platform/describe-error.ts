import { AppError } from './app-error.ts';
import { namesOf } from './database/transaction.ts';

/** Classes of PostgreSQL whose messages name objects, and quote no values of patients. */
const WITHOUT_VALUES = /^(08|23|40|42|53|55|57)[0-9A-Z]{3}$/;

/** The names in an error. They quote no values. */
export function errorNames(error: Error) {
  const { code } = error as { code?: unknown };
  return { code: typeof code === 'string' ? code : undefined, ...namesOf(error) };
}

/**
 * What is logged of an error of a background job. It describes the innermost cause, which may be the error of the
 * database. A message that may quote what was read, as one of JSON.parse or zod, is replaced by the name of the error.
 */
export function describeError(error: Error) {
  let source = error;
  let { code } = errorNames(error);
  while (source.cause instanceof Error) {
    source = source.cause;
    code = errorNames(source).code ?? code;
  }
  return { ...errorNames(source), code, reason: quotesNothing(source) ? source.message : source.name };
}

function quotesNothing(error: Error): boolean {
  const { code } = errorNames(error);
  const isPlain = error.constructor === Error && code === undefined;
  return isPlain || error instanceof AppError || 'syscall' in error || WITHOUT_VALUES.test(code ?? '');
}
