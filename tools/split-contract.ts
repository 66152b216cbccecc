import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Plugin, parseAst, transformWithOxc } from 'vite';

const CONTRACT = join(import.meta.dirname, '../contract');
const CONTRACT_FILE = /\/contract\/[\w-]+\.ts$/;
const SCHEMAS = '?schemas';

/** What the client uses of an endpoint. Schemas, limits and texts of the documentation are for the server. */
const CLIENT_PROPERTIES = ['method', 'path', 'access', 'upload', 'isSlow', 'file'];

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

interface Statement {
  code: string;
  /** The names that it declares. */
  declares: string[];
  isExported: boolean;
  isEndpoint: boolean;
  /**
   * All names in the statement, also those of properties. A property may move a statement to the schemas without need.
   */
  mentions: Set<string>;
}

interface Imported {
  local: string;
  name: string;
  source: string;
}

interface SplitModule {
  plain: Statement[];
  schemas: Statement[];
  imports: Imported[];
}

/**
 * Splits every module of the contract in two: what needs zod, and the rest. A screen that only calls endpoints, formats
 * and computes loads neither zod nor the schemas; a form loads them with its dialog. Both parts are reached by the name of
 * the module, so no source knows of it. The schemas import `configuration` first.
 */
export function splitContract(configuration?: string): Plugin {
  const before = configuration ? `import ${JSON.stringify(configuration)};\n` : '';
  const modules = new Map<string, Promise<SplitModule>>();
  const moduleAt = (path: string): Promise<SplitModule> => {
    const known = modules.get(path) ?? readModule(path).then((module) => split(module, path, moduleAt));
    modules.set(path, known);
    return known;
  };
  return {
    name: 'split-contract',
    apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    enforce: 'pre',
    buildStart: () => modules.clear(),
    transform: {
      filter: { id: /\/web\/[^?]+\.tsx?$/ },
      handler: async (code, id) => {
        const problem = await misuse(code, moduleAt);
        if (problem) throw new Error(`${id}: ${problem}`);
      },
    },
    load: {
      filter: { id: /\/contract\/[\w-]+\.ts(?:\?schemas)?$/ },
      handler: async (id) => {
        const path = id.replace(SCHEMAS, '');
        if (dirname(path) !== CONTRACT) return null;
        const module = await moduleAt(path);
        const code = id === path ? plainPart(module, path) : before + schemaPart(module, path);
        // Without side effects, an import of one part does not load the other.
        return { code, moduleType: 'js', moduleSideEffects: false };
      },
    },
  };
}

