import { expect } from '@playwright/test';
import { login, me, refresh } from '#contract/auth';
import { countBookingRequests } from '#contract/booking-requests';
import { getFirstSteps } from '#contract/first-steps';
import { beginPasskeyLogin } from '#contract/passkeys';
import { getProcessingAgreement } from '#contract/processing-agreement';
import { countRightsRequests } from '#contract/rights-requests';
import { listBlockedShares } from '#contract/shares';
import { newProfessional, PASSWORD, test } from './fixtures.ts';
import { fillAndLogIn } from './login-form.ts';
import { NO_TOKENS, storedTokens } from './stored-tokens.ts';
import { toast } from './toast.ts';

const EXPIRED = 'vencido';

test('una sesión real: va en JSON y sin cookies, se renueva sola, y cuando termina se pide entrar de nuevo', async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const { email } = await newProfessional(request);
  const heading = page.getByRole('heading', { level: 1 });
  await context.addCookies([{ name: 'ajena', value: '1', url: baseURL ?? '' }]);
  const sent: { path: string; headers: Promise<Record<string, string>> }[] = [];
  const calls: string[] = [];
  // The cards of the home page, the numbers in the menu and the email field ask at their own time.
  const others: string[] = [
    getFirstSteps,
    countBookingRequests,
    countRightsRequests,
    listBlockedShares,
    getProcessingAgreement,
    beginPasskeyLogin,
  ].map(({ path }) => path);
  const isCounted = (path: string) => path.startsWith('/api/') && !others.includes(path);
  page.on('request', (one) => {
    const { pathname } = new URL(one.url());
    if (isCounted(pathname)) sent.push({ path: pathname, headers: one.allHeaders() });
  });
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (isCounted(pathname)) calls.push(`${pathname} ${response.status()}`);
  });

  await test.step('toda llamada va en JSON, con el acceso guardado y sin cookies', async () => {
    await page.goto('/login');
    await fillAndLogIn(page, email, PASSWORD);
    await expect(page).toHaveURL('/dashboard');
    const { accessToken } = await storedTokens(page);
    await page.reload();
    await expect(heading).toContainText('Ana Pérez Soto');
    const requests = await Promise.all(sent.map(async ({ path, headers }) => ({ path, ...(await headers) })));
    expect(requests.map(({ path }) => path)).toEqual([login.path, me.path]);
    for (const one of requests) {
      expect(one).toHaveProperty('content-type', 'application/json');
      expect(one).not.toHaveProperty('cookie');
    }
    expect(requests[1]).toHaveProperty('authorization', `Bearer ${accessToken}`);
  });

  const { refreshToken } = await storedTokens(page);
  await test.step('con el acceso vencido la sesión se renueva sola y la llamada se repite', async () => {
    await page.evaluate((expired) => localStorage.setItem('accessToken', expired), EXPIRED);
    calls.length = 0;
    await page.reload();
    await expect(heading).toContainText('Ana Pérez Soto');
    expect(calls).toEqual([`${me.path} 401`, `${refresh.path} 200`, `${me.path} 200`]);
    const tokens = await storedTokens(page);
    expect(tokens.refreshToken).toBe(refreshToken);
    expect(tokens.accessToken).not.toBe(EXPIRED);
  });

  await test.step('una sesión terminada en otra parte pide iniciar sesión, y se llega adonde se iba', async () => {
    await request.post('/api/auth/logout', { data: { refreshToken } });
    calls.length = 0;
    await page.goto('/dashboard/agenda?date=2026-07-15');
    await expect(page).toHaveURL('/login');
    expect(await storedTokens(page)).toEqual(NO_TOKENS);
    expect(calls).toEqual([`${me.path} 401`, `${refresh.path} 401`]);
    await expect(toast(page)).toContainText('Tu sesión expiró. Inicia sesión nuevamente.');
    await fillAndLogIn(page, email, PASSWORD);
    await expect(page).toHaveURL('/dashboard/agenda?date=2026-07-15');
  });

  await test.step('cerrar sesión en una pestaña la cierra en las demás', async () => {
    await expect(heading).toHaveText('Agenda');
    const second = await context.newPage();
    await second.goto('/dashboard/agenda');
    await second.getByRole('button', { name: 'Cerrar sesión' }).click();
    await expect(second).toHaveURL('/');
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('Ana Pérez Soto')).toHaveCount(0);
    const ended = toast(page).filter({ hasText: 'Sesión terminada' });
    await expect(ended, 'quien cerró la sesión ya lo sabe').toHaveCount(0);
  });
});
