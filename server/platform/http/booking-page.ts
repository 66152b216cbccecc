import { pathToFileURL } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BookingPage } from '#contract/booking';
import { allowFraming } from './headers.ts';

/** What the built module of `web/render-booking-page.tsx` exports. */
interface Renderer {
  renderBookingPage(page: BookingPage, address: { slug: string; url: string }): { head: string; body: string };
}

/** The page of the professional who has or had the slug, and the present one. Undefined when there is none. */
export type FindBookingPage = (
  slug: string,
) => Promise<{ page: BookingPage; slug: string; embedOrigins: readonly string[] } | undefined>;

interface Options {
  path: string;
  /** The document without its content. */
  template: string;
  /** The file of the module. */
  renderer: string;
  publicUrl: string;
  findBookingPage: FindBookingPage;
  send: (request: FastifyRequest, reply: FastifyReply, html: string) => unknown;
  sendNotFound: (request: FastifyRequest, reply: FastifyReply) => unknown;
}

/**
 * Serves the page where patients book: complete HTML, which search engines and browsers without JavaScript can read. A
 * page that is switched off is answered like one that never existed.
 */
export async function serveBookingPage(app: FastifyInstance, options: Options): Promise<void> {
  const { path, template, publicUrl, findBookingPage, send, sendNotFound } = options;
  const { renderBookingPage }: Renderer = await import(pathToFileURL(options.renderer).href);
  app.get<{ Params: { slug: string } }>(path, async (request, reply) => {
    const found = await findBookingPage(request.params.slug);
    if (!found) return sendNotFound(request, reply);
    const { page, slug, embedOrigins } = found;
    const address = path.replace(':slug', slug);
    // Temporary: the professional may take a former slug back.
    if (slug !== request.params.slug) return reply.redirect(address + queryOf(request.url), 302);
    allowFraming(reply, embedOrigins);
    const { head, body } = renderBookingPage(page, { slug, url: publicUrl + address });
    return send(request, reply, fill(template, head, body));
  });
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
