import { createHash } from 'node:crypto';

/** A piece of SQL with its values, to stand inside another. */
interface Fragment {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
}

const FRAGMENTS = new WeakSet<object>();

/** SQL that is not sent by itself: const MINE = fragment`owner_id = ${id}`. */
export function fragment(strings: TemplateStringsArray, ...values: unknown[]): Fragment {
  const made = { strings, values };
  FRAGMENTS.add(made);
  return made;
}

/** The rows of an answer, and how many were touched. */
export type Rows<T> = T & { count: number };

/** Sends a statement. Whatever stands in ${} travels as a parameter, never as text. */
export type Sql = <T extends readonly unknown[] = Record<string, unknown>[]>(
  strings: TemplateStringsArray,
  ...values: unknown[]
) => Promise<Rows<T>>;

export interface Statement {
  /** The same text is prepared once a connection. */
  name: string;
  text: string;
  values: unknown[];
}

const NAMES = new Map<string, string>();

export function statementOf(strings: readonly string[], values: readonly unknown[]): Statement {
  const sent: unknown[] = [];
  const text = write({ strings, values }, sent);
  let name = NAMES.get(text);
  if (!name) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
    NAMES.set(text, name);
  }
  return { name, text, values: sent };
}

function write({ strings, values }: Fragment, sent: unknown[]): string {
  return strings.reduce((text, string, i) => {
    if (i === 0) return string;
    const value = values[i - 1];
    if (typeof value === 'object' && value !== null && FRAGMENTS.has(value)) {
      return text + write(value as Fragment, sent) + string;
    }
    sent.push(value);
    return `${text}$${sent.length}${string}`;
  }, '');
}
