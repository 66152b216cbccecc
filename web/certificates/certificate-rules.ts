import { z } from 'zod';
import type { VariableValues } from '#contract/certificate-variables';
import { CertificateContent } from '#contract/certificates';
import { type CertificateForm, payloadOf } from '#web/certificates/certificate-form.ts';
import type { EditorAction } from '#web/drafts/use-editor.ts';
import { notifyInvalid } from '#web/platform/query-client.ts';

/** The values of a form that can be sent. */
export const ValidCertificateValues = CertificateContent.extend({ templateId: z.string(), templateVersion: z.int() });

const FIELDS = ['title', 'content'] as const;

/** The errors of a certificate that cannot be sent. */
export function errorsOf(payload: CertificateContent): { field: (typeof FIELDS)[number]; message: string }[] {
  const issues = CertificateContent.safeParse(payload).error?.issues ?? [];
  return FIELDS.flatMap((field) => {
    const message = issues.find(({ path }) => path[0] === field)?.message;
    return message ? [{ field, message }] : [];
  });
}

/** Shows the error of each field. True when there is none. */
export function showErrors(form: CertificateForm, payload: CertificateContent): boolean {
  const problems = errorsOf(payload);
  form.clearErrors();
  for (const { field, message } of problems) form.setError(field, { message });
  return problems.length === 0;
}

const hasNoText = (text: string): boolean => !/[\p{L}\p{N}]/u.test(text);

/** The toast for a form that cannot be sent: missing texts come before other errors. */
export function errorText(payload: CertificateContent, incomplete: string): string {
  if (hasNoText(payload.title) || hasNoText(payload.content)) return incomplete;
  return errorsOf(payload)[0]?.message ?? incomplete;
}

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
