import type { UseFormReturn } from 'react-hook-form';
import { fillVariables, type VariableValues } from '#contract/certificate-variables';
import type { Certificate, CertificateContent } from '#contract/certificates';
import { hasShape } from '#web/drafts/has-shape.ts';

/** The values of the form. */
export interface CertificateValues {
  templateId: string;
  /** 0 without a template. */
  templateVersion: number;
  title: string;
  content: string;
}
export type CertificateForm = UseFormReturn<CertificateValues>;

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

/** Values that this tab has stored, or undefined when they do not have the shape of the form. */
export const parseValues = (values: unknown): CertificateValues | undefined =>
  hasShape(values, valuesOf()) ? (values as CertificateValues) : undefined;

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
