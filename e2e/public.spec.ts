import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { consoleErrorsOf } from './console-errors.ts';
import { test } from './fixtures.ts';
import { expectOneHead } from './page-head.ts';

const PAGES = [
  { path: '/', title: /^Ficha Austral/, heading: 'Tu consulta al día', text: 'Cada atención, verificable.' },
  { path: '/login', title: /^Iniciar sesión/, heading: 'Iniciar Sesión', text: '¿Olvidaste tu contraseña?' },
  { path: '/register', title: /^Crear cuenta/, heading: 'Crear Cuenta', text: 'Confirmar contraseña' },
  {
    path: '/recuperar-contrasena',
    title: /^Recuperar contraseña/,
    heading: 'Recuperar contraseña',
    text: 'nuevas credenciales temporales',
  },
  { path: '/terminos', title: /^Términos de Servicio/, heading: 'Términos de Servicio', text: 'registrados en Chile' },
  { path: '/privacidad', title: /^Política de Privacidad/, heading: 'Política de Privacidad', text: 'Ley 19.628' },
  { path: '/soporte', title: /^Soporte/, heading: 'Soporte', text: '24 a 48 horas' },
  { path: '/primeros-pasos', title: /^Primeros pasos/, heading: 'Primeros pasos', text: 'datos inventados' },
  {
    path: '/verificar',
    title: /^Verificar documento/,
    heading: 'Verificar documento',
    text: 'Está impreso junto al código QR',
  },
];

test('lo que solo la aplicación responde no se puede apretar antes de que llegue', () => {
  const read = (file: string) => readFileSync(join('web/dist', file), 'utf8');
  const { pages, mailPages } = JSON.parse(read('pages.json')) as Record<'pages' | 'mailPages', Record<string, string>>;
  const pressable = [...Object.values(pages), ...Object.values(mailPages)]
    .map((file) => ({ file, html: read(file).replaceAll(/<fieldset disabled.*?<\/fieldset>/gs, '') }))
    // What the script of a page shows is hidden until then.
    .map(({ file, html }) => ({ file, html: html.replaceAll(/<div data-view="\w+" hidden="".*<\/main>/gs, '') }))
    // The theme switch works with the small script of every page.
    .filter(({ html }) => /<button(?![^>]*data-theme-switch)/.test(html));
  expect(pressable.map(({ file }) => file)).toEqual([]);
});

test('cada página pública llega completa del servidor, antes de cualquier JavaScript', async ({ request }) => {
  for (const { path, text } of PAGES) {
    const reply = await request.get(path);
    expect(reply.status(), path).toBe(200);
    expect(reply.headers()['content-type']).toBe('text/html; charset=utf-8');
    const html = await reply.text();
    expect(html, path).toContain(text);
    expect(html.match(/<h1[ >]/g), path).toHaveLength(1);
    expect(html.match(/<title>/g), path).toHaveLength(1);
    expect(html).toContain('<html lang="es-CL"');
  }
});

test('los textos públicos dicen lo que un profesional necesita saber', async ({ request }) => {
  const said: Record<string, string[]> = {
    '/terminos': ['profesionales de la salud registrados en Chile', 'Ley 21.746', 'pagos@fichaaustral.cl'],
    '/privacidad': ['Ley 19.628', 'Ley 21.719'],
    '/soporte': ['24 a 48 horas', 'soporte@fichaaustral.cl', 'hasta el fin del período pagado'],
  };
  for (const [path, texts] of Object.entries(said)) {
    const html = await (await request.get(path)).text();
    for (const text of texts) expect.soft(html, path).toContain(text);
    expect.soft(html, path).toContain('Esta instalación no ha informado quién la opera.');
    expect.soft(html, path).not.toMatch(/__[A-Z]/);
  }
});

test('cada página pública se presenta una sola vez y el navegador no tiene quejas', async ({ page, baseURL }) => {
  const consoleErrors = consoleErrorsOf(page);
  for (const { path, title, heading } of PAGES) {
    await page.goto(path);
    await expect(page.locator('[data-prerendered]'), 'la aplicación tomó la página').toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(heading);
    await expectOneHead(page, title, path, baseURL);
    expect(consoleErrors).toEqual([]);
  }

  await test.step('«Ver planes» baja hasta los planes de la portada', async () => {
    await page.goto('/');
    await page.getByRole('main').getByRole('link', { name: 'Ver planes' }).click();
    await expect(page).toHaveURL('/#planes');
    await expect(page.getByRole('heading', { name: 'Planes y precios' })).toBeInViewport();
  });

  await test.step('una página que no existe lo dice en español', async () => {
    const reply = await page.goto('/no-existe');
    expect(reply?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1, name: 'Página no encontrada' })).toBeVisible();
    await expectOneHead(page, /^Página no encontrada/, '/', baseURL);
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    await page.getByRole('link', { name: 'Volver al inicio' }).click();
    await expect(page).toHaveURL('/');
  });
});

