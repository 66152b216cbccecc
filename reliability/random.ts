export interface Random {
  /** A whole number from 0 to `limit`, without it. */
  below(limit: number): number;
  isLucky(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  uuid(): string;
}

/** Pseudo-random numbers that a seed repeats (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  const hex = (length: number) => Array.from({ length }, () => below(16).toString(16)).join('');
  return {
    below,
    isLucky: (probability) => next() < probability,
    pick: (items) => items[below(items.length)] as (typeof items)[number],
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
  };
}
