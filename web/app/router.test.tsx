import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import { preloadLinkedPages } from '#web/app/preload-linked-pages.ts';

const NextPage = () => <h1>La siguiente</h1>;

function open(load: () => Promise<ComponentType>) {
  const router = createMemoryRouter([
    {
      ErrorBoundary: () => <h1>El error</h1>,
      children: [
        { path: '/', element: <h1>La anterior</h1> },
        { path: '/pagina', lazy: async () => ({ Component: await load() }) },
      ],
    },
  ]);
  render(<RouterProvider router={router} />);
  const states: string[] = [];
  router.subscribe(({ navigation }) => states.push(navigation.state));
  const go = (to: string) => act(() => router.navigate(to));
  return { router, states, go };
}

test('while a page loads, the previous one and its address stay', async () => {
  const { promise, resolve } = Promise.withResolvers<ComponentType>();
  const { router, states } = open(() => promise);
  const arrival = router.navigate('/pagina');
  await waitFor(() => expect(states).toEqual(['loading']));
  expect(screen.getByRole('heading', { name: 'La anterior' })).toBeVisible();
  expect(router.state.location.pathname).toBe('/');
  await act(async () => {
    resolve(NextPage);
    await arrival;
  });
  expect(screen.getByRole('heading', { name: 'La siguiente' })).toBeVisible();
});

test('a module that does not arrive shows the error page, and is loaded again on return', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = vi.fn(async () => NextPage as ComponentType).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const { go } = open(load);
  await go('/pagina');
  expect(screen.getByRole('heading', { name: 'El error' })).toBeVisible();
  await go('/');
  await go('/pagina');
  expect(screen.getByRole('heading', { name: 'La siguiente' })).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
});

test.each([
  ['the pointer is over its link', (link: HTMLElement) => userEvent.hover(link)],
  ['its link receives the focus', () => userEvent.tab()],
])('a page is loaded when %s', async (_, reach) => {
  const load = vi.fn(async () => ({ Component: NextPage }));
  const other = vi.fn(async () => ({ Component: NextPage }));
  onTestFinished(
    preloadLinkedPages([
      { path: '/pacientes/:id', lazy: load },
      { path: '/agenda', lazy: other },
    ]),
  );
  render(
    <a href="/pacientes/7?tab=2">
      <span>Rosa Díaz</span>
    </a>,
  );
  expect(load).not.toHaveBeenCalled();
  await reach(screen.getByText('Rosa Díaz'));
  expect(load).toHaveBeenCalled();
  expect(other).not.toHaveBeenCalled();
});

test('a link to another site loads nothing, and a load that fails is ignored', async () => {
  const load = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
  onTestFinished(preloadLinkedPages([{ path: '/agenda', lazy: load }]));
  render(
    <>
      <a href="https://ejemplo.cl/agenda">Otro sitio</a>
      <a href="/agenda">Agenda</a>
    </>,
  );
  await userEvent.hover(screen.getByText('Otro sitio'));
  expect(load).not.toHaveBeenCalled();
  await userEvent.hover(screen.getByText('Agenda'));
  expect(load).toHaveBeenCalled();
});
