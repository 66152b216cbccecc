import type { Certificate } from '#contract/certificates';
import { templateLabel } from '#web/certificates/template-text.ts';

/** The template that a certificate was made from, as it was then. */
export function TemplateUsed({ template }: { template: Certificate['templateId'] }) {
  if (!template) return null;
  return <p className="text-muted text-sm">Plantilla: {templateLabel(template)}</p>;
}
