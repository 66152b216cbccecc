/**
 * Builds web/ into web/dist: the application, the prerendered pages and pages.json, which tells the server which file
 * answers which path.
 */
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build, type Manifest } from 'vite';
import {
  BOOKING_PAGE,
  GUEST_PAGES,
  MAIL_PAGES,
  NOT_FOUND,
  pageMap,
  SCRIPTED_PAGES,
  SHELL,
  TEXT_PAGES,
} from '../web/served-pages.ts';
import { buildServiceWorker } from './build-service-worker.ts';
import { PAGES, replaceBuild } from './replace-build.ts';
import { describeBudgets, THEME_SCRIPT } from './script-budget.ts';

const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'web/dist');
const STAGING = join(DIST, '.staging');
const RETIRED = join(DIST, '.retired');
const CLIENT = join(STAGING, 'client');
const SERVER = join(STAGING, 'server');

const GZIP = { level: 9 };
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
const FONT = 'atkinson-hyperlegible-next-latin-wght-normal.woff2';

type Prerender = typeof import('../web/prerender.tsx');

export async function buildWeb(): Promise<void> {
  // With any other value the build would contain the development version of React.
  process.env.NODE_ENV = 'production';
  await mkdir(DIST, { recursive: true });
  await removeTemporaryFolders();
  const started = new Date();
  try {
    await build({ ...OPTIONS, build: { outDir: CLIENT, emptyOutDir: true } });
    await build({
      ...OPTIONS,
      // pdf.js is part of the file. It runs when a preview is shown, which never happens in the build. An import would
      // run at once.
      ssr: { noExternal: ['pdfjs-dist'] },
      build: {
        outDir: SERVER,
        ssr: 'prerender.tsx',
        rolldownOptions: { input: 'prerender.tsx', output: { codeSplitting: false } },
      },
    });
    await buildRenderer();
    await writePages();
    await compressAssets();
    // The modification time of pages.json is the time of the build: sources that changed during it must be newer.
    await utimes(join(CLIENT, PAGES), started, started);
    await replaceBuild(DIST, CLIENT, RETIRED);
  } finally {
    await removeTemporaryFolders();
  }
}

/** With React in the file, so that the server loads nothing else and always React for production. */
const buildRenderer = () =>
  build({
    ...OPTIONS,
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      outDir: join(CLIENT, dirname(BOOKING_PAGE.renderer)),
      copyPublicDir: false,
      manifest: false,
      ssr: BOOKING_PAGE.source,
      minify: true,
      rolldownOptions: {
        input: BOOKING_PAGE.source,
        output: { codeSplitting: false, entryFileNames: basename(BOOKING_PAGE.renderer) },
      },
    },
  });

async function removeTemporaryFolders(): Promise<void> {
  for (const folder of [STAGING, RETIRED]) await rm(folder, { recursive: true, force: true });
}

const OPTIONS = { configFile: join(ROOT, 'vite.config.ts'), logLevel: 'warn' } as const;

