import type { VariableValues } from '#contract/certificate-variables';
import {
  type CertificateForm,
  errorsOf,
  errorText,
  payloadOf,
  showErrors,
} from '#web/certificates/certificate-form.ts';
import type { EditorAction } from '#web/drafts/use-editor.ts';
import { notifyInvalid } from '#web/platform/query-client.ts';

const INCOMPLETE: Record<EditorAction, string> = {
  saving: 'Por favor complete el título y contenido del certificado',
  finalizing: 'Por favor complete el título y contenido del certificado antes de finalizar',
};

/** Validates the form. Shows the errors in a toast and under the fields, and focuses the first field with one. */
export function validateOrNotify(
  form: CertificateForm,
  variables: VariableValues,
  act: EditorAction,
  showFields: () => void,
): boolean {
  const payload = payloadOf(form.getValues(), variables);
  if (showErrors(form, payload)) return true;
  notifyInvalid(errorText(payload, INCOMPLETE[act]));
  showFields();
  const [first] = errorsOf(payload);
  // A dialog that is closing restores the focus first.
  requestAnimationFrame(() => requestAnimationFrame(() => first && form.setFocus(first.field)));
  return false;
}
