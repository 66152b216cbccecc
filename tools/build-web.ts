/** Builds the browser side into web/dist: the application, the prerendered public pages, and what the server serves where. */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build, type Manifest } from 'vite';
import { PATHS } from '../web/app/paths.ts';

const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'web/dist');
const STAGING = join(DIST, '.staging');
const RETIRED = join(DIST, '.retired');
const CLIENT = join(STAGING, 'client');
const SERVER = join(STAGING, 'server');

/** Whole documents without the application: they work with one small script and load fast. */
const TEXT_PAGES: Record<string, string> = {
  [PATHS.landing]: 'index.html',
  [PATHS.recovery]: 'recuperar-contrasena.html',
  [PATHS.terms]: 'terminos.html',
  [PATHS.privacy]: 'privacidad.html',
  [PATHS.support]: 'soporte.html',
};

/** Prerendered too, and then taken over by the application. */
const GUEST_PAGES: Record<string, { file: string; source: string }> = {
  [PATHS.login]: { file: 'login.html', source: 'auth/login-page.tsx' },
  [PATHS.register]: { file: 'register.html', source: 'auth/register-page.tsx' },
};

const SHELL = 'shell.html';
const NOT_FOUND = '404.html';
const FONT = 'atkinson-hyperlegible-next-latin-wght-normal.woff2';

type Prerender = typeof import('../web/prerender.tsx');

export async function buildWeb(): Promise<void> {
  await rm(STAGING, { recursive: true, force: true });
  try {
    await build({ ...OPTIONS, build: { outDir: CLIENT, emptyOutDir: true } });
    await build({
      ...OPTIONS,
      build: { outDir: SERVER, ssr: 'prerender.tsx', rolldownOptions: { input: 'prerender.tsx' } },
    });
    await writePages();
    await compressAssets();
    await putInPlace();
  } finally {
    await rm(STAGING, { recursive: true, force: true });
    await rm(RETIRED, { recursive: true, force: true });
  }
}

const OPTIONS = { configFile: join(ROOT, 'vite.config.ts'), logLevel: 'warn' } as const;

async function writePages(): Promise<void> {
  const { renderPage, renderShell }: Prerender = await import(pathToFileURL(join(SERVER, 'prerender.js')).href);
  const manifest: Manifest = JSON.parse(await readFile(join(CLIENT, '.vite/manifest.json'), 'utf8'));
  const template = withFont(await readFile(join(CLIENT, 'index.html'), 'utf8'), manifest);
  const textTemplate = withoutApplication(template, manifest);
  const write = (file: string, html: string) => writeFile(join(CLIENT, file), html);

  for (const [path, file] of Object.entries(TEXT_PAGES)) await write(file, fill(textTemplate, await renderPage(path)));
  await write(NOT_FOUND, fill(textTemplate, await renderPage('/404')));
  for (const [path, { file, source }] of Object.entries(GUEST_PAGES)) {
    const page = await renderPage(path);
    const head = page.head + preloads(template, manifest, ['app/services.tsx', 'app/guest-gate.tsx', source]);
    await write(file, fill(template, { ...page, head }).replace('<div id="root"', '<div id="root" data-prerendered'));
  }
  const head = preloads(template, manifest, ['app/services.tsx', 'app/gates.tsx']);
  await write(SHELL, fill(template, { head, body: renderShell() }));
  await write('pages.json', JSON.stringify(pageMap(), null, 2));
  await rm(join(CLIENT, '.vite'), { recursive: true });
}

const pageMap = () => ({
  pages: { ...TEXT_PAGES, ...Object.fromEntries(Object.entries(GUEST_PAGES).map(([path, { file }]) => [path, file])) },
  shell: SHELL,
  shellPaths: Object.values(PATHS).filter((path) => path.startsWith(PATHS.home)),
  notFound: NOT_FOUND,
});

function fill(template: string, { head, body }: { head: string; body: string }): string {
  // Functions, because '$' in a replacement text is special and prices have it.
  return template
    .replace('</head>', () => `${head}</head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${body}</div>`);
}

function withFont(html: string, manifest: Manifest): string {
  const font = Object.values(manifest).find(({ src }) => src?.endsWith(FONT));
  if (!font) throw new Error(`The build has no ${FONT}`);
  const link = `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font.file}">`;
  return html.replace('<script src="/theme.js">', `${link}\n    <script src="/theme.js">`);
}

function withoutApplication(html: string, manifest: Manifest): string {
  const script = `<script type="module" src="/${chunk(manifest, 'public-page.ts').file}"></script>`;
  const links = chunk(manifest, 'public-page.ts').imports?.map((key) => preload(chunk(manifest, key).file)) ?? [];
  const bare = html.replace(/\s*<(?:script type="module"[^>]*><\/script>|link rel="modulepreload"[^>]*>)/g, '');
  return bare.replace('</head>', `  ${script}${links.join('')}\n  </head>`);
}

/** The parts of a page that the application would otherwise ask for one after the other. */
function preloads(html: string, manifest: Manifest, sources: string[]): string {
  const files = new Set<string>();
  const add = (key: string) => {
    const { file, imports = [] } = chunk(manifest, key);
    if (files.has(file)) return;
    files.add(file);
    imports.forEach(add);
  };
  sources.forEach(add);
  return [...files]
    .filter((file) => !html.includes(file))
    .map(preload)
    .join('');
}

const preload = (file: string) => `<link rel="modulepreload" crossorigin href="/${file}">`;

function chunk(manifest: Manifest, key: string): Manifest[string] {
  const found = manifest[key];
  if (!found) throw new Error(`The build has no ${key}`);
  return found;
}

async function compressAssets(): Promise<void> {
  const assets = join(CLIENT, 'assets');
  const files = (await readdir(assets)).filter((file) => /\.(?:js|css|svg)$/.test(file));
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(join(assets, file));
      await writeFile(join(assets, `${file}.br`), await promisify(brotliCompress)(content, quality));
      await writeFile(join(assets, `${file}.gz`), await promisify(gzip)(content, { level: 9 }));
    }),
  );
}

/** Renames only: until here the build before this one was served untouched. */
async function putInPlace(): Promise<void> {
  await mkdir(RETIRED, { recursive: true });
  const old = (await readdir(DIST)).filter((name) => !name.startsWith('.'));
  for (const name of old) await rename(join(DIST, name), join(RETIRED, name));
  for (const name of await readdir(CLIENT)) await rename(join(CLIENT, name), join(DIST, name));
}

if (import.meta.main) await buildWeb();
