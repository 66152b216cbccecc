import { expect, test } from 'vitest';
import { z } from 'zod';
import { serialize } from './serialize.ts';

const Reply = z.object({
  name: z.string(),
  at: z.iso.datetime().nullable(),
  count: z.int().optional(),
  flag: z.literal(true).optional(),
  items: z.array(z.object({ code: z.string(), note: z.string().nullable() })),
});

test('sends the fields of the schema and no others, at any depth', () => {
  const item = { code: 'I10', note: null, secret: 1 };
  const value = { name: 'Ana', at: null, flag: true, items: [item], passwordHash: 'x' };
  expect(JSON.parse(serialize(Reply, value))).toEqual({
    name: 'Ana',
    at: null,
    flag: true,
    items: [{ code: 'I10', note: null }],
  });
});

test('leaves out what is undefined, and escapes every text', () => {
  const name = 'Núñez "Ñ" \\ \u2028 \ud83d\ude00 </script> \u0000\n';
  const text = serialize(Reply, { name, at: '2026-11-16T01:02:03.000Z"', count: undefined, items: [] });
  expect(JSON.parse(text)).toEqual({ name, at: '2026-11-16T01:02:03.000Z"', items: [] });
});

test('refuses a value without a required field', () => {
  expect(() => serialize(Reply, { at: null, items: [] })).toThrow(/name/);
});

test('sends the member of a union that the value is, also with null in place of one of a list of values', () => {
  const Either = z.union([z.object({ field: z.enum(['a', 'b']).nullable() }), z.object({ count: z.int() })]);
  expect(serialize(Either, { field: null })).toBe('{"field":null}');
  expect(serialize(Either, { count: 3 })).toBe('{"count":3}');
});
