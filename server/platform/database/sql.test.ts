import { expect, test } from 'vitest';
import { fragment, identifier, sequence, statementOf } from './sql.ts';

const sql = (strings: TemplateStringsArray, ...values: unknown[]) => statementOf(strings, values);

test('values become numbered parameters, also those of fragments within fragments', () => {
  const inner = fragment`b = ${2}`;
  const { text, values } = sql`select ${fragment`a = ${1} and ${inner}`}, ${3}, ${identifier('día "x"')}`;
  expect(text).toBe('select a = $1 and b = $2, $3, "día ""x"""');
  expect(values).toEqual([1, 2, 3]);
});

test('the same template has a text for each of the fragments in it', () => {
  const find = (...parts: unknown[]) => sql`select ${parts[0]} ${parts[1]}`;
  const [a, b] = [fragment`a`, fragment`b`];
  const withValue = (value: unknown) => fragment`(${value})`;
  const cases: [unknown[], string, unknown[]][] = [
    [[1, 2], 'select $1 $2', [1, 2]],
    [[a, b], 'select a b', []],
    [[b, a], 'select b a', []],
    [[a, 1], 'select a $1', [1]],
    [[1, a], 'select $1 a', [1]],
    [[withValue(a), b], 'select (a) b', []],
    [[withValue(1), a], 'select ($1) a', [1]],
    [[withValue(a), 1], 'select (a) $1', [1]],
    [[withValue(withValue(1)), 2], 'select (($1)) $2', [1, 2]],
  ];
  // Twice: the second time they are remembered.
  for (const [parts, text, values] of [...cases, ...cases]) expect(find(...parts)).toMatchObject({ text, values });
});

test('a sequence of any length is written as it is', () => {
  const selecting = (...values: unknown[]) => sql`select ${sequence(values)}`;
  expect(
    [selecting(1), selecting(1, 2), selecting(3, 4), selecting()].map(({ text, values }) => [text, values]),
  ).toEqual([
    ['select $1', [1]],
    ['select $1, $2', [1, 2]],
    ['select $1, $2', [3, 4]],
    ['select ', []],
  ]);
});

test('the name of a statement follows from its text alone', () => {
  const [one, same, other] = [sql`select ${1}`, sql`select ${2}`, sql`select ${3}::int`];
  expect(one.name).toMatch(/^[\w-]{24}$/);
  expect(same.name).toBe(one.name);
  expect(other.name).not.toBe(one.name);
});
