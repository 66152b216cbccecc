import { expect, type Page } from '@playwright/test';
import { login, me, refresh } from '#contract/auth';
import { newProfessional, PASSWORD, test } from './fixtures.ts';
import { fillAndLogIn } from './login-form.ts';
import { NO_TOKENS, storedTokens } from './stored-tokens.ts';
import { toast } from './toast.ts';

const EXPIRED = 'vencido';

/** The API requests of this page with the status of each reply, in order. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/api/')) calls.push(`${pathname} ${response.status()}`);
  });
  return calls;
}

/** Expires the access token once, when the next document loads. */
const expireAccess = (page: Page) =>
  page.addInitScript((expired) => {
    if (sessionStorage.getItem('vencido')) return;
    sessionStorage.setItem('vencido', 'sí');
    localStorage.setItem('accessToken', expired);
  }, EXPIRED);

test('con el acceso vencido la sesión se renueva sola y la llamada se repite', async ({ ana }) => {
  const page = await ana.newPage();
  const calls = callsOf(page);
  await expireAccess(page);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ana Pérez Soto');
  expect(calls).toEqual([`${me.path} 401`, `${refresh.path} 200`, `${me.path} 200`]);
  const tokens = await storedTokens(page);
  expect(tokens.refreshToken).toBe(ana.refreshToken);
  expect(tokens.accessToken).not.toBe(EXPIRED);
});

test('varias llamadas a la vez con el acceso vencido piden una sola renovación', async ({ ana }) => {
  const page = await ana.open('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ana Pérez Soto');
  const calls = callsOf(page);
  await page.evaluate((expired) => localStorage.setItem('accessToken', expired), EXPIRED);
  expect(await askAtOnce(page, 5)).toEqual(Array(5).fill('Ana Pérez Soto'));
  expect(calls.filter((call) => call.startsWith(refresh.path))).toEqual([`${refresh.path} 200`]);
  expect(calls.filter((call) => call === `${me.path} 401`)).toHaveLength(5);
  expect(calls.filter((call) => call === `${me.path} 200`)).toHaveLength(5);
});

test('si la renovación se rechaza, la sesión termina y se pide iniciar sesión', async ({ ana, request }) => {
  const page = await ana.newPage();
  await request.post('/api/auth/logout', { data: { refreshToken: ana.refreshToken } });
  const calls = callsOf(page);
  await page.goto('/dashboard/agenda?date=2026-07-15');
  await expect(page).toHaveURL('/login');
  expect(await storedTokens(page)).toEqual(NO_TOKENS);
  expect(calls).toEqual([`${me.path} 401`, `${refresh.path} 401`]);
  await expect(toast(page)).toContainText('Sesión terminada');
  await expect(toast(page)).toContainText('Tu sesión expiró. Inicia sesión nuevamente.');

  await fillAndLogIn(page, ana.user.email, PASSWORD);
  await expect(page).toHaveURL('/dashboard/agenda?date=2026-07-15');
});

test('sin con qué renovarla, la sesión termina sin preguntar al servidor', async ({ ana }) => {
  const page = await ana.newPage();
  const calls = callsOf(page);
  await expireAccess(page);
  await page.addInitScript(() => localStorage.removeItem('refreshToken'));
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login');
  expect(await storedTokens(page)).toEqual(NO_TOKENS);
  expect(calls).toEqual([`${me.path} 401`]);
});

test('si la red falla al renovar, nadie pierde su sesión y puede reintentar', async ({ ana }) => {
  const page = await ana.newPage();
  await expireAccess(page);
  await page.route(`**${refresh.path}`, (route) => route.abort());
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'No pudimos conectar' })).toBeVisible();
  expect(await storedTokens(page)).toEqual({ accessToken: EXPIRED, refreshToken: ana.refreshToken });

  await page.unroute(`**${refresh.path}`);
  await page.getByRole('button', { name: 'Volver a intentar' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ana Pérez Soto');
});

test('si al comenzar no se reconoce a la persona, se borra la sesión', async ({ ana }) => {
  const page = await ana.open('/soporte');
  for (const status of [401, 403, 404, 429, 500]) {
    await page.evaluate(
      ({ accessToken, refreshToken }) => {
        localStorage.setItem('accessToken', accessToken);
        localStorage.setItem('refreshToken', refreshToken);
      },
      { accessToken: ana.accessToken, refreshToken: ana.refreshToken },
    );
    const refused = { status, json: { error: 'No', message: 'No' } };
    await page.route(`**${me.path}`, (route) => route.fulfill(refused));
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/login');
    expect(await storedTokens(page)).toEqual(NO_TOKENS);
    await page.unroute(`**${me.path}`);
  }
});

