import { expect, test } from 'vitest';
import { canonicalJson, sha256 } from './canonical.ts';

test('the same content gives the same bytes, in whatever order and Unicode form it comes', () => {
  const written = canonicalJson({
    b: 'nin\u0303o\r\nuno\rdos',
    a: [1, { y: null, x: undefined, w: true }],
    c: undefined,
  });
  expect(written).toBe('{"a":[1,{"w":true,"y":null}],"b":"niño\\nuno\\ndos"}');
  expect(canonicalJson({ a: [1, { w: true, y: null }], b: 'niño\nuno\ndos' })).toBe(written);
});

test('the order of a list matters', () => {
  expect(canonicalJson(['b', 'a'])).not.toBe(canonicalJson(['a', 'b']));
});

test('text is hashed as UTF-8', () => {
  // printf '"ñ"' | sha256sum
  expect(sha256(canonicalJson('ñ')).toString('hex')).toBe(
    '1141a26205a85d1449eebbea3abff7b04018691fd12fd0f2394feea4058afb8b',
  );
});