const IMPORT = /import\s*\{([^}]*)\}\s*from\s*['"]#contract\/([\w-]+)['"]/g;

/** Finds code that would work in development and not in the build. */
async function misuse(code: string, moduleAt: (path: string) => Promise<SplitModule>): Promise<string | undefined> {
  if (/import\(['"]#contract\//.test(code)) return 'imports the contract on demand, which would load both of its parts';
  for (const [, names = '', file = ''] of code.matchAll(IMPORT)) {
    const { plain } = await moduleAt(join(CONTRACT, `${file}.ts`));
    for (const name of names.split(',').map((one) => one.trim().replace(/^type\s.*|\s+as\s.*/, ''))) {
      if (!plain.some(({ declares, isEndpoint }) => isEndpoint && declares.includes(name))) continue;
      const read = new RegExp(`\\b${name}\\.(\\w+)`, 'g');
      const missing = [...code.matchAll(read)].find(([, property = '']) => !CLIENT_PROPERTIES.includes(property));
      if (missing) return `uses ${missing[0]}, which the build leaves out`;
    }
  }
  return undefined;
}

async function readModule(path: string): Promise<{ statements: Statement[]; imports: Imported[] }> {
  const { code } = await transformWithOxc(await readFile(path, 'utf8'), path, { sourcemap: false });
  const body = parseAst(code).body as unknown as Node[];
  const imports = body.filter(({ type }) => type === 'ImportDeclaration').flatMap((node) => importsOf(node, path));
  const statements = body
    .filter(({ type }) => type !== 'ImportDeclaration')
    .map((node) => statementOf(node, code))
    .filter(({ code: text }) => text !== 'export {};');
  return { statements, imports };
}

function importsOf(node: Node, path: string): Imported[] {
  const source = (node.source as Node).value as string;
  const resolved = source.startsWith('.') ? join(dirname(path), source) : source;
  return (node.specifiers as Node[]).map((specifier) => {
    if (specifier.type !== 'ImportSpecifier') throw new Error(`${path}: only named imports can be split`);
    const { imported, local } = specifier as unknown as Record<'imported' | 'local', { name: string }>;
    return { local: local.name, name: imported.name, source: resolved };
  });
}

function statementOf(node: Node, code: string): Statement {
  const isExported = node.type === 'ExportNamedDeclaration';
  const declaration = (isExported ? node.declaration : node) as Node;
  const names = declaration.type === 'VariableDeclaration' ? (declaration.declarations as Node[]) : [declaration];
  const removed = serverProperties(declaration, code);
  const mentions = new Set<string>();
  visit(declaration, (inner) => {
    if (removed.some(({ start, end }) => inner.start >= start && inner.end <= end)) return false;
    if (inner.type === 'Identifier') mentions.add(inner.name as string);
    return true;
  });
  return {
    code: withPureCall(without(code, declaration, removed)),
    declares: names.map(({ id }) => (id as { name: string }).name),
    isExported,
    isEndpoint: mentions.has('endpoint'),
    mentions,
  };
}

/** Where the properties of endpoints are that the client does not use, with the comma that follows each. */
function serverProperties(declaration: Node, code: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  visit(declaration, (node) => {
    if (node.type !== 'CallExpression' || (node.callee as Node).name !== 'endpoint') return true;
    const [{ properties }] = node.arguments as [{ properties: (Node & { key?: { name: string } })[] }];
    for (const { key, start, end } of properties) {
      const comma = /^\s*,/.exec(code.slice(end))?.[0].length ?? 0;
      if (key && !CLIENT_PROPERTIES.includes(key.name)) found.push({ start, end: end + comma });
    }
    return false;
  });
  return found;
}

function without(code: string, { start, end }: Node, removed: { start: number; end: number }[]): string {
  let text = '';
  let from = start;
  for (const part of removed) {
    text += code.slice(from, part.start);
    from = part.end;
  }
  return text + code.slice(from, end);
}

/** Nothing in the contract has effects, so the build may leave out a value that nobody uses. */
function withPureCall(code: string): string {
  const [, start = '', value] = /^((?:const|let) \w+ = )([\w.]+\(.*\));$/s.exec(code) ?? [];
  return value ? `${start}/* @__PURE__ */ (() => ${value})();` : code;
}

/** Visits a node and what is in it, unless `enter` returns false. */
function visit(node: Node, enter: (node: Node) => boolean): void {
  if (!enter(node)) return;
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child === 'object' && child !== null && 'type' in child) visit(child, enter);
    }
  }
}

async function split(
  { statements, imports }: { statements: Statement[]; imports: Imported[] },
  path: string,
  moduleAt: (path: string) => Promise<SplitModule>,
): Promise<SplitModule> {
  const needZod = new Set<string>();
  for (const { local, name, source } of imports) {
    if (source === 'zod') needZod.add(local);
    else if (!CONTRACT_FILE.test(source)) throw new Error(`${path} imports ${source}`);
    else if ((await moduleAt(source)).schemas.some(({ declares }) => declares.includes(name))) needZod.add(local);
  }
  const isSchema = ({ mentions }: Statement) => [...mentions].some((name) => needZod.has(name));
  for (let known = -1; known !== needZod.size; ) {
    known = needZod.size;
    for (const statement of statements.filter(isSchema)) for (const name of statement.declares) needZod.add(name);
  }
  return {
    plain: statements.filter((statement) => !isSchema(statement)),
    schemas: statements.filter(isSchema),
    imports,
  };
}

const namesOf = (statements: Statement[]) => statements.flatMap(({ declares }) => declares);

/** The imports of one part. An import of the contract leads to both parts of that module, as it does for any importer. */
function importLines(statements: Statement[], imports: Imported[]): string[] {
  return imports
    .filter(({ local }) => statements.some(({ mentions }) => mentions.has(local)))
    .map(({ local, name, source }) => `import { ${name} as ${local} } from ${JSON.stringify(source)};`);
}

const lineOf = ({ code, isExported }: Statement): string => (isExported ? `export ${code}` : code);

function plainPart({ plain, schemas, imports }: SplitModule, path: string): string {
  const exported = namesOf(schemas.filter(({ isExported }) => isExported));
  const shared = unexported(plain).filter((name) => schemas.some(({ mentions }) => mentions.has(name)));
  return [
    ...importLines(plain, imports),
    ...plain.map(lineOf),
    shared.length > 0 ? `export { ${shared.join(', ')} };` : '',
    exported.length > 0 ? `export { ${exported.join(', ')} } from ${JSON.stringify(path + SCHEMAS)};` : '',
  ].join('\n');
}

const unexported = (statements: Statement[]) => namesOf(statements.filter(({ isExported }) => !isExported));

function schemaPart({ plain, schemas, imports }: SplitModule, path: string): string {
  const shared = namesOf(plain).filter((name) => schemas.some(({ mentions }) => mentions.has(name)));
  return [
    ...importLines(schemas, imports),
    shared.length > 0 ? `import { ${shared.join(', ')} } from ${JSON.stringify(path)};` : '',
    ...schemas.map(lineOf),
  ].join('\n');
}
