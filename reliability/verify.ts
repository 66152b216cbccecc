import { done, type Figure, zero } from './figures.ts';
import type { Writer } from './writer.ts';

export interface Verified {
  lost: number;
  mixed: number;
  duplicates: number;
  undecryptable: number;
  disordered: number;
  finalized: number;
  records: number;
}

/** Reads back what all writers wrote, prints what is wrong, and counts it. */
export async function verifyAll(writers: readonly Writer[]): Promise<Verified> {
  const sum = { lost: 0, mixed: 0, duplicates: 0, undecryptable: 0, disordered: 0, finalized: 0, records: 0 };
  for (const writer of writers) {
    const found = await writer.verify();
    for (const problem of [...found.lost, ...found.mixed].slice(0, 5)) console.log(`  wrong: ${problem}`);
    sum.lost += found.lost.length;
    sum.mixed += found.mixed.length;
    sum.duplicates += found.duplicates;
    sum.undecryptable += found.undecryptable;
    sum.disordered += found.disordered;
    sum.finalized += found.finalized;
    sum.records += found.records;
  }
  return sum;
}

export const sumOf = <T>(items: readonly T[], count: (item: T) => number): number =>
  items.reduce((sum, item) => sum + count(item), 0);

/** What the writers wrote, and what of it was lost or answered wrongly. */
export async function lossFigures(writers: readonly Writer[]): Promise<Figure[]> {
  const found = await verifyAll(writers);
  const sum = (count: (writer: Writer) => number) => sumOf(writers, count);
  return [
    done(
      'acknowledged writes, each looked for afterwards',
      sum((one) => one.acknowledged()),
    ),
    zero('acknowledged writes lost', found.lost),
    zero('records with a content that nobody sent as a whole', found.mixed),
    zero('duplicated records', found.duplicates),
    zero(
      'writes answered with anything but success and 503',
      sum((one) => one.unexpected.length),
    ),
    zero(
      'writes without an answer in 29 s',
      sum((one) => one.hung()),
    ),
  ];
}
