import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decisionIndexViolations } from './decision-index.ts';
import { importCircles } from './import-circles.ts';
import { lockFileViolations } from './lock-file.ts';
import { migrationViolations } from './migration-checksums.ts';
import { featureOf, RULES } from './rules.ts';
import { readSourceFile } from './source-file.ts';
import { unusedDependencies } from './unused-dependencies.ts';

const SIDES = ['contract', 'server', 'web', 'e2e', 'bench', 'reliability', 'tools'];
/** Features without a folder in web/: no page, or parts of the pages of other features. */
const WITHOUT_SCREEN = ['deposit-payments', 'health', 'professional-identity', 'receipts'];
/** Acts on what the contracts of charges and deposits describe. */
const WITHOUT_CONTRACT = ['deposit-payments'];

/** Every violation of the architecture rules, as `file: what is wrong`. */
export async function violations(root: string): Promise<string[]> {
  const paths = await Array.fromAsync(
    glob(`{${SIDES.join(',')}}/**/*.{ts,tsx}`, { cwd: root, exclude: ['web/dist/**'] }),
  );
  if (paths.length === 0) return ['no source files were found'];
  const files = await Promise.all(paths.sort().map((path) => readSourceFile(root, path)));
  return [
    ...files.flatMap((file) => RULES.flatMap((rule) => rule(file)).map((violation) => `${file.path}: ${violation}`)),
    ...importCircles(files),
    ...unusedDependencies(files),
    ...missingCounterparts(root, paths),
    ...(await missingPathsOfGuide(root, paths)),
    ...(await migrationViolations(root)),
    ...(await lockFileViolations(root)),
    ...(await decisionIndexViolations(root)),
  ];
}

function missingCounterparts(root: string, paths: string[]): string[] {
  const features = new Set(paths.flatMap((path) => featureOf(path) ?? []));
  return [...features].flatMap((feature) => [
    ...(WITHOUT_CONTRACT.includes(feature) ||
    [`contract/${feature}.ts`, `contract/${feature}`].some((path) => existsSync(join(root, path)))
      ? []
      : [`server/${feature}: has no contract/${feature}.ts`]),
    ...(WITHOUT_SCREEN.includes(feature) || existsSync(join(root, `web/${feature}`))
      ? []
      : [`server/${feature}: has no web/${feature}`]),
  ]);
}

async function missingPathsOfGuide(root: string, paths: string[]): Promise<string[]> {
  const guide = await readFile(join(root, 'ARCHITECTURE.md'), 'utf8').catch(() => undefined);
  if (guide === undefined) return ['ARCHITECTURE.md: is missing'];
  const named = [
    ...guide.matchAll(/`((?:contract|server|web|e2e|bench|reliability|tools|docs|deploy)\/[\w./-]+)`/g),
  ].map((m) => m[1]);
  return named
    .filter((path) => path !== undefined && !existsSync(join(root, path)))
    .map((path) => `ARCHITECTURE.md: names ${path}, which does not exist`)
    .concat(named.length === 0 && paths.length > 0 ? ['ARCHITECTURE.md: names no file'] : []);
}

if (process.argv[1] === import.meta.filename) {
  const found = await violations(join(import.meta.dirname, '../..'));
  for (const violation of found) console.error(violation);
  console.log(found.length === 0 ? 'Architecture: no violations' : `Architecture: ${found.length} violations`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
