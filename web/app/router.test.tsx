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

test('mientras una página se carga, la anterior y su dirección se quedan', async () => {
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

test('un módulo que no llega muestra la página de error, y se carga de nuevo al volver', async () => {
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
  ['el puntero pasa sobre su enlace', (link: HTMLElement) => userEvent.hover(link)],
  ['su enlace recibe el foco', () => userEvent.tab()],
])('una página se carga cuando %s', async (_, reach) => {
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

test('un enlace a otro sitio no carga nada, y una carga que falla no molesta', async () => {
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
