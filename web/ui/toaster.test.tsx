import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { expectToast, openApp, serverFor } from '#web/testing/open-app.tsx';
import { showToast } from '#web/ui/toast.ts';

const toasts = () => document.querySelectorAll('.toast');

test('hay una sola notificación a la vez, y se descarta a mano', async () => {
  const { user } = await openApp('/login', serverFor(), { signedIn: null });
  for (const title of ['Primera', 'Segunda', 'Tercera']) {
    act(() => showToast({ title }));
    await expectToast(title);
    expect(toasts()).toHaveLength(1);
  }
  await user.click(screen.getByRole('button', { name: 'Cerrar notificación' }));
  expect(toasts()).toHaveLength(0);
});

test('una notificación se va sola a los cinco segundos', async () => {
  await openApp('/login', serverFor(), { signedIn: null });
  vi.useFakeTimers();
  act(() => showToast({ title: 'Se irá sola' }));
  expect(toasts()).toHaveLength(1);
  await act(() => vi.advanceTimersByTimeAsync(4900));
  expect(toasts()[0]).toHaveAttribute('data-state', 'open');
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(toasts()).toHaveLength(0);
});

test('una notificación con una acción espera diez segundos', async () => {
  await openApp('/login', serverFor(), { signedIn: null });
  vi.useFakeTimers();
  act(() => showToast({ title: 'Cita movida', action: { label: 'Deshacer', onPress: () => undefined } }));
  await act(() => vi.advanceTimersByTimeAsync(9900));
  expect(toasts()[0]).toHaveAttribute('data-state', 'open');
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(toasts()).toHaveLength(0);
});

test('la acción de una notificación se ejecuta y la cierra', async () => {
  const { user } = await openApp('/login', serverFor(), { signedIn: null });
  const onPress = vi.fn();
  act(() => showToast({ title: 'Cita movida', action: { label: 'Deshacer', onPress } }));
  await user.click(screen.getByRole('button', { name: 'Deshacer' }));
  expect(onPress).toHaveBeenCalledOnce();
  expect(toasts()).toHaveLength(0);
});
