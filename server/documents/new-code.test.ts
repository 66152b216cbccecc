import pg from 'pg';
import { expect, test } from 'vitest';
import { AppError } from '#server/platform/app-error';
import type { PublicSql } from '#server/platform/database/database';
import { hashCode, newCode } from './new-code.ts';

function databaseError(severity: string, code: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError('connection to the remote node failed', 0, 'error'), { severity, code });
}
const workerAway = () => new AppError('NOT_READY', { cause: databaseError('ERROR', '08006') });

/** A distributed database that fails so many reads. Remembers the hashes that it was asked for. */
function failing(times: number, error: () => Error) {
  const asked: Buffer[] = [];
  const db = async (_: TemplateStringsArray, ...values: unknown[]) => {
    asked.push(values.findLast((value) => Buffer.isBuffer(value)) as Buffer);
    if (asked.length <= times) throw error();
    return [];
  };
  return { deps: { public: db as unknown as PublicSql, isDistributed: true }, asked };
}

test('a code whose worker is away is replaced with another one', async () => {
  const { deps, asked } = failing(3, workerAway);
  const code = await newCode(deps);
  expect(code).toMatch(/^[0-9A-Z]{28}$/);
  expect(new Set(asked.map(String)).size).toBe(4);
  expect(asked.at(-1)).toEqual(hashCode(code));
});

test('one PostgreSQL stores every code, so it is not asked', async () => {
  const { deps, asked } = failing(Number.POSITIVE_INFINITY, workerAway);
  expect(await newCode({ ...deps, isDistributed: false })).toMatch(/^[0-9A-Z]{28}$/);
  expect(asked).toEqual([]);
});

test('the search ends when no worker answers', async () => {
  const { deps, asked } = failing(Number.POSITIVE_INFINITY, workerAway);
  await expect(newCode(deps)).rejects.toMatchObject({ code: 'NOT_READY' });
  expect(asked).toHaveLength(10);
});

test.each([
  ['a lost connection', new AppError('NOT_READY', { cause: databaseError('FATAL', '57P01') })],
  ['a statement that took too long', new AppError('NOT_READY', { cause: databaseError('ERROR', '57014') })],
  ['a server that is not reached', new AppError('NOT_READY', { cause: new Error('connect ECONNREFUSED') })],
])('another code is not tried after %s', async (_, error) => {
  const { deps, asked } = failing(1, () => error);
  await expect(newCode(deps)).rejects.toBe(error);
  expect(asked).toHaveLength(1);
});
