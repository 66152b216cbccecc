import { expect, test } from 'vitest';
import { labelOf } from '#web/ui/status-badge.tsx';

const shown = (status: string) => labelOf<string>({ labels: { done: { text: 'Listo', tone: 'green' } }, status });

test('an unknown status is shown as pending', () => {
  expect(shown('done')).toEqual({ text: 'Listo', tone: 'green' });
  for (const status of ['pending', 'nuevo', '', 'toString', '__proto__']) {
    expect(shown(status)).toEqual({ text: 'Pendiente', tone: 'orange' });
  }
});
