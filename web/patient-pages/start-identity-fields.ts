import { isSuspectRut } from '#contract/rut';
import { capitalizeName } from '#web/patient-pages/capitalize-name.ts';
import type { Identity } from '#web/patient-pages/check-identity.ts';
import { clearError, field } from '#web/patient-pages/form-fields.ts';
import { announce, onPress, part, setText } from '#web/patient-pages/parts.ts';
import { startDocumentFields } from '#web/patient-pages/start-document-fields.ts';
import { suggestedEmail } from '#web/patient-pages/suggest-email.ts';
import { afterPress } from '#web/ui/after-press.ts';

const SUSPECT_RUT = 'Revisa tu RUT: el dígito verificador no coincide.';

/** Makes name, document and e-mail of a form answer. What looks mistyped is questioned, and never refused. */
export function startIdentityFields(form: HTMLFormElement) {
  const documentFields = startDocumentFields(form);

  function showRutWarning(warning: string): void {
    setText('rut-warning', warning);
    field('rut').setAttribute('aria-describedby', warning ? 'rut-error rut-warning' : 'rut-error');
  }

  const questionRut = () =>
    showRutWarning(documentFields.type() === 'rut' && isSuspectRut(field('rut').value) ? SUSPECT_RUT : '');

  function suggestEmail(): void {
    const suggested = suggestedEmail(field('email').value);
    part('email-suggestion').hidden = suggested === undefined;
    setText('suggested-email', suggested ?? '');
    if (suggested) announce(`¿Quisiste escribir ${suggested}?`);
  }

  form.addEventListener('input', ({ target }) => {
    const { name } = target as HTMLInputElement;
    if (name === 'rut' || name === 'noRut') showRutWarning('');
    if (name === 'email') part('email-suggestion').hidden = true;
  });
  // A script that formats a field while it is typed keeps `change` from being dispatched.
  form.addEventListener('focusout', ({ target }) => {
    const { name } = target as HTMLInputElement;
    if (name === 'name') field('name').value = capitalizeName(field('name').value);
    if (name === 'rut') afterPress(questionRut);
    if (name === 'email') afterPress(suggestEmail);
  });
  onPress('suggested-email', (button) => {
    const email = field('email');
    email.value = button.textContent ?? '';
    clearError('email');
    email.dispatchEvent(new Event('input', { bubbles: true }));
    email.focus();
  });

  return {
    values: (): Identity => ({
      name: capitalizeName(field('name').value),
      rut: field('rut').value,
      documentType: documentFields.type(),
      email: field('email').value.trim(),
    }),
    /** Shows the fields as they were typed before. */
    restore(hasNoRut: boolean): void {
      documentFields.restore(hasNoRut);
      questionRut();
      suggestEmail();
    },
  };
}
