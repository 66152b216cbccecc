import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { fillVariables, type VariableValues } from '#contract/certificate-variables';
import { type Certificate, CertificateContent } from '#contract/certificates';

/** The values of the form. */
export const CertificateValues = z.object({
  templateId: z.string(),
  /** 0 without a template. */
  templateVersion: z.int().default(0),
  title: z.string(),
  content: z.string(),
});
export type CertificateValues = z.output<typeof CertificateValues>;
export type CertificateForm = UseFormReturn<CertificateValues>;

/** The values of a form that can be sent. */
export const ValidCertificateValues = CertificateContent.extend({ templateId: z.string(), templateVersion: z.int() });

/** The content of a request. The template is sent only with the first save. */
export interface CertificatePayload extends CertificateContent {
  templateId: string | undefined;
  templateVersion: number | undefined;
}

export const valuesOf = (certificate?: Certificate): CertificateValues => ({
  templateId: certificate?.templateId?._id ?? '',
  templateVersion: certificate?.templateId?.version ?? 0,
  title: certificate?.title ?? '',
  content: certificate?.content ?? '',
});

/** The certificate names this version of the template, also after the template changes. */
export function setTemplate(form: CertificateForm, template?: { _id: string; version: number }): void {
  form.setValue('templateId', template?._id ?? '');
  form.setValue('templateVersion', template?.version ?? 0);
}

/** The content as the server stores it, with its variables replaced. The preview shows the same. */
export const payloadOf = (values: CertificateValues, variables: VariableValues): CertificatePayload => ({
  templateId: values.templateId || undefined,
  templateVersion: values.templateVersion || undefined,
  title: fillVariables(values.title, variables).trim().normalize(),
  content: fillVariables(values.content, variables).trim().normalize(),
});

/** For comparing with another version and for copying. */
export const certificateToPlainText = ({ title, content }: CertificateContent): string =>
  [title.trim(), content.trim()].filter(Boolean).join('\n\n');

export const isIncomplete = ({ title, content }: CertificateContent): boolean =>
  title.trim() === '' || content.trim() === '';

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
