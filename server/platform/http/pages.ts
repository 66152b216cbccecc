import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import serveStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  LEGAL_ENTITY_PLACEHOLDER,
  LEGAL_PLACEHOLDERS,
  type LegalEntity,
  type LegalTexts,
  legalTexts,
} from '#contract/legal-entity';
import { ASSETS, EARLIER_ASSETS } from './asset-folders.ts';
import { type FindBookingPage, type LimitBookingPage, serveBookingPage } from './booking-page.ts';
import { escapeHtml } from './escape-html.ts';
import { LINK_HEADERS } from './headers.ts';
import { type Page, prepare, QUICK_ENCODERS } from './prepared-page.ts';

const PagesFile = z.object({
  pages: z.record(z.string(), z.string()),
  /** The pages that are others in an installation that sends mail. */
  mailPages: z.record(z.string(), z.string()),
  /** The pages behind a link that somebody received. */
  linkPaths: z.array(z.string()),
  /** The page that is rendered when it is asked for: its template and the module that renders it. */
  booking: z.object({ path: z.string(), template: z.string(), renderer: z.string() }),
  shell: z.string(),
  shellPaths: z.array(z.string()),
  notFound: z.string(),
});

const ASSET_FOLDERS = [ASSETS, ...EARLIER_ASSETS];

export interface Installation {
  publicUrl: string;
  legalEntity: LegalEntity;
  sendsMail: boolean;
  /** Who receives payments: a provider, the test checkout or nobody. */
  payments: 'on' | 'test' | 'none';
  isDemo: boolean;
  /** False removes the service worker from every browser that has one. */
  hasServiceWorker: boolean;
  findBookingPage: FindBookingPage;
  limitBookingPage?: LimitBookingPage;
}

/** Serves the built web: prerendered public pages, the shell of the application, and hashed assets, cached for a year. */
export async function servePages(app: FastifyInstance, folder: string, installation: Installation): Promise<void> {
  const built = PagesFile.parse(JSON.parse(await readFile(join(folder, 'pages.json'), 'utf8')));
  const values = pageValues(installation);
  const readPage = async (name: string) => {
    const html = await readFile(join(folder, name), 'utf8');
    // Placeholders are replaced in one pass, so that a value that looks like a placeholder is not replaced again.
    const filled = html.replace(PLACEHOLDER, (found) => values.get(found) ?? found);
    return installation.isDemo ? filled.replace('<body>', `<body>${DEMO_NOTICE}`) : filled;
  };
  const pageOf = async (name: string) => prepare(await readPage(name));
  const serve = (path: string, page: Page, status = 200) =>
    app.get(path, (request, reply) => send(request, reply.code(status), page));

  await app.register(serveStatic, {
    root: ASSET_FOLDERS.map((name) => join(folder, name)),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    decorateReply: false,
  });
  await app.register(serveStatic, {
    root: folder,
    wildcard: false,
    globIgnore: [
      ...ASSET_FOLDERS.map((name) => `${name}/**`),
      'render/**',
      '**/*.html',
      '**/*.json',
      '*service-worker.js',
    ],
    decorateReply: false,
    cacheControl: false,
    setHeaders: (reply) => reply.header('cache-control', 'no-cache'),
  });

  const worker = installation.hasServiceWorker ? 'service-worker.js' : 'remove-service-worker.js';
  serve('/service-worker.js', prepare(await readFile(join(folder, worker), 'utf8'), { type: 'text/javascript' }));
  const pages = installation.sendsMail ? { ...built.pages, ...built.mailPages } : built.pages;
  for (const [path, name] of Object.entries(pages)) {
    const page = await pageOf(name);
    if (built.linkPaths.includes(path)) app.get(path, (request, reply) => sendLinkPage(request, reply, page));
    else serve(path, page);
  }
  // A mail program without one-click unsubscription opens the address of the mail's header. The page asks before it acts.
  app.get('/api/appointment-links/:token/unsubscribe', (request, reply) => {
    const { token } = request.params as { token: string };
    return reply.headers(LINK_HEADERS).redirect(`/cita/${encodeURIComponent(token)}`, 303);
  });
  const shell = await pageOf(built.shell);
  for (const path of built.shellPaths) serve(path, shell);
  const notFound = await pageOf(built.notFound);
  await serveBookingPage(app, {
    ...built.booking,
    ...installation,
    renderer: join(folder, built.booking.renderer),
    template: await readPage(built.booking.template),
    prepare: (html) => prepare(html, { encoders: QUICK_ENCODERS }),
    send,
    sendNotFound: (request, reply) => send(request, reply.code(404), notFound),
  });
  serve('/*', notFound, 404);
}

/** Outside the application, so that every page has it, also those without scripts. */
const DEMO_NOTICE =
  '<aside class="demo-notice" aria-label="Demostración">Demostración: los datos son inventados. No ingreses datos reales.</aside>';

const PLACEHOLDER = /__[A-Z]+(?:_[A-Z]+)*__/g;

/** The value of each placeholder, escaped for text and attributes. */
function pageValues({ publicUrl, legalEntity, sendsMail, payments }: Installation): Map<string, string> {
  const texts = legalTexts(legalEntity);
  const fields = Object.keys(texts) as (keyof LegalTexts)[];
  const values: [string, string][] = [
    ['__PUBLIC_URL__', publicUrl],
    ['__MAIL__', sendsMail ? 'on' : 'off'],
    ['__PAYMENTS__', payments],
    [LEGAL_ENTITY_PLACEHOLDER, JSON.stringify(legalEntity)],
    ...fields.map((field): [string, string] => [LEGAL_PLACEHOLDERS[field], texts[field]]),
  ];
  return new Map(values.map(([placeholder, value]) => [placeholder, escapeHtml(value)]));
}

function send(request: FastifyRequest, reply: FastifyReply, page: Page) {
  reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag: page.etag });
  if (reply.statusCode === 200 && request.headers['if-none-match'] === page.etag) return reply.code(304).send();
  return sendBody(request, reply, page);
}

/** The address of the page is a secret, so nobody stores the answer. */
const sendLinkPage = (request: FastifyRequest, reply: FastifyReply, page: Page) =>
  sendBody(request, reply.headers(LINK_HEADERS), page);

async function sendBody(request: FastifyRequest, reply: FastifyReply, page: Page) {
  const accepted = request.headers['accept-encoding'] ?? '';
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.type(page.type).send(await page.body(encoding));
}
