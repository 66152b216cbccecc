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
  const strings = parts.length === 0 ? [''] : ['', ...parts.slice(1).map(() => separator), ''];
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
 * A node of the tree of templates. The path to it is the template of a statement and those of the fragments in it, each
 * with the number of parameters before it. The path determines the text, which is written and named once.
 */
interface TemplateNode {
  statement?: Pick<Statement, 'name' | 'text'>;
  /** The templates that follow, by the number of parameters before them. */
  readonly next: WeakMap<readonly string[], TemplateNode>[];
}

const ROOT: TemplateNode = { next: [] };

export function statementOf(strings: readonly string[], values: readonly unknown[]): Statement {
  const parameters: unknown[] = [];
  const node = collect({ strings, values }, ROOT, parameters);
  node.statement ??= named(write({ strings, values }, []));
  const { name, text } = node.statement;
  return { name, text, values: parameters };
}

/** Adds the parameters of a fragment to `parameters`, and returns the node of its last template. */
function collect({ strings, values }: Fragment, before: TemplateNode, parameters: unknown[]): TemplateNode {
  let node = followedBy(before, parameters.length, strings);
  for (const value of values) {
    if (isFragment(value)) node = collect(value, node, parameters);
    else parameters.push(value);
  }
  return node;
}

function followedBy({ next }: TemplateNode, parameters: number, strings: readonly string[]): TemplateNode {
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
