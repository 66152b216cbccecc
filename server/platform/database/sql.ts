import { createHash } from 'node:crypto';

/** SQL with its values, to be embedded in a statement. */
export interface Fragment {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
}

const FRAGMENTS = new WeakSet<object>();

/** Creates SQL that is not sent by itself: fragment`owner_id = ${id}`. */
export function fragment(strings: TemplateStringsArray, ...values: unknown[]): Fragment {
  const created = { strings, values };
  FRAGMENTS.add(created);
  return created;
}

/** A name of the catalogue as SQL. */
export function identifier(name: string): Fragment {
  const quoted = `"${name.replaceAll('"', '""')}"`;
  return fragment(Object.assign([quoted], { raw: [quoted] }));
}

/** Fragments or values, one after the other. */
export function sequence(parts: readonly unknown[], separator = ', '): Fragment {
  const strings = ['', ...parts.slice(1).map(() => separator), ''];
  return fragment(Object.assign(strings, { raw: strings }), ...parts);
}

/** The rows of a result, and the number of affected rows. */
export type Rows<T> = T & { count: number };

/** Sends a statement. Values in ${} are sent as parameters, never as text. */
export type Sql = <T extends readonly unknown[] = Record<string, unknown>[]>(
  strings: TemplateStringsArray,
  ...values: unknown[]
) => Promise<Rows<T>>;

export interface Statement {
  /** Derived from the text: each connection prepares the same statement once. */
  name: string;
  text: string;
  values: unknown[];
}

const NAMES = new Map<string, string>();

export function statementOf(strings: readonly string[], values: readonly unknown[]): Statement {
  const parameters: unknown[] = [];
  const text = write({ strings, values }, parameters);
  let name = NAMES.get(text);
  if (!name) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
    NAMES.set(text, name);
  }
  return { name, text, values: parameters };
}

function write({ strings, values }: Fragment, parameters: unknown[]): string {
  return strings.reduce((text, string, i) => {
    if (i === 0) return string;
    const value = values[i - 1];
    if (typeof value === 'object' && value !== null && FRAGMENTS.has(value)) {
      return text + write(value as Fragment, parameters) + string;
    }
    parameters.push(value);
    return `${text}$${parameters.length}${string}`;
  }, '');
}
