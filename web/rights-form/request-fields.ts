import { needsText, type RightsKind } from '#contract/rights-kinds';
import { clearError, field } from '#web/patient-pages/form-fields.ts';
import { part, setText } from '#web/patient-pages/parts.ts';
import { startIdentityFields } from '#web/patient-pages/start-identity-fields.ts';
import { forgetTyped, readTyped, storeTyped } from '#web/patient-pages/typed-data.ts';
import type { RequestValues } from '#web/rights-form/check-request.ts';
import { textHint } from '#web/rights-form/text-hints.ts';

const KEPT = ['text', 'name', 'rut', 'documentType', 'email'] as const;

/** The fields of the form. What was typed survives a reload of the page. */
export function createRequestFields(key: string) {
  const form = part<HTMLFormElement>('form');
  const identity = startIdentityFields(form);
  const kinds = [...form.querySelectorAll<HTMLInputElement>('[name="kind"]')];
  const kind = () => kinds.find(({ checked }) => checked)?.value as RightsKind | undefined;

  const typed = readTyped(key);
  for (const name of KEPT) if (typeof typed[name] === 'string') field(name).value = typed[name];
  for (const one of kinds) one.checked = one.value === typed.kind;
  identity.restore(typed.noRut === true);

  function showHint(): void {
    const chosen = kind();
    setText('text-hint', textHint(chosen));
    field('text').setAttribute('aria-required', String(chosen !== undefined && needsText(chosen)));
  }
  showHint();

  form.addEventListener('input', ({ target }) => {
    const { name } = target as HTMLInputElement;
    if (name) clearError(name);
    if (name === 'kind') {
      clearError('text');
      showHint();
    }
    const values = Object.fromEntries(KEPT.map((kept) => [kept, field(kept).value]));
    storeTyped(key, { ...values, kind: kind() ?? '', noRut: field('noRut').checked });
  });

  return {
    values: (): RequestValues => ({
      kind: kind(),
      text: field('text').value,
      ...identity.values(),
    }),
    forget: () => forgetTyped(key),
  };
}
