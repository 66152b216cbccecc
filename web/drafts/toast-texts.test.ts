import { expect, test } from 'vitest';
import { toastTexts } from '#web/drafts/toast-texts.ts';
import { ApiError } from '#web/platform/api-error.ts';

const WORDS = { done: 'Listo', restricted: 'No tienes permisos', failed: 'No se pudo' };
const conflict = new ApiError(409, { error: 'Cambió', code: 'DRAFT_CHANGED' }, '');

function said(error: Error, isShownElsewhere?: (error: Error) => boolean): (string | undefined)[] {
  const { failedTitle, failed } = toastTexts(WORDS, isShownElsewhere);
  if (typeof failedTitle !== 'function' || typeof failed !== 'function') throw new Error('Words every failure itself');
  return [failedTitle(error), failed(error)];
}

test.each([
  [
    'the plan, in its words',
    new ApiError(403, { error: 'Pro', code: 'CLINICAL_LIMIT' }, ''),
    'Acceso Restringido',
    'Pro',
  ],
  [
    'the plan, without a word',
    new ApiError(403, { code: 'CLINICAL_LIMIT' }, ''),
    'Acceso Restringido',
    WORDS.restricted,
  ],
  ['another refusal', conflict, 'Error', 'Cambió'],
  ['silence', new ApiError(0, {}, 'Sin conexión'), 'Error', WORDS.failed],
])('%s is told', (_, error, title, text) => {
  expect(said(error)).toEqual([title, text]);
});

test('what is told otherwise needs no toast', () => {
  expect(said(conflict, (error) => error === conflict)[1]).toBeUndefined();
});
