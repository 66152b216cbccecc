/** What the server may hold of one record: the last acknowledged content, or one sent after it whose answer was lost. */
interface Entry {
  acknowledged: string | undefined;
  inDoubt: string[];
  /** What it replaced. */
  earlier: Set<string>;
}

export interface AcknowledgedWrites {
  /** Called before a write is sent. */
  attempt(id: string, content: object): void;
  /** Called when it was answered with success. */
  acknowledge(id: string, content: object): void;
  acknowledgedCount(): number;
  compare(stored: ReadonlyMap<string, object>): Comparison;
}

export interface Comparison {
  /** Acknowledged records that are not stored, and records that are stored in an older state than the acknowledged one. */
  lost: string[];
  /** Stored contents that nobody sent as a whole. */
  mixed: string[];
  records: number;
}

export function createAcknowledgedWrites(): AcknowledgedWrites {
  const entries = new Map<string, Entry>();
  let acknowledged = 0;
  const entryOf = (id: string): Entry => {
    const entry = entries.get(id) ?? { acknowledged: undefined, inDoubt: [], earlier: new Set<string>() };
    entries.set(id, entry);
    return entry;
  };
  return {
    attempt: (id, content) => void entryOf(id).inDoubt.push(JSON.stringify(content)),
    acknowledge: (id, content) => {
      acknowledged += 1;
      const { acknowledged: last, inDoubt, earlier } = entryOf(id);
      for (const text of [...inDoubt, last ?? '']) earlier.add(text);
      const now = JSON.stringify(content);
      earlier.delete(now);
      entries.set(id, { acknowledged: now, inDoubt: [], earlier });
    },
    acknowledgedCount: () => acknowledged,
    compare: (stored) => {
      const lost: string[] = [];
      const mixed: string[] = [];
      for (const [id, entry] of entries) {
        const found = stored.get(id);
        const text = found && JSON.stringify(found);
        if (text === undefined) {
          if (entry.acknowledged !== undefined) lost.push(`${id}: ${entry.acknowledged} is not there`);
        } else if (text !== entry.acknowledged && !entry.inDoubt.includes(text)) {
          (entry.earlier.has(text) ? lost : mixed).push(`${id}: ${text} instead of ${entry.acknowledged}`);
        }
      }
      for (const [id, found] of stored) if (!entries.has(id)) mixed.push(`${id}: ${JSON.stringify(found)} is unknown`);
      return { lost, mixed, records: stored.size };
    },
  };
}
