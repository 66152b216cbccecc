import { expect, test } from 'vitest';
import { toastTexts } from '#web/drafts/toast-texts.ts';
import { ApiError } from '#web/platform/api-error.ts';

const TEXTS = { done: 'Listo', restricted: 'No tienes permisos', failed: 'No se pudo' };
const conflict = new ApiError(409, { error: 'Cambió', code: 'DRAFT_CHANGED' }, '');

function toastFor(error: Error, isShownElsewhere?: (error: Error) => boolean): (string | undefined)[] {
  const { failedTitle, failed } = toastTexts(TEXTS, isShownElsewhere);
  if (typeof failedTitle !== 'function' || typeof failed !== 'function') throw new Error('Expected functions');
  return [failedTitle(error), failed(error)];
}

test.each([
  [
    'a limit of the plan, with a text',
    new ApiError(403, { error: 'Pro', code: 'CLINICAL_LIMIT' }, ''),
    'Acceso Restringido',
    'Pro',
  ],
  [
    'a limit of the plan, without a text',
    new ApiError(403, { code: 'CLINICAL_LIMIT' }, ''),
    'Acceso Restringido',
    TEXTS.restricted,
  ],
  ['another refusal', conflict, 'Error', 'Cambió'],
  ['a network error', new ApiError(0, {}, 'Sin conexión'), 'Error', TEXTS.failed],
])('%s has its toast', (_, error, title, text) => {
  expect(toastFor(error)).toEqual([title, text]);
});

test('an error that is shown elsewhere has no toast', () => {
  expect(toastFor(conflict, (error) => error === conflict)[1]).toBeUndefined();
});
