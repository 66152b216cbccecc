import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import { expect, test, vi } from 'vitest';
import { expectToast, openApp, serverFor } from '#web/testing/open-app.tsx';
import { isAwaitingPart, onDemand } from '#web/ui/on-demand.tsx';

const Greeting = ({ name }: { name: string }) => <p>Hola, {name}</p>;

test('a part is loaded when shown, and the second time it is there at once', async () => {
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

test('a dialog that does not arrive closes, and can be opened again', async () => {
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

test('a part that does not arrive and cannot be closed offers a retry', async () => {
  const load = vi.fn(async () => Greeting).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const Part = onDemand(load, () => <p>Un momento</p>);
  render(<Part name="Ana" />);
  expect(await screen.findByText(/No se pudo cargar esta parte de la página/)).toBeVisible();
  expect(screen.queryByText('Un momento')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Volver a intentar' }));
  expect(await screen.findByText('Hola, Ana')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
});

test('a part is awaited until it has requested its data', async () => {
  const states: boolean[] = [];
  const Part = onDemand(
    async () =>
      function Asking() {
        useEffect(() => void states.push(isAwaitingPart()), []);
        return <p>Lista</p>;
      },
  );
  render(<Part />);
  expect(isAwaitingPart()).toBe(true);
  await screen.findByText('Lista');
  expect([...states, isAwaitingPart()]).toEqual([true, false]);
});

test('a part that is no longer shown, or does not arrive, is no longer awaited', async () => {
  const Part = onDemand(() => new Promise<typeof Greeting>(() => {}));
  const { unmount } = render(<Part name="Ana" />);
  expect(isAwaitingPart()).toBe(true);
  unmount();
  expect(isAwaitingPart()).toBe(false);
  const Missing = onDemand<object>(() => Promise.reject(new TypeError('Failed to fetch')));
  render(<Missing />);
  expect(isAwaitingPart()).toBe(true);
  await vi.waitFor(() => expect(isAwaitingPart()).toBe(false));
});
