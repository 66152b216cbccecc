import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { breaches } from './check.ts';
import { ARROWS } from './rules.ts';
import { WEB_ARROWS } from './web-rules.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'ficha-architecture-'));
  await plant('ARCHITECTURE.md', 'See `contract/auth.ts`.');
  await plant('contract/auth.ts', "import { z } from 'zod';\nexport const User = z.string();");
  await plant('web/auth/login-page.tsx', 'export const LoginPage = () => <main />;');
  await plant('server/auth/auth.service.ts', "import { User } from '#contract/auth';\nexport const user = User;");
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function plant(path: string, text: string) {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

test('a tree that keeps the rules passes', async () => {
  expect(await breaches(root)).toEqual([]);
});

test('a tree without files does not', async () => {
  expect(await breaches(join(root, 'nowhere'))).toEqual(['no source files were found']);
});

const tx = 'export const f = (tx: any) => tx`select 1`;';
test.each([
  ['contract/a.ts', "import 'node:fs';", 'the contract knows zod alone'],
  ['contract/a.ts', "import '#server/app';", 'contract does not know that side'],
  ['contract/a.ts', "export const f = () => import('#server/app');", 'contract does not know that side'],
  ['server/auth/a.ts', "import '#web/main.tsx';", 'server does not know that side'],
  ['web/auth/a.ts', "import '#server/app';", 'web does not know that side'],
  ['web/auth/a.ts', "import '../../server/app.ts';", 'web does not know that side'],
  ['web/auth/a.ts', "import 'node:fs';", 'a browser has no Node'],
  ['e2e/a.spec.ts', "import '#server/app';", 'e2e does not know that side'],
  ['server/auth/a.ts', "import fastify from 'fastify';", 'Fastify belongs in'],
  ['server/auth/a.ts', "import pg from 'pg';", 'the database driver belongs in'],
  ['server/auth/auth.service.ts', tx, 'SQL belongs in'],
  ['server/auth/a.ts', 'export const f = (deps: any) => deps.identity`select 1`;', 'SQL belongs in'],
  ['server/audit/a.ts', 'export const f = ({ identity }: any) => identity;', 'the identity handle belongs in'],
  ['server/auth/a.ts', 'export const f = (deps: any) => deps.catalogueTransaction;', 'the catalogue handle belongs in'],
  ['server/auth/a.ts', 'export const f = (deps: any) => deps.billingTransaction;', 'the billing handle belongs in'],
  ['server/auth/a.ts', 'export const f = (deps: any) => deps.adminRead;', 'the administration handle belongs in'],
  [
    'server/auth/a.ts',
    'export const f = (deps: any) => deps.purgeTransaction;',
    'the administration handle belongs in',
  ],
  ['contract/a.ts', 'export const now = () => new Date();', 'uses the clock'],
  ['contract/a.ts', 'export const f = () => process.pid;', 'uses process'],
  ['web/ui/a.tsx', "import '#web/platform/api.ts';", 'ui is below it'],
  ['web/platform/a.ts', "import '#web/auth/login-page.tsx';", 'platform is below it'],
  ['web/auth/a.ts', "import '#web/app/paths.ts';", 'auth is below it'],
  ['web/auth/a.ts', "import '#web/main.tsx';", 'auth is below it'],
  ['web/auth/a.ts', "import '#web/agenda/agenda-page.tsx';", 'web/auth has no arrow to web/agenda'],
  ['web/auth/a.ts', "import '../agenda/agenda-page.tsx';", 'web/auth has no arrow to web/agenda'],
  [
    'web/auth/a.ts',
    "export const f = () => import('#web/site/landing-page.tsx');",
    'web/auth has no arrow to web/site',
  ],
  ['web/novelty/a.ts', 'export const x = 1;', 'web/novelty is not in WEB_ARROWS'],
  ['server/auth/auth.store.ts', "import './auth.service.ts';", 'a store fetches'],
  ['server/auth/auth.store.ts', "import '#server/platform/app-error';", 'a store fetches'],
  ['server/auth/auth.service.ts', "import './auth.routes.ts';", 'a service does not know its routes'],
  ['server/auth/auth.routes.ts', "import '#server/audit/audit.store';", 'routes list'],
  ['server/auth/a.ts', "import '#server/health/health.service';", 'auth does not lean on health'],
  ['server/auth/a.ts', "import '#server/testing/test-app';", 'only tests use it'],
  ['server/audit/a.ts', 'export const f = (deps: any) => deps.identity;', 'the identity handle belongs in'],
  ['server/novelty/a.ts', 'export const x = 1;', 'novelty is not in the graph of features'],
  ['server/novelty/a.ts', 'export const x = 1;', 'has no contract/novelty.ts'],
  ['server/novelty/a.ts', 'export const x = 1;', 'has no web/novelty'],
  ['web/auth/a.ts', "export const x = () => fetch('/');", 'fetch belongs in'],
  ['web/auth/a.ts', "export const x = () => localStorage.getItem('x');", 'browser storage belongs in'],
  ['web/auth/a.ts', 'export const x = 1;\n'.repeat(251), 'has 251 lines, more than 250'],
  ['web/auth/a.test.ts', 'export const x = 1;\n'.repeat(401), 'has 401 lines, more than 400'],
  ['web/auth/a.ts', "export * from './login-page.tsx';", 'passes names on'],
  ['web/auth/a.ts', "export { LoginPage } from './login-page.tsx';", 'passes names on'],
  ['web/auth/utils.ts', 'export const x = 1;', 'is named for nothing'],
  ['web/auth/deep/a.ts', "import '../../main.tsx';", 'use #contract, #server or #web'],
  ['ARCHITECTURE.md', 'See `server/gone.ts`.', 'names server/gone.ts, which is not there'],
])('%s with %j is caught', async (path, text, breach) => {
  await plant(path, text);
  expect((await breaches(root)).join('\n')).toContain(breach);
});

test.each([
  ['server', ARROWS],
  ['web', WEB_ARROWS],
])('the features of %s form no cycle', (_, arrows) => {
  const reachable = (from: string, seen: readonly string[] = []): string[] =>
    (arrows[from] ?? []).flatMap((to) => (seen.includes(to) ? [to] : [to, ...reachable(to, [...seen, to])]));
  expect(Object.keys(arrows).filter((feature) => reachable(feature).includes(feature))).toEqual([]);
});

test('a web feature imports along its arrows, and the shell imports every feature', async () => {
  await plant('web/account/account-page.tsx', "import '#web/auth/login-page.tsx';");
  await plant('web/app/routes.tsx', "import '#web/account/account-page.tsx';");
  expect(await breaches(root)).toEqual([]);
});
