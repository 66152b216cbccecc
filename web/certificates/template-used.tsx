import type { Certificate } from '#contract/certificates';
import { templateLabel } from '#web/certificates/template-text.ts';

/** The template of a certificate, in the version that was applied. */
export function TemplateUsed({ template }: { template: Certificate['templateId'] }) {
  if (!template) return null;
  return <p className="text-muted text-sm">Plantilla: {templateLabel(template)}</p>;
}
