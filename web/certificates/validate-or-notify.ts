import type { VariableValues } from '#contract/certificate-variables';
import {
  type CertificateForm,
  problemsOf,
  problemText,
  showProblems,
  writtenOf,
} from '#web/certificates/certificate-form.ts';
import type { Act } from '#web/drafts/use-editor.ts';
import { notifyInvalid } from '#web/platform/query-client.ts';

const INCOMPLETE: Record<Act, string> = {
  saving: 'Por favor complete el título y contenido del certificado',
  finalizing: 'Por favor complete el título y contenido del certificado antes de finalizar',
};

/** Whether it can be sent; or else the reason is said, under the field and in a toast, and the focus is in the field. */
export function validateOrNotify(
  form: CertificateForm,
  variables: VariableValues,
  act: Act,
  showFields: () => void,
): boolean {
  const written = writtenOf(form.getValues(), variables);
  if (showProblems(form, written)) return true;
  notifyInvalid(problemText(written, INCOMPLETE[act]));
  showFields();
  const [first] = problemsOf(written);
  // A dialog that closes now gives the focus back first.
  requestAnimationFrame(() => requestAnimationFrame(() => first && form.setFocus(first.field)));
  return false;
}
