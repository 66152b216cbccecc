import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { LEGAL_PLACEHOLDERS, type LegalEntity, UNSTATED } from '#contract/legal-entity';
import { AppError } from '../app-error.ts';
import { headersFor, setHeaders } from './headers.ts';
import { type Installation, servePages } from './pages.ts';

const BOOKING_TEMPLATE =
  '<html data-mail="__MAIL__"><head><script></script></head><body><div id="root"></div><i></i></body>';
/** The content that it renders has everything that marks a place in a template. */
const RENDERER = `export const renderBookingPage = ({ name }, { slug, url }) => ({
  head: '<title>' + name + '</title>',
  body: '<p>' + [slug, url, name].join(' ') + '</p>',
});`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ficha-pages-'));
  for (const assets of ['assets', 'earlier-assets-1', 'earlier-assets-2']) await mkdir(join(folder, assets));
  await writeFile(join(folder, 'assets/agenda-new.js'), '"new"');
  await writeFile(join(folder, 'earlier-assets-1/agenda-old.js'), '"old"');
  await writeFile(join(folder, 'earlier-assets-1/agenda-old.js.br'), brotliCompressSync('"old"'));
  await writeFile(join(folder, 'earlier-assets-2/agenda-older.js'), '"older"');
  await writeFile(join(folder, 'service-worker.js'), '"the worker"');
  await writeFile(join(folder, 'remove-service-worker.js'), '"the end of the worker"');
  const pages = {
    pages: { '/terminos': 'page.html', '/recuperar-contrasena': 'steps.html', '/cita/:token': 'page.html' },
    mailPages: { '/recuperar-contrasena': 'form.html' },
    linkPaths: ['/cita/:token'],
    booking: { path: '/reservar/:slug', template: 'booking.html', renderer: 'render/booking.js' },
    shell: 'page.html',
    shellPaths: [],
    notFound: 'page.html',
  };
  await writeFile(join(folder, 'pages.json'), JSON.stringify(pages));
  await writeFile(join(folder, 'manifest.webmanifest'), '{}');
  await writeFile(join(folder, 'booking.html'), BOOKING_TEMPLATE);
  await mkdir(join(folder, 'render'));
  await writeFile(join(folder, 'render/booking.js'), RENDERER);
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
  await servePages(app, folder, {
    publicUrl: 'https://ficha.cl',
    legalEntity,
    sendsMail,
    payments,
    isDemo,
    hasServiceWorker: true,
    findBookingPage: async () => undefined,
  });
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
    representative: 'Rosa Díaz',
    dataOfficer: 'Luis Rojas',
    subprocessors: 'Nube Sur SpA (alojamiento, Chile)',
  });
  for (const part of [
    'data-public-url="https://ficha.cl"',
    '<p id="name">Salud Sur SpA</p>',
    '<p id="rut">76.123.456-0</p>',
    '<p id="address">Calle 1, Osorno</p>',
    '<p id="notice"></p>',
    '<p id="subprocessors">Nube Sur SpA (alojamiento, Chile)</p>',
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
    hasServiceWorker: true,
    findBookingPage: async () => undefined,
  });
  const { headers } = await app.inject('/manifest.webmanifest');
  await app.close();
  expect(headers['content-type']).toBe('application/manifest+json');
  expect(headers['cache-control']).toBe('no-cache');
});

async function serving(hasServiceWorker = true) {
  const app = fastify();
  setHeaders(app, headersFor('https://ficha.cl'));
  await servePages(app, folder, {
    publicUrl: 'https://ficha.cl',
    legalEntity: UNSTATED,
    sendsMail: false,
    payments: 'on',
    isDemo: false,
    hasServiceWorker,
    findBookingPage: async () => undefined,
  });
  onTestFinished(() => app.close());
  return app;
}