test('al pasar de una página a otra dentro de la aplicación cada una se presenta una sola vez', async ({
  page,
  ana,
  baseURL,
}) => {
  await page.goto('/login');
  await expect(page.locator('[data-prerendered]'), 'la aplicación tomó la página').toHaveCount(0);
  const document = await page.evaluateHandle(() => window.document);
  const steps: [string, string, RegExp][] = [
    ['Regístrate aquí', '/register', /^Crear cuenta/],
    ['Inicia sesión aquí', '/login', /^Iniciar sesión/],
    ['Términos de Servicio', '/terminos', /^Términos de Servicio/],
    ['Política de Privacidad', '/privacidad', /^Política de Privacidad/],
    ['Soporte', '/soporte', /^Soporte/],
    ['Ver los cinco pasos', '/recuperar-contrasena', /^Recuperar contraseña/],
    ['Ficha Austral, inicio', '/', /^Ficha Austral/],
    ['Verificar un documento', '/verificar', /^Verificar documento/],
  ];
  for (const [link, path, title] of steps) {
    await page.getByRole('link', { name: link, exact: true }).first().click();
    await expectOneHead(page, title, path, baseURL);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.getByRole('main')).toBeFocused();
  }
  expect(await document.evaluate((before) => before === window.document), 'sin cargar otro documento').toBe(true);

  const own = await ana.open('/dashboard/agenda');
  await expectOneHead(own, 'Agenda · Ficha Austral', '/dashboard/agenda', baseURL);
  await own.getByRole('link', { name: 'Ficha Austral, ir al inicio' }).click();
  await expectOneHead(own, 'Inicio · Ficha Austral', '/dashboard', baseURL);
  await own.goBack();
  await expectOneHead(own, 'Agenda · Ficha Austral', '/dashboard/agenda', baseURL);
});

test('ningún enlace interno lleva a la nada', async ({ request }) => {
  const pages = new Map<string, string>();
  const open = async (path: string) => {
    const known = pages.get(path);
    if (known !== undefined) return known;
    const reply = await request.get(path);
    expect(reply.status(), path).toBe(200);
    const html = await reply.text();
    pages.set(path, html);
    return html;
  };
  let followed = 0;
  for (const { path } of PAGES) {
    const html = await open(path);
    const links = [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map((match) => match[1] ?? '');
    expect(links).not.toContain('');
    expect(links).not.toContain('#');
    for (const link of links.filter((one) => /^[/#]/.test(one))) {
      const { pathname, hash } = new URL(link, `http://ficha${path}`);
      const target = await open(pathname);
      // The cards of a page behind the login are rendered in the browser.
      if (hash && !pathname.startsWith('/dashboard'))
        expect(target, `${path} → ${link}`).toContain(`id="${hash.slice(1)}"`);
      followed += 1;
    }
  }
  expect(followed).toBeGreaterThan(60);
});

test('una página que no existe responde 404 en español', async ({ request }) => {
  for (const path of ['/no-existe', '/dashboard/no-existe', '/terminos/otra', '/login.html', '/%E0']) {
    const reply = await request.get(path);
    expect(reply.status(), path).toBe(404);
    expect(await reply.text()).toContain('La página que buscas no existe o cambió de dirección.');
  }
});

test('las páginas van protegidas y sus partes se guardan comprimidas para siempre', async ({ request }) => {
  const assets = new Set<string>();
  for (const path of ['/', '/login', '/dashboard', '/no-existe']) {
    const reply = await request.get(path);
    const { 'content-security-policy': policy = '', ...headers } = reply.headers();
    expect(policy).toContain("default-src 'self'");
    expect(policy).toMatch(/script-src 'self'(;|$)/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe-eval');
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-cache' });
    const html = await reply.text();
    expect(html).not.toMatch(/<script(?![^>]* src=)/);
    for (const [asset] of html.matchAll(/\/assets\/[\w.-]+/g)) assets.add(asset);
  }
  expect(assets.size).toBeGreaterThan(5);
  for (const asset of assets) {
    const reply = await request.get(asset, { headers: { 'accept-encoding': 'br' } });
    expect(reply.status(), asset).toBe(200);
    expect(reply.headers()['cache-control'], asset).toBe('public, max-age=31536000, immutable');
    if (!asset.endsWith('.woff2')) expect(reply.headers()['content-encoding'], asset).toBe('br');
  }
});
