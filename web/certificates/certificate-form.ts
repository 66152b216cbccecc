import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { fillVariables, type VariableValues } from '#contract/certificate-variables';
import { type Certificate, CertificateContent } from '#contract/certificates';

/** What stands in the form. */
export const CertificateValues = z.object({
  templateId: z.string(),
  /** The one that was applied; 0 without a template. */
  templateVersion: z.int().default(0),
  title: z.string(),
  content: z.string(),
});
export type CertificateValues = z.output<typeof CertificateValues>;
export type CertificateForm = UseFormReturn<CertificateValues>;

/** The same, when it may be sent. */
export const ValidCertificateValues = CertificateContent.extend({ templateId: z.string(), templateVersion: z.int() });

/** What goes over the wire; the template only with the first save. */
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

/** It is made from that very version, whatever becomes of the template later. */
export function setTemplate(form: CertificateForm, template?: { _id: string; version: number }): void {
  form.setValue('templateId', template?._id ?? '');
  form.setValue('templateVersion', template?.version ?? 0);
}

/** As the server will store it: what the preview shows is what is saved, with its variables in place. */
export const payloadOf = (values: CertificateValues, variables: VariableValues): CertificatePayload => ({
  templateId: values.templateId || undefined,
  templateVersion: values.templateVersion || undefined,
  title: fillVariables(values.title, variables).trim().normalize(),
  content: fillVariables(values.content, variables).trim().normalize(),
});

/** To be read beside another version, or copied. */
export const certificateToPlainText = ({ title, content }: CertificateContent): string =>
  [title.trim(), content.trim()].filter(Boolean).join('\n\n');

export const isIncomplete = ({ title, content }: CertificateContent): boolean =>
  title.trim() === '' || content.trim() === '';

const FIELDS = ['title', 'content'] as const;

/** Why it cannot be sent, for each field in which there is a reason. */
export function errorsOf(written: CertificateContent): { field: (typeof FIELDS)[number]; message: string }[] {
  const issues = CertificateContent.safeParse(written).error?.issues ?? [];
  return FIELDS.flatMap((field) => {
    const message = issues.find(({ path }) => path[0] === field)?.message;
    return message ? [{ field, message }] : [];
  });
}

/** Says each reason under its field; true when there is none. */
export function showErrors(form: CertificateForm, written: CertificateContent): boolean {
  const problems = errorsOf(written);
  form.clearErrors();
  for (const { field, message } of problems) form.setError(field, { message });
  return problems.length === 0;
}

const hasNoText = (text: string): boolean => !/[\p{L}\p{N}]/u.test(text);

/** What a toast says of a form that cannot be sent: what is missing first, then the first thing that is wrong. */
export function errorText(written: CertificateContent, incomplete: string): string {
  if (hasNoText(written.title) || hasNoText(written.content)) return incomplete;
  return errorsOf(written)[0]?.message ?? incomplete;
}
