import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import serveStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';

const PagesFile = z.object({
  pages: z.record(z.string(), z.string()),
  shell: z.string(),
  shellPaths: z.array(z.string()),
  notFound: z.string(),
});

/** Serves the built web: prerendered public pages, the shell for the application, and hashed assets for ever. */
export async function servePages(app: FastifyInstance, folder: string, publicUrl: string): Promise<void> {
  const built = PagesFile.parse(JSON.parse(await readFile(join(folder, 'pages.json'), 'utf8')));
  const page = async (name: string) =>
    (await readFile(join(folder, name), 'utf8')).replaceAll('__PUBLIC_URL__', escapeAttribute(publicUrl));
  const send = (reply: FastifyReply, status: number, html: string) =>
    reply.code(status).type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(html);

  await app.register(serveStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    decorateReply: false,
  });
  await app.register(serveStatic, {
    root: folder,
    wildcard: false,
    globIgnore: ['assets/**', '**/*.html', '**/*.json'],
    decorateReply: false,
    cacheControl: false,
    setHeaders: (reply) => reply.header('cache-control', 'no-cache'),
  });

  for (const [path, name] of Object.entries(built.pages)) {
    const html = await page(name);
    app.get(path, (_request, reply) => send(reply, 200, html));
  }
  const shell = await page(built.shell);
  for (const path of built.shellPaths) app.get(path, (_request, reply) => send(reply, 200, shell));

  const notFound = await page(built.notFound);
  app.get('/*', (_request, reply) => send(reply, 404, notFound));
}

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
