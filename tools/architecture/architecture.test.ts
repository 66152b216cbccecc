import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { violations } from './check.ts';
import { FEATURE_DEPENDENCIES } from './feature-dependencies.ts';
import { WEB_FEATURE_DEPENDENCIES } from './web-rules.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'ficha-architecture-'));
  await write('ARCHITECTURE.md', 'See `contract/auth.ts`.');
  await write('package-lock.json', lockFile({ integrity: 'sha512-abc=' }));
  await write('contract/auth.ts', "import { z } from 'zod';\nexport const User = z.string();");
  await write('web/auth/login-page.tsx', 'export const LoginPage = () => <main />;');
  await write('server/auth/auth.service.ts', "import { User } from '#contract/auth';\nexport const user = User;");
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function write(path: string, text: string) {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

const lockFile = (entry: Record<string, string>) =>
  JSON.stringify({ packages: { '': { version: '1.0.0' }, 'node_modules/zod': entry } });

test('a tree that follows the rules passes', async () => {
  expect(await violations(root)).toEqual([]);
});

test('a tree without files fails', async () => {
  expect(await violations(join(root, 'nowhere'))).toEqual(['no source files were found']);
});

test.each([
  ['a static import', "import { b } from './b.ts';\nexport const a = b;"],
  ['an import of a type', "import type { b } from './b.ts';\nexport type A = typeof b;"],
  ['a dynamic import', "export const a = () => import('./b.ts');"],
])('refuses a circle that %s closes', async (_, text) => {
  await write('contract/a.ts', text);
  await write('contract/b.ts', "import { c } from './c.ts';\nexport const b = c;");
  await write('contract/c.ts', "import { a } from './a.ts';\nexport const c = a;");
  expect(await violations(root)).toEqual([
    'contract/a.ts: imports itself through contract/b.ts, contract/c.ts, contract/a.ts',
  ]);
});

test('allows two ways to one file', async () => {
  await write('contract/a.ts', "import { b } from './b.ts';\nimport { c } from './c.ts';\nexport const a = b + c;");
  await write('contract/b.ts', "import { c } from './c.ts';\nexport const b = c;");
  await write('contract/c.ts', 'export const c = 1;');
  expect(await violations(root)).toEqual([]);
});

const tx = 'export const f = (tx: any) => tx`select 1`;';
test.each([
  ['contract/a.ts', "import 'node:fs';", 'the contract imports zod and nothing else'],
  ['contract/a.ts', "import '#server/app';", 'contract may not import that side'],
  ['contract/a.ts', "export const f = () => import('#server/app');", 'contract may not import that side'],
  ['server/auth/a.ts', "import '#web/main.tsx';", 'server may not import that side'],
  ['web/auth/a.ts', "import '#server/app';", 'web may not import that side'],
  ['web/auth/a.ts', "import '../../server/app.ts';", 'web may not import that side'],
  ['web/auth/a.ts', "import 'node:fs';", 'Node modules do not run in a browser'],
  ['e2e/a.spec.ts', "import '#server/app';", 'e2e may not import that side'],
  ['server/auth/a.ts', "import fastify from 'fastify';", 'Fastify belongs in'],
  ['server/auth/a.ts', "import pg from 'pg';", 'the database driver belongs in'],
  ['server/pdf/layout/a.ts', "import PDFDocument from 'pdfkit';", 'pdfkit belongs in'],
  ['server/pdf/a.ts', "import '#server/auth/auth.service';", 'imports nothing above server/platform/'],
  ['server/auth/auth.service.ts', tx, 'SQL belongs in'],
  ['server/auth/a.ts', 'export const f = (deps: any) => deps.identity`select 1`;', 'SQL belongs in'],
  ['server/audit/a.ts', 'export const f = ({ identity }: any) => identity;', 'the identity handle belongs in'],
  ['server/auth/a.ts', 'export const f = (deps: any) => deps.catalogueTransaction;', 'the catalogue handle belongs in'],
  ['server/auth/a.ts', 'export const f = (deps: any) => deps.billingTransaction;', 'the billing handle belongs in'],
  ['server/auth/a.ts', 'export const f = (deps: any) => deps.adminRead;', 'the administration handle belongs in'],
  ['server/auth/a.ts', 'export const f = (deps: any) => deps.purgeTransaction;', 'the purge handle belongs in'],
  ['server/system/a.ts', 'export const f = (deps: any) => deps.purgeTransaction;', 'the purge handle belongs in'],
  ['server/auth/a.ts', 'export const f = (deps: any) => deps.keysTransaction;', 'the keys handle belongs in'],
  ['server/auth/a.ts', 'export const f = (g: any, deps: any) => g(deps.keys);', 'the keys handle belongs in'],
  ['server/auth/a.ts', 'export const f = ({ keys }: any) => keys;', 'the keys handle belongs in'],
  ['server/backups/a.ts', 'export const f = (deps: any) => deps.keys`select 1`;', 'the keys handle belongs in'],
  ['server/auth/a.ts', 'export const f = ({ cleanup }: any) => cleanup;', 'the clean-up handle belongs in'],
  ['contract/a.ts', 'export const now = () => new Date();', 'uses the clock'],
  ['contract/a.ts', 'export const now = () => Date.now();', 'uses the clock'],
  ['contract/a.ts', 'export const f = () => process.pid;', 'uses process'],
  ['web/ui/a.tsx', "import '#web/platform/api.ts';", 'that is a higher level'],
  ['web/platform/a.ts', "import '#web/auth/login-page.tsx';", 'that is a higher level'],
  ['web/auth/a.ts', "import '#web/app/paths.ts';", 'that is a higher level'],
  ['web/auth/a.ts', "import '#web/main.tsx';", 'that is a higher level'],
  ['web/auth/a.ts', "import '#web/agenda/agenda-page.tsx';", 'web/auth may not depend on web/agenda'],
  ['web/auth/a.ts', "import '../agenda/agenda-page.tsx';", 'web/auth may not depend on web/agenda'],
  [
    'web/agenda/a.ts',
    "export const f = () => import('#web/site/landing-page.tsx');",
    'web/agenda may not depend on web/site',
  ],
  ['web/novelty/a.ts', 'export const x = 1;', 'web/novelty is not in WEB_FEATURE_DEPENDENCIES'],
  ['server/auth/auth.store.ts', "import './auth.service.ts';", 'a store only runs SQL'],
  ['server/auth/auth.store.ts', "import '#server/platform/app-error';", 'a store only runs SQL'],
  ['server/auth/auth.service.ts', "import './auth.routes.ts';", 'a service may not import routes'],
  ['server/auth/auth.routes.ts', "import '#server/audit/audit.store';", 'routes call services'],
  ['server/auth/a.ts', "import '#server/health/health.service';", 'auth may not depend on health'],
  ['server/deps.ts', "import './auth/auth.service.ts';", 'imports nothing above server/platform/'],
  ['server/deps.ts', "import type { Sql } from '#server/audit/audit.store';", 'imports nothing above server/platform/'],
  ['server/platform/a.ts', "import '#server/auth/auth.service';", 'imports nothing above server/platform/'],
  ['server/platform/http/a.ts', "import '#server/deps';", 'imports nothing above server/platform/'],
  ['server/audit/a.ts', "import '#server/auth/owner';", 'imports nothing above server/platform/'],
  ['server/backups/a.ts', "import '#server/auth/auth.store';", 'imports nothing above server/platform/'],
  ['server/auth/a.ts', "import '#server/testing/test-app';", 'only tests may use it'],
  ['web/auth/a.ts', "import '#web/testing/open-app.tsx';", 'only tests may use it'],
  ['server/audit/a.ts', 'export const f = (deps: any) => deps.identity;', 'the identity handle belongs in'],
  ['server/novelty/a.ts', 'export const x = 1;', 'novelty is not in FEATURE_DEPENDENCIES'],
  ['server/novelty/a.ts', 'export const x = 1;', 'has no contract/novelty.ts'],
  ['server/novelty/a.ts', 'export const x = 1;', 'has no web/novelty'],
  ['web/auth/a.ts', "export const x = () => fetch('/');", 'fetch belongs in'],
  ['web/auth/a.ts', 'export const x = () => new XMLHttpRequest();', 'XMLHttpRequest belongs in'],
  ['web/auth/a.ts', "export const x = () => localStorage.getItem('x');", 'browser storage belongs in'],
  ['web/auth/a.ts', 'export const x = 1;\n'.repeat(251), 'has 251 lines, more than 250'],
  ['web/auth/a.test.ts', 'export const x = 1;\n'.repeat(401), 'has 401 lines, more than 400'],
  ['web/auth/a.ts', "export * from './login-page.tsx';", 're-exports from another file'],
  ['web/auth/a.ts', "export { LoginPage } from './login-page.tsx';", 're-exports from another file'],
  ['web/auth/utils.ts', 'export const x = 1;', 'has a generic name'],
  ['web/auth/deep/a.ts', "import '../../main.tsx';", 'use #contract, #server or #web'],
  ['ARCHITECTURE.md', 'See `server/missing.ts`.', 'names server/missing.ts, which does not exist'],
  ['package-lock.json', lockFile({}), 'node_modules/zod has no SHA-512 hash'],
  ['package-lock.json', lockFile({ integrity: 'sha1-abc=' }), 'node_modules/zod has no SHA-512 hash'],
  ['bench/lighthouse/package-lock.json', lockFile({}), 'node_modules/zod has no SHA-512 hash'],
  [
    'package-lock.json',
    lockFile({ integrity: 'sha512-abc=', resolved: 'https://registry.npmjs.org/zod/-/zod-4.0.0.tgz' }),
    'node_modules/zod has the address of a registry',
  ],
])('%s with %j is reported', async (path, text, violation) => {
  await write(path, text);
  expect((await violations(root)).join('\n')).toContain(violation);
});

describe('a released migration', () => {
  const released = 'create table patients (id uuid primary key);';
  const sha256 = createHash('sha256').update(released).digest('hex');
  beforeEach(async () => {
    await write('server/migrations/0001.do.baseline.sql', released);
    await write('server/migrations/checksums.sha256', `${sha256}  0001.do.baseline.sql\n`);
  });

  test('passes as it was released', async () => {
    expect(await violations(root)).toEqual([]);
  });

  test('is reported when it was changed', async () => {
    await write('server/migrations/0001.do.baseline.sql', `${released}\n`);
    expect(await violations(root)).toEqual([
      'server/migrations/0001.do.baseline.sql: is not the released file, add a new migration',
    ]);
  });

  test('is reported when it was deleted', async () => {
    await rm(join(root, 'server/migrations/0001.do.baseline.sql'));
    expect(await violations(root)).toEqual(['server/migrations/0001.do.baseline.sql: was released and does not exist']);
  });

  test('is reported when its checksum is not kept', async () => {
    await write('server/migrations/0002.do.addenda.sql', 'create table addenda (id uuid primary key);');
    expect(await violations(root)).toEqual(['server/migrations/0002.do.addenda.sql: has no line in checksums.sha256']);
  });
});

test.each([
  ['server', FEATURE_DEPENDENCIES],
  ['web', WEB_FEATURE_DEPENDENCIES],
])('the features of %s form no cycle', (_, dependencies) => {
  const reachable = (from: string, seen: readonly string[] = []): string[] =>
    (dependencies[from] ?? []).flatMap((to) => (seen.includes(to) ? [to] : [to, ...reachable(to, [...seen, to])]));
  expect(Object.keys(dependencies).filter((feature) => reachable(feature).includes(feature))).toEqual([]);
});

test('a feature may call the method of a map that is named like the keys handle', async () => {
  await write(
    'server/auth/auth.service.ts',
    'export const f = (map: Map<string, string>) => Object.keys([...map.keys()]);',
  );
  expect(await violations(root)).toEqual([]);
});

test('a web feature imports the features that it may depend on, and the shell imports every feature', async () => {
  await write('web/account/account-page.tsx', "import '#web/auth/login-page.tsx';");
  await write('web/app/routes.tsx', "import '#web/account/account-page.tsx';");
  expect(await violations(root)).toEqual([]);
});

test.each([
  ['server/account/account.service.ts', 'server/account: may depend on auth and does not'],
  ['web/account/account-page.tsx', 'web/account: may depend on auth and does not'],
])('a dependency that %s does not use is reported', async (path, violation) => {
  await write(path, '');
  expect((await violations(root)).join('\n')).toContain(violation);
});

test('a dependency is not used by an import of the owner, nor by a test', async () => {
  await write('server/auth/owner.ts', '');
  await write('server/account/account.service.ts', "import '#server/auth/owner';");
  await write('server/account/account.test.ts', "import '#server/auth/auth.service';");
  expect((await violations(root)).join('\n')).toContain('server/account: may depend on auth and does not');
});

test('every decision record is in the index, with its status', async () => {
  const row = (file: string, status: string) => `| [0001](${file}) | A decision | 2026-11-15 | ${status} |\n`;
  await write('docs/decisions/0001-kept.md', '# 0001. Kept\n');
  await write('docs/decisions/0002-replaced.md', '# 0002. Replaced\n\nSuperseded by 0001.\n');
  expect(await violations(root)).toEqual([
    'docs/decisions/README.md: does not list docs/decisions/0001-kept.md',
    'docs/decisions/README.md: does not list docs/decisions/0002-replaced.md',
  ]);
  await write('docs/decisions/README.md', row('0001-kept.md', 'accepted') + row('0002-replaced.md', 'accepted'));
  expect(await violations(root)).toEqual([
    'docs/decisions/README.md: has another status than docs/decisions/0002-replaced.md',
  ]);
  await write(
    'docs/decisions/README.md',
    row('0001-kept.md', 'accepted') + row('0002-replaced.md', 'superseded by 0001'),
  );
  expect(await violations(root)).toEqual([]);
});
