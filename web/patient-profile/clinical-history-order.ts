interface Dated {
  _id: string;
  createdAt: string;
}

const precedes = (one: string, other: string): number => Number(one < other) - Number(one > other);

/** By creation; of two of the same instant the one with the later id, so that the order never depends on luck. */
export const newestFirst = <Entry extends Dated>(entries: readonly Entry[]): Entry[] =>
  entries.toSorted((one, other) => precedes(one.createdAt, other.createdAt) || precedes(one._id, other._id));
