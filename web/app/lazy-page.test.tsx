import { act, render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { createMemoryRouter, Outlet } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { expect, test, vi } from 'vitest';
import { lazyPage } from '#web/app/lazy-page.tsx';

const Target = () => <h1>La página</h1>;

function open(load: () => Promise<ComponentType>) {
  const Page = lazyPage(load);
  const router = createMemoryRouter([
    {
      Component: Outlet,
      ErrorBoundary: () => <h1>El error</h1>,
      children: [
        { path: '/', element: <h1>La anterior</h1> },
        { path: '/pagina', Component: Page },
      ],
    },
  ]);
  render(<RouterProvider router={router} />);
  const go = (to: string) => act(() => router.navigate(to));
  return { Page, go };
}

const shown = () => screen.getByRole('heading', { level: 1 }).textContent;

test('la página anterior se queda hasta que la siguiente está cargada', async () => {
  const { promise, resolve } = Promise.withResolvers<ComponentType>();
  const { go } = open(() => promise);
  await go('/pagina');
  expect(shown()).toBe('La anterior');
  await act(async () => resolve(Target));
  expect(shown()).toBe('La página');
});

test('una página ya cargada se muestra sin cargarla de nuevo', async () => {
  const load = vi.fn(async () => Target);
  const { Page, go } = open(load);
  await Page.load();
  await go('/pagina');
  expect(shown()).toBe('La página');
  expect(load).toHaveBeenCalledTimes(1);
});

test('un módulo que no llega muestra la página de error, y puede llegar después', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = vi.fn<() => Promise<ComponentType>>().mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const { Page, go } = open(load);
  await go('/pagina');
  expect(shown()).toBe('El error');
  await go('/');
  expect(shown()).toBe('La anterior');
  load.mockResolvedValue(Target);
  await Page.load();
  await go('/pagina');
  expect(shown()).toBe('La página');
});
