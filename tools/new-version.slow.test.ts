import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { getClinicalNote } from '#contract/clinical-notes';
import { UNSTATED } from '#contract/legal-entity';
import { buildApp } from '#server/app';
import { EARLIER_ASSETS } from '#server/platform/http/asset-folders';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';
import { testBrowserOptions } from './browser.ts';
import { copyBuild, replaceByNextBuild } from './next-build.ts';

/** The machine may be busy. */
const PATIENTLY = { timeout: 60_000 };
const ENTRY = 'script[type=module][src^="/assets/app-"]';

let api: TestApp;
let browser: Awaited<ReturnType<typeof chromium.launch>>;
beforeAll(async () => {
  api = await createTestApp();
  browser = await chromium.launch({ ...testBrowserOptions(), args: ['--no-sandbox', '--disable-gpu'] });
});
afterAll(async () => {
  await browser.close();
  await api.close();
});

/** The product with a build of its own, which can be replaced, and a professional who is signed in. */
async function openInstallation() {
  const folder = await copyBuild();
  let app: FastifyInstance | undefined;
  let port = 0;
  const start = async ({ hasServiceWorker = true } = {}) => {
    app = await buildApp(api.deps, {
      logLevel: 'silent',
      rateLimit: false,
      metricsToken: undefined,
      trustProxy: undefined,
      publicUrl: 'http://localhost:3000',
      legalEntity: UNSTATED,
      isDemo: false,
      hasServiceWorker,
      webFolder: folder,
    });
    port = Number(new URL(await app.listen({ port, host: '127.0.0.1' })).port);
  };
  const stop = async () => {
    app?.server.closeAllConnections();
    await app?.close();
  };
  await start();
  onTestFinished(async () => {
    await stop();
    await rm(folder, { recursive: true });
  });
  const person = await api.newProfessional();
  const url = `http://127.0.0.1:${port}`;
  return {
    folder,
    person,
    url,
    start,
    stop,
    upgrade: async (version: string, { keepsEarlier = true } = {}) => {
      await stop();
      await replaceByNextBuild(folder, version);
      // An image of a container has one build alone.
      if (!keepsEarlier) for (const name of EARLIER_ASSETS) await rm(join(folder, name), { recursive: true });
      await start();
    },
    open: (path: string, options: BrowserContextOptions = {}) => openPage(url, person, path, options),
  };
}

async function openPage(
  url: string,
  { accessToken, refreshToken }: Person,
  path: string,
  options: BrowserContextOptions,
) {
  const localStorage = Object.entries({ accessToken, refreshToken }).map(([name, value]) => ({ name, value }));
  const context = await browser.newContext({
    baseURL: url,
    locale: 'es-CL',
    timezoneId: 'America/Santiago',
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
    ...options,
  });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

const untilWorkerControls = (page: Page) =>
  page.waitForFunction(
    async () =>
      (await navigator.serviceWorker.ready).active?.state === 'activated' &&
      navigator.serviceWorker.controller !== null,
  );

const checkForUpdate = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));

const entryScript = (page: Page) => page.locator(ENTRY).getAttribute('src');

const kept = (page: Page) =>
  page.evaluate(async () => {
    const paths: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) paths.push(url.slice(location.origin.length));
    return paths;
  });

const offer = (page: Page) => page.getByText('Hay una versión nueva de Ficha Austral');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const toAgenda = (page: Page) => page.getByRole('link', { name: 'Agenda', exact: true }).first().click();

test('an editor with unsaved text outlives two upgrades, finds its chunks, and changes version when its user says so', async () => {
  const { person, open, stop, upgrade } = await openInstallation();
  const note = await person.hasNote({ reason: 'Control' });
  const page = await open(`/dashboard/pacientes/${note.patientId}/atencion/${note._id}`);
  const other = await page.context().newPage();
  await other.goto('/dashboard/pacientes');
  await untilWorkerControls(page);
  const reason = page.getByLabel('Motivo de Consulta', { exact: true });
  await reason.waitFor();
  const first = await entryScript(page);

  await stop();
  await reason.fill('Control anual, sin molestias');
  await page.getByText('Sin conexión: se guardará al volver').first().waitFor();
  await upgrade('v2', { keepsEarlier: false });
  await upgrade('v3', { keepsEarlier: false });
  await page.getByText('Guardado hace un momento').waitFor();
  expect(await offer(page).count()).toBe(0);
  await checkForUpdate(page);
  await offer(page).waitFor();
  // Nothing reloads by itself, in neither tab.
  await offer(other).waitFor();
  expect(await reason.inputValue()).toBe('Control anual, sin molestias');
  expect([await entryScript(page), await entryScript(other)]).toEqual([first, first]);

  // The chunks of the agenda exist in no build any more.
  await toAgenda(other);
  await heading(other, 'Agenda').waitFor();
  expect(await entryScript(other)).toBe(first);
  await button(other, 'Después').click();
  expect(await offer(other).count()).toBe(0);

  await page.route('**/api/**', (route) => (route.request().method() === 'GET' ? route.continue() : route.abort()));
  await reason.fill('Control anual, con molestias');
  await button(page, 'Actualizar').click();
  await button(page, 'Guardar y salir').waitFor();
  await page.unrouteAll();
  await button(page, 'Guardar y salir').click();
  await page.waitForFunction(
    (selector) => document.querySelector(selector)?.getAttribute('src')?.includes('v3'),
    ENTRY,
  );
  expect(await reason.inputValue()).toBe('Control anual, con molestias');
  expect(await offer(page).count()).toBe(0);
  const stored = await person.send(getClinicalNote, { params: { id: note._id } });
  expect(stored.body.reason).toBe('Control anual, con molestias');
  expect(await entryScript(other)).toBe(first);
});

