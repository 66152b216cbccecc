import { act, render, screen, waitFor } from '@testing-library/react';
import { type ComponentType, useState } from 'react';
import { createMemoryRouter, type DataRouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import { loadOneByOne } from '#web/app/next-screens.ts';
import { resolveLazyRoute, startRouter } from '#web/app/router.ts';
import { CLINICAL_NOTE_PAGES } from '#web/app/routes.tsx';
import { PATHS } from '#web/platform/paths.ts';

function Counter() {
  const [count, setCount] = useState(0);
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {count}
    </button>
  );
}

function open(load: () => Promise<ComponentType>) {
  const lazy = vi.fn(async () => ({ Component: await load() }));
  const router = createMemoryRouter([
    {
      ErrorBoundary: () => <h1>El error</h1>,
      children: [
        { path: '/', element: <h1>La anterior</h1> },
        { id: 'page', path: '/pagina', lazy },
      ],
    },
  ]);
  render(<RouterProvider router={router} />);
  const states: string[] = [];
  router.subscribe(({ navigation }) => states.push(navigation.state));
  const go = (to: string) => act(() => router.navigate(to));
  return { router, lazy, states, go };
}

test('a page that is loaded already opens without a loading state', async () => {
  const { router, lazy, states, go } = open(async () => Counter);
  resolveLazyRoute(router.routes, 'page', Counter);
  await go('/pagina');
  expect(screen.getByRole('button')).toBeVisible();
  expect(states).toEqual(['idle']);
  expect(lazy).not.toHaveBeenCalled();
});

test('otherwise there is a loading state, and the previous page and its address stay until the new one is there', async () => {
  const { promise, resolve } = Promise.withResolvers<ComponentType>();
  const { router, states } = open(() => promise);
  const arrival = router.navigate('/pagina');
  await waitFor(() => expect(states).toEqual(['loading']));
  expect(screen.getByRole('heading', { name: 'La anterior' })).toBeVisible();
  expect(router.state.location.pathname).toBe('/');
  await act(async () => {
    resolve(Counter);
    await arrival;
  });
  expect(screen.getByRole('button')).toBeVisible();
});

test('a module that arrives after its page was given to the router does not reset its state', async () => {
  // In development the router warns that both gave it the page.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { promise, resolve } = Promise.withResolvers<ComponentType>();
  const { router, go } = open(() => promise);
  const abandoned = router.navigate('/pagina');
  resolveLazyRoute(router.routes, 'page', Counter);
  await go('/pagina');
  act(() => screen.getByRole('button').click());
  await act(async () => {
    resolve(Counter);
    await abandoned;
  });
  await go('/pagina?parte=2');
  expect(screen.getByRole('button').textContent).toBe('1');
});

test('a module that does not arrive shows the error page, and is loaded again on return', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = vi.fn(async () => Counter as ComponentType).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const { go } = open(load);
  await go('/pagina');
  expect(screen.getByRole('heading', { name: 'El error' })).toBeVisible();
  await go('/');
  await go('/pagina');
  expect(screen.getByRole('button')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
});

const flat = (routes: DataRouteObject[] = []): DataRouteObject[] =>
  routes.flatMap((route) => [route, ...flat(route.children)]);

test('the next screens are loaded into the router', async () => {
  const router = startRouter();
  onTestFinished(() => router.dispose());
  const isLazy = (id: string) => flat(router.routes).find((route) => route.id === id)?.lazy !== undefined;
  const next = [PATHS.home, PATHS.agenda, PATHS.patients, PATHS.patient, PATHS.account, CLINICAL_NOTE_PAGES];
  expect(next.filter(isLazy)).toEqual(next);
  onTestFinished(loadOneByOne());
  await waitFor(() => expect(next.filter(isLazy)).toEqual([]), { timeout: 60_000 });
  expect(isLazy(PATHS.agendaSettings)).toBe(true);
});
