import { expect, test } from 'vitest';
import type { SaveState } from '#web/drafts/save-state.ts';
import { isProblem, saveStateText } from '#web/drafts/save-state.ts';
import { ApiError } from '#web/platform/api-error.ts';

const NOW = 1_000_000_000;
const MINUTE = 60_000;

test.each([
  [-5000, 'hace un momento'],
  [59_999, 'hace un momento'],
  [2 * MINUTE, 'hace 2 min'],
  [59 * MINUTE, 'hace 59 min'],
  [60 * MINUTE, 'hace 1 h'],
  [23 * 60 * MINUTE, 'hace 23 h'],
  [24 * 60 * MINUTE, 'hace 1 día'],
  [50 * 60 * MINUTE, 'hace 2 días'],
])('saved %i milliseconds ago is «Guardado %s»', (milliseconds, ago) => {
  expect(saveStateText({ status: 'saved', at: NOW - milliseconds }, NOW)).toBe(`Guardado ${ago}`);
});

const states: [SaveState<unknown>, string, boolean][] = [
  [{ status: 'pristine' }, 'Sin cambios', false],
  [{ status: 'unsaved' }, 'Cambios sin guardar', false],
  [{ status: 'saving' }, 'Guardando…', false],
  [{ status: 'failed', error: new ApiError(0, {}, '') }, 'Sin conexión: se guardará al volver', true],
  [{ status: 'failed', error: new ApiError(503, {}, '') }, 'Sin conexión: se guardará al volver', true],
  [
    { status: 'failed', error: new ApiError(503, { code: 'NOT_READY' }, '') },
    'Sin conexión: se guardará al volver',
    true,
  ],
  [{ status: 'failed', error: new ApiError(500, {}, '') }, 'No se pudo guardar: lo intentaremos de nuevo', true],
  [
    { status: 'failed', error: new ApiError(503, { code: 'STORAGE_LOW' }, '') },
    'No se pudo guardar por falta de espacio en el servidor: lo intentaremos de nuevo',
    true,
  ],
  [{ status: 'invalid' }, 'Sin guardar: revisa los campos marcados', true],
  [{ status: 'conflict', theirs: {} }, 'Sin guardar: el contenido cambió en otra ventana', true],
  [{ status: 'deleted' }, 'Sin guardar: ya no existe', true],
  [{ status: 'refused', error: new Error('Tu plan terminó') }, 'Sin guardar: Tu plan terminó', true],
];

test.each(states)('%o is «%s», aloud only when it is trouble', (state, text, isLoud) => {
  expect(saveStateText(state, NOW)).toBe(text);
  expect(isProblem(state)).toBe(isLoud);
});
