import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { expectToast, openApp, serverFor } from '#web/testing/open-app.tsx';
import { showToast } from '#web/ui/toast.ts';

const toasts = () => document.querySelectorAll('.toast');

test('there is one notification at a time, and it can be dismissed', async () => {
  const { user } = await openApp('/login', serverFor(), { signedIn: null });
  for (const title of ['Primera', 'Segunda', 'Tercera']) {
    act(() => showToast({ title }));
    await expectToast(title);
    expect(toasts()).toHaveLength(1);
  }
  await user.click(screen.getByRole('button', { name: 'Cerrar notificación' }));
  expect(toasts()).toHaveLength(0);
});

test('a notification leaves by itself after five seconds', async () => {
  await openApp('/login', serverFor(), { signedIn: null });
  vi.useFakeTimers();
  act(() => showToast({ title: 'Se irá sola' }));
  expect(toasts()).toHaveLength(1);
  await act(() => vi.advanceTimersByTimeAsync(4900));
  expect(toasts()[0]).toHaveAttribute('data-state', 'open');
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(toasts()).toHaveLength(0);
});

test('a notification with an action waits ten seconds', async () => {
  await openApp('/login', serverFor(), { signedIn: null });
  vi.useFakeTimers();
  act(() => showToast({ title: 'Cita movida', action: { label: 'Deshacer', onPress: () => undefined } }));
  await act(() => vi.advanceTimersByTimeAsync(9900));
  expect(toasts()[0]).toHaveAttribute('data-state', 'open');
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(toasts()).toHaveLength(0);
});

test('the action of a notification runs and closes it', async () => {
  const { user } = await openApp('/login', serverFor(), { signedIn: null });
  const onPress = vi.fn();
  act(() => showToast({ title: 'Cita movida', action: { label: 'Deshacer', onPress } }));
  await user.click(screen.getByRole('button', { name: 'Deshacer' }));
  expect(onPress).toHaveBeenCalledOnce();
  expect(toasts()).toHaveLength(0);
});
