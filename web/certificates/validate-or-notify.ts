import type { VariableValues } from '#contract/certificate-variables';
import {
  type CertificateForm,
  errorsOf,
  errorText,
  payloadOf,
  showErrors,
} from '#web/certificates/certificate-form.ts';
import type { EditorAction } from '#web/drafts/use-editor.ts';
import { sayInvalid } from '#web/platform/query-client.ts';

const INCOMPLETE: Record<EditorAction, string> = {
  saving: 'Por favor complete el título y contenido del certificado',
  finalizing: 'Por favor complete el título y contenido del certificado antes de finalizar',
};

/** Whether it can be sent; or else the reason is said, under the field and in a toast, and the focus is in the field. */
export function validateOrNotify(
  form: CertificateForm,
  variables: VariableValues,
  act: EditorAction,
  showFields: () => void,
): boolean {
  const written = payloadOf(form.getValues(), variables);
  if (showErrors(form, written)) return true;
  sayInvalid(errorText(written, INCOMPLETE[act]));
  showFields();
  const [first] = errorsOf(written);
  // A dialog that closes now gives the focus back first.
  requestAnimationFrame(() => requestAnimationFrame(() => first && form.setFocus(first.field)));
  return false;
}
