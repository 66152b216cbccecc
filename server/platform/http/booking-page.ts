import { pathToFileURL } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BookingPage } from '#contract/booking';
import { allowFraming } from './headers.ts';

/** What the built module of `web/render-booking-page.tsx` exports. */
interface Renderer {
  renderBookingPage(page: BookingPage, address: { slug: string; url: string }): { head: string; body: string };
}

/** The page where patients of that professional book. Undefined when there is none. */
export type FindBookingPage = (
  slug: string,
) => Promise<{ page: BookingPage; embedOrigins: readonly string[] } | undefined>;

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
    const { slug } = request.params;
    const found = await findBookingPage(slug);
    if (!found) return sendNotFound(request, reply);
    allowFraming(reply, found.embedOrigins);
    const { head, body } = renderBookingPage(found.page, { slug, url: publicUrl + path.replace(':slug', slug) });
    return send(request, reply, fill(template, head, body));
  });
}

const END_OF_HEAD = '</head>';
const ROOT = '<div id="root"></div>';

/** By position: the content may contain any text, also the marks themselves. */
function fill(template: string, head: string, body: string): string {
  const atHead = template.indexOf(END_OF_HEAD);
  const atRoot = template.indexOf(ROOT);
  return `${template.slice(0, atHead)}${head}${template.slice(atHead, atRoot)}<div id="root">${body}</div>${template.slice(atRoot + ROOT.length)}`;
}