test('sin respuesta o con 503 al comenzar se conservan la sesión y lo escrito, y se puede reintentar', async ({
  ana,
}) => {
  const page = await ana.newPage();
  await page.goto('/soporte');
  const kept = { key: `unsaved:${ana.user._id}:nota`, text: '{"values":{"reason":"Cefalea"}}' };
  await page.evaluate(({ key, text }) => sessionStorage.setItem(key, text), kept);
  const keptText = () => page.evaluate(({ key }) => sessionStorage.getItem(key), kept);
  const tokens = { accessToken: ana.accessToken, refreshToken: ana.refreshToken };
  for (const answer of ['ninguna', 503]) {
    await page.route(`**${me.path}`, (route) =>
      answer === 503 ? route.fulfill({ status: 503, json: { error: 'No' } }) : route.abort(),
    );
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: 'No pudimos conectar' })).toBeVisible();
    expect(await storedTokens(page)).toEqual(tokens);
    expect(await keptText()).toBe(kept.text);
    await page.unroute(`**${me.path}`);
    await page.getByRole('button', { name: 'Volver a intentar' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Ana Pérez Soto');
    expect(await keptText()).toBe(kept.text);
  }

  await page.route(`**${me.path}`, (route) => route.fulfill({ status: 500, json: { error: 'No' } }), { times: 1 });
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login');
  await expect(toast(page)).toContainText('No se pudo cargar tu cuenta. Inicia sesión nuevamente.');
  await fillAndLogIn(page, ana.user.email, PASSWORD);
  await expect(page).toHaveURL('/dashboard');
  expect(await keptText()).toBe(kept.text);
});

test('toda llamada va en JSON, con el acceso guardado y sin cookies', async ({ page, context, request, baseURL }) => {
  const { email } = await newProfessional(request);
  await context.addCookies([{ name: 'ajena', value: '1', url: baseURL ?? '' }]);
  const sent: { path: string; headers: Promise<Record<string, string>> }[] = [];
  page.on('request', (one) => {
    const { pathname } = new URL(one.url());
    if (pathname.startsWith('/api/')) sent.push({ path: pathname, headers: one.allHeaders() });
  });
  await page.goto('/login');
  await fillAndLogIn(page, email, PASSWORD);
  await expect(page).toHaveURL('/dashboard');
  const { accessToken } = await storedTokens(page);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ana Pérez Soto');

  const calls = await Promise.all(sent.map(async ({ path, headers }) => ({ path, ...(await headers) })));
  expect(calls.map(({ path }) => path)).toEqual([login.path, me.path]);
  for (const call of calls) {
    expect(call).toHaveProperty('content-type', 'application/json');
    expect(call).not.toHaveProperty('cookie');
  }
  expect(calls[1]).toHaveProperty('authorization', `Bearer ${accessToken}`);
});

test('cerrar sesión en una pestaña la cierra en las demás', async ({ ana }) => {
  const first = await ana.open('/dashboard');
  await expect(first.getByRole('heading', { level: 1 })).toBeVisible();
  const second = await first.context().newPage();
  await second.goto('/dashboard/agenda');
  await second.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(second).toHaveURL('/');
  await expect(first).toHaveURL('/login');
  await expect(first.getByText('Ana Pérez Soto')).toHaveCount(0);
  await expect(toast(first), 'quien cerró la sesión ya lo sabe').toHaveCount(0);
});

test('una sesión terminada en otra parte se dice en lugar del error de lo que se estaba haciendo', async ({
  ana,
  request,
}) => {
  const page = await ana.open('/dashboard/configuracion');
  await page.getByRole('button', { name: 'Editar' }).click();
  await page.getByLabel('Ciudad', { exact: true }).fill('Castro');
  await request.post('/api/auth/logout', { data: { refreshToken: ana.refreshToken } });
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect(page).toHaveURL('/login');
  await expect(toast(page)).toHaveCount(1);
  await expect(toast(page)).toContainText('Sesión terminada');
});

interface Query {
  options: { queryFn: () => Promise<{ name: string }> };
}
interface Client {
  getQueryCache(): { getAll(): Query[] };
}

/**
 * Sends the page's own query for the signed-in user that many times at once. No screen sends several queries at
 * once, so the query is taken from the modules of the page; importing them again runs nothing.
 */
const askAtOnce = (page: Page, times: number): Promise<string[]> =>
  page.evaluate(async (count) => {
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => /\/assets\/.+\.js$/.test(name));
    const modules: object[] = await Promise.all(scripts.map(({ name }) => import(name)));
    const isClient = (value: unknown): value is Client =>
      typeof value === 'object' && value !== null && 'getQueryCache' in value;
    const client = modules.flatMap((module) => Object.values(module)).find(isClient);
    const question = client?.getQueryCache().getAll()[0];
    if (!question) throw new Error('The page asks nothing');
    const mockReply = await Promise.all(Array.from({ length: count }, () => question.options.queryFn()));
    return mockReply.map(({ name }) => name);
  }, times);
