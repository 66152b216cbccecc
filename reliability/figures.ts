/** One line of the report. */
export interface Figure {
  name: string;
  value: string;
  expected: string;
  isMet: boolean;
}

const written = (value: number) => Number(value.toFixed(2)).toLocaleString('en-US');

/** Something that must never happen. */
export const zero = (name: string, value: number): Figure => ({
  name,
  value: written(value),
  expected: '0',
  isMet: value === 0,
});

export const atMost = (name: string, value: number, limit: number, unit: string): Figure => ({
  name,
  value: `${written(value)} ${unit}`,
  expected: `at most ${written(limit)} ${unit}`,
  isMet: value <= limit,
});

export const atLeast = (name: string, value: number, limit: number): Figure => ({
  name,
  value: written(value),
  expected: `at least ${written(limit)}`,
  isMet: value >= limit,
});

/** What was done, without a judgement. */
export const done = (name: string, value: number | string, unit = ''): Figure => ({
  name,
  value: `${typeof value === 'number' ? written(value) : value} ${unit}`.trim(),
  expected: '',
  isMet: true,
});