test('the assets of the two builds before are served beside the present ones, for pages that are still open', async () => {
  const app = await serving();
  for (const [name, content] of [
    ['agenda-new', '"new"'],
    ['agenda-old', '"old"'],
    ['agenda-older', '"older"'],
  ]) {
    const { statusCode, body, headers } = await app.inject(`/assets/${name}.js`);
    expect([name, statusCode, body]).toEqual([name, 200, content]);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  }
  const compressed = await app.inject({ url: '/assets/agenda-old.js', headers: { 'accept-encoding': 'br' } });
  expect(compressed.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe('"old"');
  expect((await app.inject('/assets/agenda-ancient.js')).statusCode).toBe(404);
  expect((await app.inject('/earlier-assets-1/agenda-old.js')).statusCode).toBe(404);
});

test('the service worker is a script of the origin that is checked at each use', async () => {
  const app = await serving();
  const { statusCode, body, headers } = await app.inject('/service-worker.js');
  expect([statusCode, body]).toEqual([200, '"the worker"']);
  expect(headers).toMatchObject({ 'content-type': 'text/javascript', 'cache-control': 'no-cache' });
  // Without a worker-src, the policy for scripts decides which workers a page may register.
  expect(headers['content-security-policy']).toContain("script-src 'self';");
  expect(headers['content-security-policy']).not.toContain('worker-src');
  const again = await app.inject({ url: '/service-worker.js', headers: { 'if-none-match': String(headers.etag) } });
  expect(again.statusCode).toBe(304);
  expect((await app.inject('/remove-service-worker.js')).statusCode).toBe(404);
});

test('with the service worker switched off, the script that removes it is served in its place', async () => {
  const { body, headers } = await (await serving(false)).inject('/service-worker.js');
  expect(body).toBe('"the end of the worker"');
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
    hasServiceWorker: true,
    findBookingPage: async () => undefined,
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

const INSTALLATION = {
  publicUrl: 'https://ficha.cl',
  legalEntity: UNSTATED,
  sendsMail: true,
  payments: 'on',
  isDemo: false,
  hasServiceWorker: true,
} as const;
const NAME = `$& $' __MAIL__ </head><div id="root"></div>`;

async function bookingPage({ slug = 'ana', embedOrigins = [] as string[], ...headers }) {
  const app = fastify();
  setHeaders(app, headersFor('https://ficha.cl'));
  await servePages(app, folder, {
    publicUrl: 'https://ficha.cl',
    legalEntity: UNSTATED,
    sendsMail: true,
    payments: 'on',
    isDemo: true,
    hasServiceWorker: true,
    findBookingPage: async (asked) =>
      asked.startsWith('ana') ? { page: { name: NAME } as never, slug: 'ana', embedOrigins } : undefined,
  });
  const reply = await app.inject({ url: `/reservar/${slug}`, headers });
  const missing = await app.inject('/no-existe');
  await app.close();
  return { ...reply, missing, body: reply.body, headers: reply.headers };
}

test('the page where patients book is complete HTML, and nothing in it is taken for a part of the template', async () => {
  const { statusCode, body, headers } = await bookingPage({});
  expect(statusCode).toBe(200);
  const root = `<div id="root"><p>ana https://ficha.cl/reservar/ana ${NAME}</p></div><i></i></body>`;
  expect(body).toBe(
    `<html data-mail="on"><head><script></script><title>${NAME}</title></head><body>${demoNotice(body)}${root}`,
  );
  expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
  expect(headers).not.toHaveProperty('x-robots-tag');
  const again = await bookingPage({ 'if-none-match': String(headers.etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

const demoNotice = (html: string) => /<aside.*?<\/aside>/.exec(html)?.[0];

test('a former address leads to the present one, with its query', async () => {
  const { statusCode, headers } = await bookingPage({ slug: 'ana-antes?servicio=1' });
  expect([statusCode, headers.location]).toEqual([302, '/reservar/ana?servicio=1']);
});

test('the page where patients book is compressed', async () => {
  const { rawPayload, headers } = await bookingPage({ 'accept-encoding': 'br' });
  expect(headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(rawPayload).toString()).toContain('<p>ana ');
});

test('an unknown or closed page is answered like any other page that does not exist', async () => {
  const { statusCode, body, headers, missing } = await bookingPage({ slug: 'nadie' });
  const { 'x-request-id': _, date: __, ...same } = missing.headers;
  expect([statusCode, body]).toEqual([404, missing.body]);
  expect(headers).toMatchObject(same);
});

test('no site frames the page where patients book unless the professional lists it', async () => {
  const { headers } = await bookingPage({});
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers['x-frame-options']).toBe('DENY');
  const other = await bookingPage({ embedOrigins: ['https://clinica.cl', 'https://otra.cl:8443'] });
  expect(other.headers['content-security-policy']).toBe(
    String(headers['content-security-policy']).replace(
      "frame-ancestors 'none'",
      'frame-ancestors https://clinica.cl https://otra.cl:8443',
    ),
  );
  expect(other.headers).not.toHaveProperty('x-frame-options');
  expect(other.missing.headers['x-frame-options']).toBe('DENY');
});

test.each(['https://a.cl;sandbox', 'https://a.cl,b', '*', "'self'"])(
  'an origin that would change the content policy is left out: %s',
  async (origin) => {
    const { headers } = await bookingPage({ embedOrigins: [origin] });
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['x-frame-options']).toBe('DENY');
  },
);

test('many requests for a page in a moment render it once, and an unknown page is looked for each time', async () => {
  const asked: string[] = [];
  const app = fastify();
  await servePages(app, folder, {
    ...INSTALLATION,
    findBookingPage: async (slug) => {
      asked.push(slug);
      return slug === 'ana' ? { page: { name: NAME } as never, slug, embedOrigins: [] } : undefined;
    },
  });
  const read = async (slug: string) => (await app.inject(`/reservar/${slug}`)).statusCode;
  expect(await Promise.all([read('ana'), read('ana'), read('ana')])).toEqual([200, 200, 200]);
  expect([await read('nadie'), await read('nadie')]).toEqual([404, 404]);
  expect(asked).toEqual(['ana', 'nadie', 'nadie']);
  await app.close();
});

test('a reader of too many booking pages gets a page that says so', async () => {
  const app = fastify();
  const page = { page: { name: NAME } as never, slug: 'ana', embedOrigins: [] };
  let reads = 0;
  await servePages(app, folder, {
    ...INSTALLATION,
    findBookingPage: async () => page,
    limitBookingPage: async () => {
      reads += 1;
      if (reads > 1) throw new AppError('TOO_MANY_TRIES', { retryAfter: 42 });
    },
  });
  expect((await app.inject('/reservar/ana')).statusCode).toBe(200);
  const refused = await app.inject('/reservar/ana');
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '42']);
  expect(refused.body).toContain('Espera un minuto');
  await app.close();
});

test('the module that renders is not served', async () => {
  const app = fastify();
  await servePages(app, folder, {
    publicUrl: 'https://ficha.cl',
    legalEntity: UNSTATED,
    sendsMail: false,
    payments: 'on',
    isDemo: false,
    hasServiceWorker: true,
    findBookingPage: async () => undefined,
  });
  expect((await app.inject('/render/booking.js')).statusCode).toBe(404);
  await app.close();
});