async function writePages(): Promise<void> {
  const prerender: Prerender = await import(pathToFileURL(join(SERVER, 'prerender.js')).href);
  const manifest: Manifest = JSON.parse(await readFile(join(CLIENT, '.vite/manifest.json'), 'utf8'));
  const template = withFont(await readFile(join(CLIENT, 'index.html'), 'utf8'), manifest);
  const textTemplate = withScript(template, manifest, 'site/public-page.ts');
  const write = (file: string, html: string) => writeFile(join(CLIENT, file), html);

  for (const [path, file] of Object.entries(TEXT_PAGES)) {
    await write(file, fill(textTemplate, await prerender.renderPage(path)));
  }
  for (const [path, { file, script }] of Object.entries(SCRIPTED_PAGES)) {
    const page = fill(withScript(template, manifest, script), await prerender.renderPage(path));
    await write(file, withoutManifest(page));
  }
  await write(BOOKING_PAGE.template, withoutManifest(withScript(template, manifest, BOOKING_PAGE.script)));
  await write(NOT_FOUND, fill(textTemplate, await prerender.renderPage('/404')));
  const hydrated = [
    ...Object.entries(GUEST_PAGES).map(([path, page]) => ({ path, ...page, sendsMail: false })),
    ...Object.entries(MAIL_PAGES).map(([path, page]) => ({ path, ...page, sendsMail: true })),
  ];
  for (const { path, file, source, sendsMail } of hydrated) {
    const page = await prerender.renderPage(path, sendsMail);
    const head = page.head + preloads(template, manifest, ['app/providers.tsx', 'app/guest-only.tsx', source]);
    await write(file, fill(template, { ...page, head }, ' data-prerendered'));
  }
  const head = preloads(template, manifest, ['app/providers.tsx', 'app/require-auth.tsx']);
  await write(SHELL, fill(template, { head, body: prerender.renderShell() }));
  await write(PAGES, JSON.stringify(pageMap(prerender.routePaths), null, 2));
  await buildServiceWorker(OPTIONS, CLIENT, manifest);
  const sizes = await scriptSizes(manifest);
  console.log(describeBudgets(manifest, (file) => sizes.get(file) ?? Number.NaN));
  await rm(join(CLIENT, '.vite'), { recursive: true });
}

async function scriptSizes(manifest: Manifest): Promise<Map<string, number>> {
  const files = [THEME_SCRIPT, ...Object.values(manifest).map(({ file }) => file)];
  return new Map(
    await Promise.all(
      files.map(async (file): Promise<[string, number]> => {
        const compressed = await promisify(brotliCompress)(await readFile(join(CLIENT, file)), BROTLI);
        return [file, compressed.length];
      }),
    ),
  );
}

function fill(template: string, { head, body }: { head: string; body: string }, mark = ''): string {
  const headed = replaceOnce(template, '</head>', `${head}</head>`);
  return replaceOnce(headed, '<div id="root"></div>', `<div id="root"${mark}>${body}</div>`);
}

function withFont(html: string, manifest: Manifest): string {
  const font = Object.values(manifest).find(({ src }) => src?.endsWith(FONT));
  if (!font) throw new Error(`The build has no ${FONT}`);
  const link = `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font.file}">`;
  return replaceOnce(html, '<script src="/theme.js">', `${link}\n    <script src="/theme.js">`);
}

/** For pages whose visitors have no account: an application installed from them would open the login. */
const withoutManifest = (html: string) => replaceOnce(html, '<link rel="manifest" href="/manifest.webmanifest" />', '');

/** The template with a small script instead of the application. */
function withScript(html: string, manifest: Manifest, source: string): string {
  const application = `<script type="module" crossorigin src="/${chunk(manifest, 'index.html').file}"></script>`;
  const bare = replaceOnce(html, application, '').replace(/\s*<link rel="modulepreload"[^>]*>/g, '');
  const { file } = chunk(manifest, source);
  const scripted = replaceOnce(bare, '</head>', `  <script type="module" src="/${file}"></script>\n  </head>`);
  return replaceOnce(scripted, '</head>', `${preloads(scripted, manifest, [source])}</head>`);
}

/** Vite writes the markup. If it changes, the build fails here instead of leaving something out. */
function replaceOnce(html: string, search: string, replacement: string): string {
  const [before, after, ...more] = html.split(search);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`The page should have exactly one ${search}`);
  }
  return before + replacement + after;
}

/** Preloads the modules that the browser would otherwise discover one after the other. */
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
  const files = (await readdir(assets, { recursive: true })).filter((file) => /\.(?:m?js|css|svg)$/.test(file));
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(join(assets, file));
      await writeFile(join(assets, `${file}.br`), await promisify(brotliCompress)(content, BROTLI));
      await writeFile(join(assets, `${file}.gz`), await promisify(gzip)(content, GZIP));
    }),
  );
}

if (process.argv[1] === import.meta.filename) await buildWeb();
