import { namesOf } from './database/transaction.ts';

/** Messages of this class of PostgreSQL quote values, which may be patients' data. */
const DATA_EXCEPTION = /^22[0-9A-Z]{3}$/;

/** The names in an error. They quote no values. */
export function errorNames(error: Error) {
  const { code } = error as { code?: unknown };
  return { code: typeof code === 'string' ? code : undefined, ...namesOf(error) };
}

/** What is logged of an error of a background job. The cause of a refusal is the error of the database. */
export function describeError(error: Error) {
  const source = error.cause instanceof Error ? error.cause : error;
  const names = errorNames(source);
  const code = names.code ?? errorNames(error).code;
  return { ...names, code, reason: DATA_EXCEPTION.test(code ?? '') ? undefined : source.message };
}
