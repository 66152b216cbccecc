import type { Person } from './client.ts';
import { createRandom, type Random } from './random.ts';
import { createWriter, type Writer } from './writer.ts';

interface Options {
  random: Random;
  pauseMs: number;
  /** How soon a refused write is repeated. */
  retryMs?: number;
}

/** Each person writes until `stop`, which waits for the writes under way. */
export async function startWriters(
  people: readonly Person[],
  { random, ...options }: Options,
): Promise<{ writers: Writer[]; stop(): Promise<void> }> {
  let isOver = false;
  const writers: Writer[] = [];
  for (const person of people) {
    const own = { ...options, random: createRandom(random.below(2 ** 31)), isOver: () => isOver };
    writers.push(await createWriter(person, own));
  }
  const writing = Promise.all(writers.map((writer) => writer.run()));
  return {
    writers,
    stop: async () => {
      isOver = true;
      await writing;
    },
  };
}
