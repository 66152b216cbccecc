import { readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

/** What the rules check of a file. Paths are relative to the root of the repository. */
export interface SourceFile {
  path: string;
  lines: number;
  imports: Import[];
  /** Whether it has an `export … from`. */
  reexports: boolean;
  /** The global names that it uses: fetch, localStorage. */
  globals: Set<string>;
  /** Whether it has a tagged template other than String.raw, which is how SQL is sent. */
  sendsSql: boolean;
  /** The names of properties that it reads, by a dot or by destructuring: deps.identity. */
  members: Set<string>;
  /** The members that are not only called: `deps.keys` and not `map.keys()`. */
  valuesRead: Set<string>;
}

export interface Import {
  specifier: string;
  /** The imported file, if it belongs to the repository. */
  target: string | undefined;
}

const GLOBALS = new Set(['fetch', 'XMLHttpRequest', 'localStorage', 'sessionStorage', 'process', 'window', 'document']);

export async function readSourceFile(root: string, path: string): Promise<SourceFile> {
  const text = await readFile(join(root, path), 'utf8');
  const { program, module, errors } = parseSync(path, text);
  const [problem] = errors;
  if (problem) throw new Error(`${path} cannot be parsed: ${problem.message}`);

  const globals = new Set<string>();
  let sendsSql = false;
  const members = new Set<string>();
  const valuesRead = new Set<string>();
  const callees = new Set<object>();
  const dynamicImports: string[] = [];
  new Visitor({
    Identifier: (node) => void (GLOBALS.has(node.name) && globals.add(node.name)),
    TaggedTemplateExpression: ({ tag }) => {
      const isPlain =
        tag.type === 'MemberExpression' && tag.object.type === 'Identifier' && tag.object.name === 'String';
      sendsSql ||= !isPlain;
    },
    CallExpression: ({ callee }) => void callees.add(callee),
    MemberExpression: (node) => {
      const { object, property } = node;
      if (property.type !== 'Identifier') return;
      members.add(property.name);
      if (!callees.has(node)) valuesRead.add(property.name);
      const isClock = object.type === 'Identifier' && ['Date', 'performance'].includes(object.name);
      if (isClock && property.name === 'now') globals.add('the clock');
    },
    ObjectPattern: ({ properties }) => {
      for (const one of properties) {
        if (one.type !== 'Property' || one.key.type !== 'Identifier') continue;
        members.add(one.key.name);
        valuesRead.add(one.key.name);
      }
    },
    NewExpression: ({ callee, arguments: args }) => {
      if (callee.type === 'Identifier' && callee.name === 'Date' && args.length === 0) globals.add('the clock');
    },
    ImportExpression: ({ source }) =>
      void (source.type === 'Literal' && typeof source.value === 'string' && dynamicImports.push(source.value)),
  }).visit(program);

  const reexported = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap((entry) => entry.moduleRequest?.value ?? []),
  );
  const specifiers = [...module.staticImports.map((one) => one.moduleRequest.value), ...reexported, ...dynamicImports];
  return {
    path,
    lines: text.trimEnd().split('\n').length,
    imports: specifiers.map((specifier) => ({ specifier, target: targetOf(path, specifier) })),
    reexports: reexported.length > 0,
    globals,
    sendsSql,
    members,
    valuesRead,
  };
}

function targetOf(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier));
  const own = /^#(contract|server|web)\/(.+)$/.exec(specifier);
  if (!own) return undefined;
  return own[1] === 'web' ? `web/${own[2]}` : `${own[1]}/${own[2]}.ts`;
}
