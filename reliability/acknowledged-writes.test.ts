import { describe, expect, test } from 'vitest';
import { createAcknowledgedWrites } from './acknowledged-writes.ts';

const stored = (...contents: [string, object][]) => new Map(contents);

describe('the acknowledged writes', () => {
  test('finds an acknowledged record that is not stored', () => {
    const writes = createAcknowledgedWrites();
    writes.attempt('a', { text: '1' });
    writes.acknowledge('a', { text: '1' });
    writes.attempt('b', { text: '1' });
    expect(writes.compare(stored())).toMatchObject({ lost: ['a: {"text":"1"} is not there'], mixed: [] });
  });

  test('finds a record in an older state than the acknowledged one', () => {
    const writes = createAcknowledgedWrites();
    for (const text of ['1', '2']) {
      writes.attempt('a', { text });
      writes.acknowledge('a', { text });
    }
    expect(writes.compare(stored(['a', { text: '1' }])).lost).toHaveLength(1);
    expect(writes.compare(stored(['a', { text: '2' }]))).toEqual({ lost: [], mixed: [], records: 1 });
  });

  test('accepts a write whose answer was lost as done and as not done', () => {
    const writes = createAcknowledgedWrites();
    writes.attempt('a', { text: '1' });
    writes.acknowledge('a', { text: '1' });
    writes.attempt('a', { text: '2' });
    expect(writes.compare(stored(['a', { text: '1' }]))).toMatchObject({ lost: [], mixed: [] });
    expect(writes.compare(stored(['a', { text: '2' }]))).toMatchObject({ lost: [], mixed: [] });
  });

  test('finds a content that nobody sent as a whole, and an unknown record', () => {
    const writes = createAcknowledgedWrites();
    writes.attempt('a', { first: '1', second: '1' });
    writes.attempt('a', { first: '2', second: '2' });
    const { mixed } = writes.compare(stored(['a', { first: '2', second: '1' }], ['b', {}]));
    expect(mixed).toHaveLength(2);
  });
});
