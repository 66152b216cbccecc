import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { DayInput } from '#web/ui/day-input.tsx';
import { RutInput } from '#web/ui/rut-input.tsx';

/** Types key by key at the caret. */
async function typeDay(keys: string): Promise<HTMLInputElement> {
  render(<DayInput aria-label="Día" />);
  const input = screen.getByLabelText<HTMLInputElement>('Día');
  await userEvent.type(input, keys);
  return input;
}

test.each(['15031988', '15/03/1988', '15-03-1988', '15.03.1988', '15 03 1988'])(
  'a day typed key by key has its slashes: %s',
  async (keys) => {
    expect(await typeDay(keys)).toHaveValue('15/03/1988');
  },
);

test.each(['5-3-1988', '5.3.1988', '5 3 1988', '5/3/1988'])('a day with single digits too: %s', async (keys) => {
  expect(await typeDay(keys)).toHaveValue('5/3/1988');
});

test('a digit typed in the middle leaves the caret behind it', async () => {
  render(<RutInput aria-label="RUT" defaultValue="1.245.678-5" />);
  const input = screen.getByLabelText<HTMLInputElement>('RUT');
  await userEvent.type(input, '3', { initialSelectionStart: 1, initialSelectionEnd: 1 });
  expect(input).toHaveValue('13.245.678-5');
  expect(input.selectionStart).toBe(2);
});