test('without a worker, an old page finds its chunks in the two builds before, and then says what to do', async () => {
  const { open, upgrade } = await openInstallation();
  const page = await open('/dashboard', { serviceWorkers: 'block' });
  const late = await open('/dashboard', { serviceWorkers: 'block' });
  for (const each of [page, late]) await button(each, 'Cerrar sesión').waitFor();
  const first = await entryScript(page);
  await upgrade('v2');
  await upgrade('v3');
  await toAgenda(page);
  await heading(page, 'Agenda').waitFor();
  expect(await entryScript(page)).toBe(first);
  await upgrade('v4');
  await toAgenda(late);
  await heading(late, 'Algo salió mal').waitFor();
  await button(late, 'Volver a intentar').click();
  await heading(late, 'Agenda').waitFor();
  expect(await entryScript(late)).toContain('v4');
});

test('the files of earlier versions go when the application is opened and no other page is open', async () => {
  const { url, person, open, upgrade } = await openInstallation();
  const page = await open('/dashboard');
  await untilWorkerControls(page);
  const first = (await kept(page)).filter((path) => path.startsWith('/assets/'));
  expect(first.length).toBeGreaterThan(100);
  await upgrade('v2');
  await checkForUpdate(page);
  await offer(page).waitFor();
  expect(await kept(page)).toEqual(expect.arrayContaining(first));
  await button(page, 'Actualizar').click();
  await page.waitForFunction(
    (selector) => document.querySelector(selector)?.getAttribute('src')?.includes('v2'),
    ENTRY,
  );
  expect(await offer(page).count()).toBe(0);
  const context = page.context();
  await page.close();
  const next = await context.newPage();
  await next.goto(`${url}/dashboard`);
  await heading(next, person.user.name).or(button(next, 'Cerrar sesión')).first().waitFor();
  await expect.poll(async () => (await kept(next)).filter((path) => first.includes(path)), PATIENTLY).toEqual([]);
});

test('without a connection the application opens, says so, shows nobody, and goes on when the server is back', async () => {
  const { person, open, stop, start } = await openInstallation();
  await person.hasPatient({ name: 'Rosa Aguilera Muñoz' });
  const page = await open('/dashboard/pacientes');
  await page.getByText('Rosa Aguilera Muñoz').first().waitFor();
  await untilWorkerControls(page);
  await stop();
  await page.goto('/dashboard/pacientes');
  await heading(page, 'Sin conexión con el servidor').waitFor();
  await button(page, 'Volver a intentar').waitFor();
  expect(await page.content()).not.toContain('Rosa');
  const elsewhere = await page.context().newPage();
  for (const path of ['/login', '/cita/secreto', '/verificar']) await expect(elsewhere.goto(path)).rejects.toThrow();
  await start();
  await page.getByText('Rosa Aguilera Muñoz').first().waitFor();
});

test('a worker keeps built files alone, before and after the session ends, and an operator can remove it', async () => {
  const { person, open, stop, start, url } = await openInstallation();
  const { _id } = await person.hasPatient({ name: 'Rosa Aguilera Muñoz' });
  const page = await open('/dashboard');
  await untilWorkerControls(page);
  for (const path of [
    '/dashboard/agenda',
    `/dashboard/pacientes/${_id}`,
    '/dashboard/configuracion',
    '/verificar',
    '/',
  ])
    await page.goto(path, { waitUntil: 'networkidle' });
  const expected = /^\/(?:assets\/[\w.-]+\.(?:js|css|woff2)|theme\.js|dashboard)$/;
  expect((await kept(page)).filter((path) => !expected.test(path))).toEqual([]);
  expect(await kept(page)).toContain('/dashboard');
  await page.goto('/dashboard');
  await button(page, 'Cerrar sesión').click();
  await page.waitForURL(`${url}/`);
  expect((await kept(page)).filter((path) => !expected.test(path))).toEqual([]);

  await stop();
  await start({ hasServiceWorker: false });
  // A worker that still answers requests is replaced minutes later.
  await page.goto(`${url}/login`, { waitUntil: 'networkidle' });
  await checkForUpdate(page);
  await expect.poll(() => kept(page), PATIENTLY).toEqual([]);
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), PATIENTLY)
    .toBe(0);
});

test('visitors without a session get no worker', async () => {
  const { url } = await openInstallation();
  const context = await browser.newContext({ baseURL: url });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  for (const path of ['/', '/login', '/verificar', '/cita/secreto'])
    await page.goto(path, { waitUntil: 'networkidle' });
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});

test('the browser reads the manifest without a complaint and can install the application', async () => {
  const { open } = await openInstallation();
  const page = await open('/dashboard');
  await button(page, 'Cerrar sesión').waitFor();
  const devtools = await page.context().newCDPSession(page);
  const { errors, data } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(JSON.parse(data ?? '').shortcuts).toHaveLength(2);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // A context of a test is a private window, where nothing is installed.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
});
