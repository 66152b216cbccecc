import { expect, test } from 'vitest';
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

test('a message that quotes a value is left out', () => {
  const error = Object.assign(new Error('invalid input syntax for type date: "Rosa Díaz"'), { code: '22007' });
  expect(describeError(error)).toEqual({ code: '22007' });
});
