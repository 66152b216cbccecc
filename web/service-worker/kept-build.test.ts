import { beforeEach, expect, test, vi } from 'vitest';
import { keepBuild, openApp, removeEarlierBuilds } from '#web/service-worker/kept-build.ts';

const ORIGIN = 'https://ficha.cl';
const SHELL = '<script type="module" src="/assets/app-2.js"></script>';

const FILES = ['/assets/app-2.js', '/assets/agenda-2.js', '/assets/agenda-2.css', '/assets/text-2.woff2'];

type Answer = { body: string; type?: string; status?: number };
let server: Record<string, Answer>;
let kept: Map<string, Response>;
let asked: string[];

const toPath = (request: Request | string) =>
  new URL(typeof request === 'string' ? request : request.url, ORIGIN).pathname;

beforeEach(() => {
  asked = [];
  kept = new Map();
  server = {
    '/dashboard': { body: SHELL, type: 'text/html; charset=utf-8' },
    '/theme.js': { body: 'theme' },
    '/assets/app-2.js': { body: 'app' },
    '/assets/agenda-2.js': { body: 'agenda' },
    '/assets/agenda-2.css': { body: 'agenda', type: 'text/css; charset=utf-8' },
    '/assets/text-2.woff2': { body: 'text', type: 'font/woff2' },
  };
  const cache = {
    keys: async () => [...kept.keys()].map((path) => ({ url: ORIGIN + path })),
    put: async (path: string, response: Response) => void kept.set(path, response),
    delete: async (path: string) => kept.delete(path),
  };
  vi.stubGlobal('caches', {
    open: async () => cache,
    match: async (request: Request | string) => kept.get(toPath(request)),
  });
  vi.stubGlobal('fetch', async (request: Request | string) => {
    const path = toPath(request);
    asked.push(path);
    const answer = server[path];
    if (!answer) throw new TypeError('Failed to fetch');
    const { body, type = 'application/javascript; charset=utf-8', status = 200 } = answer;
    return new Response(body, { status, headers: { 'content-type': type } });
  });
  vi.stubGlobal('__APP_ENTRY__', '/assets/app-2.js');
  vi.stubGlobal('__APP_FILES__', FILES);
});

const open = async () => (await openApp(new Request(`${ORIGIN}/dashboard/pacientes?profesional=1`))).text();

test('the shell is kept after its files, and a file that is there is not asked for again', async () => {
  kept.set('/assets/agenda-2.js', new Response('agenda'));
  await keepBuild();
  expect(asked).toEqual([...FILES.filter((path) => path !== '/assets/agenda-2.js'), '/theme.js', '/dashboard']);
  expect([...kept.keys()].at(-1)).toBe('/dashboard');
});

test.each([
  ['a file is missing', { '/assets/app-2.js': { body: 'no', status: 404 } }],
  ['a network answers its own sign-in page', { '/assets/app-2.js': { body: 'hello', type: 'text/html' } }],
  ['a proxy answers with an error of its own', { '/assets/agenda-2.js': { body: '{}', type: 'application/json' } }],
  ['a style sheet is no style sheet', { '/assets/agenda-2.css': { body: 'hello', type: 'text/plain' } }],
  ['a server of another version answers the shell', { '/dashboard': { body: 'app-1.js', type: 'text/html' } }],
])('a build is not kept while %s', async (_, answers) => {
  Object.assign(server, answers);
  await expect(keepBuild()).rejects.toThrow();
  expect(kept.has('/dashboard')).toBe(false);
});

test('the server decides what the application is, and the kept shell opens when it does not answer', async () => {
  await keepBuild();
  server['/dashboard/pacientes'] = { body: 'another version', type: 'text/html' };
  expect(await open()).toBe('another version');
  server['/dashboard/pacientes'] = { body: 'Bad Gateway', type: 'text/html', status: 502 };
  expect(await open()).toBe(SHELL);
  delete server['/dashboard/pacientes'];
  kept.set('/dashboard', new Response(SHELL));
  expect(await open()).toBe(SHELL);
});

test('a browser that keeps nothing shows its own failure', async () => {
  expect((await openApp(new Request(`${ORIGIN}/dashboard`))).ok).toBe(true);
  server = {};
  expect((await openApp(new Request(`${ORIGIN}/dashboard`))).type).toBe('error');
});

test('what belongs to no present file is removed', async () => {
  kept.set('/assets/app-1.js', new Response('app'));
  await keepBuild();
  await removeEarlierBuilds();
  expect([...kept.keys()].toSorted()).toEqual([...FILES, '/dashboard', '/theme.js'].toSorted());
});
