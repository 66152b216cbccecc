import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { expectToast, openApp, serverFor } from '#web/testing/open-app.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';

const Greeting = ({ name }: { name: string }) => <p>Hola, {name}</p>;

test('una parte se carga cuando se muestra, y la segunda vez está de inmediato', async () => {
  const load = vi.fn(async () => Greeting);
  const Part = onDemand(load);
  expect(load).not.toHaveBeenCalled();
  const { unmount } = render(<Part name="Ana" />);
  expect(await screen.findByText('Hola, Ana')).toBeVisible();
  unmount();
  render(<Part name="Rosa" />);
  expect(screen.getByText('Hola, Rosa')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(1);
});

test('un diálogo que no llega se cierra, y puede abrirse de nuevo', async () => {
  await openApp('/login', serverFor(), { signedIn: null });
  const load = vi.fn(async () => Greeting).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const Part = onDemand(load);
  const onClose = vi.fn();
  const { unmount } = render(<Part name="Ana" onClose={onClose} />);
  await expectToast('No se pudo cargar esta parte de la página');
  expect(onClose).toHaveBeenCalledTimes(1);
  unmount();
  render(<Part name="Ana" onClose={onClose} />);
  expect(await screen.findByText('Hola, Ana')).toBeVisible();
});
