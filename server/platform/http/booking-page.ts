import { pathToFileURL } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BookingPage } from '#contract/booking';
import { AppError } from '../app-error.ts';
import { allowFraming } from './headers.ts';
import type { Page } from './prepared-page.ts';

/** What the built module of `web/render-booking-page.tsx` exports. */
interface Renderer {
  renderBookingPage(page: BookingPage, address: { slug: string; url: string }): { head: string; body: string };
}

/** The page of the professional who has or had the slug, and the present one. Undefined when there is none. */
export type FindBookingPage = (
  slug: string,
) => Promise<{ page: BookingPage; slug: string; embedOrigins: readonly string[] } | undefined>;

/** Refuses a caller who has read too many pages, or a page that was read too often. */
export type LimitBookingPage = (caller: { address: string; slug: string }) => Promise<void>;

interface Options {
  path: string;
  /** The document without its content. */
  template: string;
  /** The file of the module. */
  renderer: string;
  publicUrl: string;
  findBookingPage: FindBookingPage;
  limitBookingPage?: LimitBookingPage;
  prepare: (html: string) => Page;
  send: (request: FastifyRequest, reply: FastifyReply, page: Page) => unknown;
  sendNotFound: (request: FastifyRequest, reply: FastifyReply) => unknown;
}

/** Many requests for one page in a moment cost one rendering. A change of the page shows after this time. */
const KEPT_MS = 3000;
const MAX_KEPT = 200;

interface Rendered {
  page: Page;
  slug: string;
  embedOrigins: readonly string[];
}

/**
 * Serves the page where patients book: complete HTML, which search engines and browsers without JavaScript can read. A
 * page that is switched off is answered like one that never existed.
 */
export async function serveBookingPage(app: FastifyInstance, options: Options): Promise<void> {
  const { path, template, publicUrl, findBookingPage, limitBookingPage, prepare, send, sendNotFound } = options;
  const { renderBookingPage }: Renderer = await import(pathToFileURL(options.renderer).href);
  const tooMany = prepare(fill(template, '<title>Demasiadas visitas</title>', TOO_MANY));
  const render = async (asked: string): Promise<Rendered | undefined> => {
    const found = await findBookingPage(asked);
    if (!found) return undefined;
    const { page, slug, embedOrigins } = found;
    const { head, body } = renderBookingPage(page, { slug, url: publicUrl + path.replace(':slug', slug) });
    return { page: prepare(fill(template, head, body)), slug, embedOrigins };
  };
  const renderedPage = keepForMoments(render);
  app.get<{ Params: { slug: string } }>(path, async (request, reply) => {
    const asked = request.params.slug;
    const refusal = await limitBookingPage?.({ address: request.ip, slug: asked }).catch(refusedReading);
    if (refusal) return send(request, reply.code(429).header('retry-after', String(refusal.retryAfter ?? 60)), tooMany);
    const found = await renderedPage(asked);
    if (!found) return sendNotFound(request, reply);
    const { page, slug, embedOrigins } = found;
    // Temporary: the professional may take a former slug back.
    if (slug !== asked) return reply.redirect(path.replace(':slug', slug) + queryOf(request.url), 302);
    allowFraming(reply, embedOrigins);
    return send(request, reply, page);
  });
}

const TOO_MANY =
  '<main class="mx-auto max-w-xl p-6"><h1 class="text-heading">Demasiadas visitas</h1><p class="mt-3">Espera un minuto y vuelve a cargar la página.</p></main>';

function refusedReading(error: unknown): AppError {
  if (error instanceof AppError && error.code === 'TOO_MANY_TRIES') return error;
  throw error;
}

/** Keeps what was found for a moment. What was not found is looked for again. */
function keepForMoments<T>(find: (key: string) => Promise<T | undefined>): (key: string) => Promise<T | undefined> {
  const kept = new Map<string, { found: Promise<T | undefined>; until: number }>();
  return (key) => {
    const now = performance.now();
    const known = kept.get(key);
    if (known && known.until > now) return known.found;
    const forget = () => kept.delete(key);
    const found = find(key);
    kept.delete(key);
    const [oldest] = kept.keys();
    if (oldest !== undefined && kept.size >= MAX_KEPT) kept.delete(oldest);
    kept.set(key, { found, until: now + KEPT_MS });
    found.then((value) => value === undefined && forget(), forget);
    return found;
  };
}

const queryOf = (url: string): string => (url.includes('?') ? url.slice(url.indexOf('?')) : '');

const END_OF_HEAD = '</head>';
const ROOT = '<div id="root"></div>';

/** By position: the content may contain any text, also the marks themselves. */
function fill(template: string, head: string, body: string): string {
  const atHead = template.indexOf(END_OF_HEAD);
  const atRoot = template.indexOf(ROOT);
  return `${template.slice(0, atHead)}${head}${template.slice(atHead, atRoot)}<div id="root">${body}</div>${template.slice(atRoot + ROOT.length)}`;
}
