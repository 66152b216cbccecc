import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LEGAL_PLACEHOLDERS, type LegalEntity, UNSTATED } from '#contract/legal-entity';
import { type Installation, servePages } from './pages.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ficha-pages-'));
  await mkdir(join(folder, 'assets'));
  const pages = {
    pages: { '/terminos': 'page.html', '/recuperar-contrasena': 'steps.html', '/cita/:token': 'page.html' },
    mailPages: { '/recuperar-contrasena': 'form.html' },
    linkPaths: ['/cita/:token'],
    shell: 'page.html',
    shellPaths: [],
    notFound: 'page.html',
  };
  await writeFile(join(folder, 'pages.json'), JSON.stringify(pages));
  await writeFile(join(folder, 'manifest.webmanifest'), '{}');
  for (const name of ['steps', 'form']) {
    await writeFile(join(folder, `${name}.html`), `<html data-mail="__MAIL__" data-payments="__PAYMENTS__">${name}`);
  }
  const texts = Object.entries(LEGAL_PLACEHOLDERS).map(([name, text]) => `<p id="${name}">${text}</p>`);
  const root = '<html data-public-url="__PUBLIC_URL__" data-legal-entity="__LEGAL_ENTITY__">';
  await writeFile(join(folder, 'page.html'), `${root}<body>${texts.join('')}<a href="mailto:__SUPPORT_MAILBOX__">`);
});
afterAll(() => rm(folder, { recursive: true }));

async function served(
  legalEntity: LegalEntity,
  path = '/terminos',
  { sendsMail = false, isDemo = false, payments = 'on' }: Partial<Installation> = {},
): Promise<string> {
  const app = fastify();
  await servePages(app, folder, { publicUrl: 'https://ficha.cl', legalEntity, sendsMail, payments, isDemo });
  const { body } = await app.inject(path);
  await app.close();
  return body;
}

test('who runs the installation is put into the pages as it starts', async () => {
  const html = await served({
    name: 'Salud Sur SpA',
    rut: '76.123.456-0',
    address: 'Calle 1, Osorno',
    email: 'hola@sur.cl',
  });
  for (const part of [
    'data-public-url="https://ficha.cl"',
    '<p id="name">Salud Sur SpA</p>',
    '<p id="rut">76.123.456-0</p>',
    '<p id="address">Calle 1, Osorno</p>',
    '<p id="notice"></p>',
    '<p id="paymentsMailbox">hola@sur.cl</p>',
    '<a href="mailto:hola@sur.cl">',
  ]) {
    expect(html).toContain(part);
  }
  expect(html).not.toMatch(/__[A-Z]|fichaaustral/);
});

test('nothing that it is called is taken for HTML, for a pattern or for a placeholder', async () => {
  const name = `O'Higgins & <b>"Hijos"</b> $& $' __LEGAL_RUT__`;
  const escaped = 'O&#39;Higgins &amp; &lt;b>&quot;Hijos&quot;&lt;/b> $&amp; $&#39; __LEGAL_RUT__';
  const html = await served({ ...UNSTATED, name });
  expect(html).toContain(`<p id="name">${escaped}</p>`);
  const attribute = /data-legal-entity="([^"]*)"/.exec(html)?.[1] ?? '';
  const read = attribute.replace(/&(#39|lt|quot|amp);/g, (_, code: string) => {
    return { '#39': "'", lt: '<', quot: '"', amp: '&' }[code] ?? '';
  });
  expect(JSON.parse(read)).toEqual({ name });
});

test('an installation that states nothing, or a part, says so', async () => {
  const html = await served(UNSTATED);
  expect(html).toContain('<p id="notice">Esta instalación no ha informado quién la opera. Falta: nombre');
  expect(html).toContain('<p id="name">No informado</p>');
  expect(html).toContain('mailto:soporte@fichaaustral.cl');
  expect(await served({ ...UNSTATED, name: 'Sur', rut: '1-9', email: 'a@b.cl' })).toContain(
    'quien la opera. Falta: domicilio.</p>',
  );
});

test('an installation that sends mail has another recovery page, and every page says whether it does', async () => {
  expect(await served(UNSTATED, '/recuperar-contrasena')).toMatch(/^<html data-mail="off".+steps$/);
  expect(await served(UNSTATED, '/recuperar-contrasena', { sendsMail: true })).toMatch(/^<html data-mail="on".+form$/);
});

test.each(['on', 'test', 'none'] as const)('every page says how payments are received: %s', async (payments) => {
  expect(await served(UNSTATED, '/recuperar-contrasena', { payments })).toContain(`data-payments="${payments}"`);
});

test('the pages of a demonstration say so, and others do not', async () => {
  const notice = 'Demostración: los datos son inventados. No ingreses datos reales.';
  for (const path of ['/terminos', '/no-existe']) {
    expect(await served(UNSTATED, path, { isDemo: true })).toMatch(new RegExp(`<body><aside[^>]*>${notice}</aside>`));
    expect(await served(UNSTATED, path)).not.toMatch(/demo/i);
  }
});

test('the manifest of the installable application has its own type and is checked at each use', async () => {
  const app = fastify();
  await servePages(app, folder, {
    publicUrl: 'https://ficha.cl',
    legalEntity: UNSTATED,
    sendsMail: false,
    payments: 'on',
    isDemo: false,
  });
  const { headers } = await app.inject('/manifest.webmanifest');
  await app.close();
  expect(headers['content-type']).toBe('application/manifest+json');
  expect(headers['cache-control']).toBe('no-cache');
});

test('a page behind a link is not stored, not indexed, and tells no other site its address', async () => {
  const app = fastify();
  await servePages(app, folder, {
    publicUrl: 'https://ficha.cl',
    legalEntity: UNSTATED,
    sendsMail: false,
    payments: 'on',
    isDemo: false,
  });
  const [link, other] = await Promise.all([app.inject('/cita/secreto'), app.inject('/terminos')]);
  const unsubscribing = await app.inject('/api/appointment-links/secreto/unsubscribe');
  expect([unsubscribing.statusCode, unsubscribing.headers.location]).toEqual([303, '/cita/secreto']);
  await app.close();
  expect(link.headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  });
  expect(link.headers).not.toHaveProperty('etag');
  expect(other.headers).toMatchObject({ 'cache-control': 'no-cache', etag: expect.any(String) });
});
