import { expect, test } from 'vitest';
import type { Cie10Code } from '#contract/cie10';
import { createRecentSearches } from './recent-searches.ts';

function searches() {
  let time = 0;
  let description = 'Diabetes';
  const asked: string[] = [];
  const read = async (query: string): Promise<Cie10Code[]> => {
    asked.push(query);
    return query === 'nada' ? [] : [{ _id: 'E10', code: 'E10', description }];
  };
  return {
    asked,
    recent: createRecentSearches(read, () => time),
    pass: (ms: number) => {
      time += ms;
    },
    rename: (next: string) => {
      description = next;
    },
  };
}

test('a search is remembered for ten seconds', async () => {
  const { asked, recent, pass, rename } = searches();
  await recent.find('diabetes');
  rename('Diabetes mellitus');
  pass(9999);
  expect((await recent.find('diabetes'))[0]?.description).toBe('Diabetes');
  expect(asked).toEqual(['diabetes']);
  pass(1);
  expect((await recent.find('diabetes'))[0]?.description).toBe('Diabetes mellitus');
});

test('a search without result is asked again', async () => {
  const { asked, recent } = searches();
  await recent.find('nada');
  await recent.find('nada');
  expect(asked).toEqual(['nada', 'nada']);
});

test('after a change nothing of before is used, not even what arrives later', async () => {
  const { asked, recent } = searches();
  await recent.find('diabetes');
  const underWay = recent.find('asma');
  recent.forget();
  await underWay;
  await recent.find('diabetes');
  await recent.find('asma');
  expect(asked).toEqual(['diabetes', 'asma', 'diabetes', 'asma']);
});

test('at most five hundred searches are remembered, the latest', async () => {
  const { asked, recent } = searches();
  for (let count = 0; count < 501; count++) await recent.find(`palabra ${count}`);
  asked.length = 0;
  await recent.find('palabra 1');
  await recent.find('palabra 0');
  expect(asked).toEqual(['palabra 0']);
});
