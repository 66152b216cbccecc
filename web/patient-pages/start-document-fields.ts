import { formatRut } from '#contract/rut';
import type { Identity } from '#web/patient-pages/check-identity.ts';
import { clearError, field } from '#web/patient-pages/form-fields.ts';
import { part, setText } from '#web/patient-pages/parts.ts';
import { formatWhileTyping } from '#web/ui/format-while-typing.ts';

/** Makes the `DocumentFields` of a form answer. */
export function startDocumentFields(form: HTMLFormElement) {
  const noRut = field('noRut');
  const type = () =>
    (noRut.checked ? field<HTMLSelectElement>('documentType').value : 'rut') as Identity['documentType'];

  function show(): void {
    part('other-document').hidden = !noRut.checked;
    setText('rut-label', noRut.checked ? 'Número del documento' : 'RUT');
    field('rut').placeholder = noRut.checked ? '' : '12.345.678-5';
  }

  form.addEventListener('input', ({ target }) => {
    const input = target as HTMLInputElement;
    if (input.name === 'rut' && type() === 'rut') formatWhileTyping(input, formatRut);
  });
  noRut.addEventListener('change', () => {
    clearError('rut');
    show();
  });

  return {
    /** The type of the document whose number is in the field `rut`. */
    type,
    restore(hasNoRut: boolean): void {
      noRut.checked = hasNoRut;
      show();
    },
  };
}
