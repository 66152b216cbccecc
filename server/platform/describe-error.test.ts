import { expect, test } from 'vitest';
import { z } from 'zod';
import { AppError } from './app-error.ts';
import { describeError } from './describe-error.ts';

const violation = Object.assign(new Error('duplicate key value violates unique constraint "seals_pkey"'), {
  code: '23505',
  constraint: 'seals_pkey',
  table: 'seals',
  detail: 'Key (name)=(Rosa Díaz) already exists.',
});

test('an error of the database is described with its constraint and table, without its details', () => {
  const { message, code, constraint, table } = violation;
  expect(describeError(violation)).toEqual({ code, constraint, table, reason: message });
});

test('a refusal is described by its cause', () => {
  expect(describeError(new AppError('NOT_READY', { cause: violation }))).toEqual(describeError(violation));
  expect(describeError(new AppError('NOT_READY', { cause: new Error('no answer') }))).toEqual({
    code: 'NOT_READY',
    reason: 'no answer',
  });
});

test('an error without a code is described by its message', () => {
  expect(describeError(new Error('no answer'))).toEqual({ reason: 'no answer' });
});

test('the innermost cause is described', () => {
  const lost = Object.assign(new Error('terminating connection'), { code: '57P01' });
  const shared = new Error(lost.message, { cause: lost });
  expect(describeError(new AppError('NOT_READY', { cause: shared }))).toEqual({ code: '57P01', reason: lost.message });
});

const thrown = (run: () => unknown): Error => {
  try {
    run();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
};

test.each([
  [
    'a value that PostgreSQL refuses',
    Object.assign(new Error('invalid input syntax for type date: "Rosa Díaz"'), { code: '22007' }),
    { code: '22007', reason: 'Error' },
  ],
  ['text that is not JSON', thrown(() => JSON.parse('Rosa Díaz')), { reason: 'SyntaxError' }],
  ['a value against a schema', thrown(() => z.literal('Ana').parse('Rosa Díaz')), { reason: 'ZodError' }],
])('a message that may quote %s is left out', (_, error, described) => {
  expect(describeError(error)).toEqual(described);
});
