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

/**
 * The statements that begin with the same templates: that of the statement, then those of the fragments in it, each with
 * the number of parameters before it. Together they determine the text, which is written and named once.
 */
interface Templates {
  statement?: Pick<Statement, 'name' | 'text'>;
  readonly next: WeakMap<readonly string[], Templates>[];
}

const NONE: Templates = { next: [] };

export function statementOf(strings: readonly string[], values: readonly unknown[]): Statement {
  const parameters: unknown[] = [];
  const templates = collect({ strings, values }, NONE, parameters);
  templates.statement ??= named(write({ strings, values }, []));
  const { name, text } = templates.statement;
  return { name, text, values: parameters };
}

/** Adds the parameters of a fragment to `parameters`, and its templates to those before it. */
function collect({ strings, values }: Fragment, before: Templates, parameters: unknown[]): Templates {
  let templates = followedBy(before, parameters.length, strings);
  for (const value of values) {
    if (isFragment(value)) templates = collect(value, templates, parameters);
    else parameters.push(value);
  }
  return templates;
}

function followedBy({ next }: Templates, parameters: number, strings: readonly string[]): Templates {
  next[parameters] ??= new WeakMap();
  let found = next[parameters].get(strings);
  if (!found) {
    found = { next: [] };
    next[parameters].set(strings, found);
  }
  return found;
}

const named = (text: string) => ({ name: createHash('sha256').update(text).digest('base64url').slice(0, 24), text });

const isFragment = (value: unknown): value is Fragment =>
  typeof value === 'object' && value !== null && FRAGMENTS.has(value);

function write({ strings, values }: Fragment, parameters: unknown[]): string {
  return strings.reduce((text, string, i) => {
    if (i === 0) return string;
    const value = values[i - 1];
    if (isFragment(value)) return text + write(value, parameters) + string;
    parameters.push(value);
    return `${text}$${parameters.length}${string}`;
  }, '');
}
