import { act, render, renderHook, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useQuestion } from '#web/ui/use-question.tsx';

test('a question is shown until it is answered', async () => {
  const { result } = renderHook(useQuestion);
  let isConfirmed: Promise<boolean> | undefined;
  act(() => {
    isConfirmed = result.current.ask((answer) => (
      <button type="button" onClick={() => answer(true)}>
        Sí
      </button>
    ));
  });
  render(result.current.dialog);
  act(() => screen.getByRole('button', { name: 'Sí' }).click());
  expect(await isConfirmed).toBe(true);
  expect(result.current.dialog).toBeUndefined();
});

test('a question whose page is left is answered no', async () => {
  const { result, unmount } = renderHook(useQuestion);
  let isConfirmed: Promise<boolean> | undefined;
  act(() => {
    isConfirmed = result.current.ask(() => 'Sin respuesta');
  });
  unmount();
  expect(await isConfirmed).toBe(false);
});
