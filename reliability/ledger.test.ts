import { describe, expect, test } from 'vitest';
import { createLedger } from './ledger.ts';

const stored = (...contents: [string, object][]) => new Map(contents);

describe('a ledger of writes', () => {
  test('finds an acknowledged record that is not stored', () => {
    const ledger = createLedger();
    ledger.attempt('a', { text: '1' });
    ledger.acknowledge('a', { text: '1' });
    ledger.attempt('b', { text: '1' });
    expect(ledger.compare(stored())).toMatchObject({ lost: ['a: {"text":"1"} is not there'], mixed: [] });
  });

  test('finds a record in an older state than the acknowledged one', () => {
    const ledger = createLedger();
    for (const text of ['1', '2']) {
      ledger.attempt('a', { text });
      ledger.acknowledge('a', { text });
    }
    expect(ledger.compare(stored(['a', { text: '1' }])).lost).toHaveLength(1);
    expect(ledger.compare(stored(['a', { text: '2' }]))).toEqual({ lost: [], mixed: [], records: 1 });
  });

  test('accepts a write whose answer was lost as done and as not done', () => {
    const ledger = createLedger();
    ledger.attempt('a', { text: '1' });
    ledger.acknowledge('a', { text: '1' });
    ledger.attempt('a', { text: '2' });
    expect(ledger.compare(stored(['a', { text: '1' }]))).toMatchObject({ lost: [], mixed: [] });
    expect(ledger.compare(stored(['a', { text: '2' }]))).toMatchObject({ lost: [], mixed: [] });
  });

  test('finds a content that nobody sent as a whole, and an unknown record', () => {
    const ledger = createLedger();
    ledger.attempt('a', { first: '1', second: '1' });
    ledger.attempt('a', { first: '2', second: '2' });
    const { mixed } = ledger.compare(stored(['a', { first: '2', second: '1' }], ['b', {}]));
    expect(mixed).toHaveLength(2);
  });
});
