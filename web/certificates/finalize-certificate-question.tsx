import { unknownVariables } from '#contract/certificate-variables';
import type { CertificateContent } from '#contract/certificates';
import type { Patient } from '#contract/patients';
import { unknownVariablesText } from '#web/certificates/template-text.ts';
import { askToFinalize } from '#web/drafts/finalize-dialog.tsx';
import type { Ask } from '#web/ui/use-question.tsx';

/** The title and the content are required, so nothing is empty. A forgotten variable would be printed. */
export function askToFinalizeCertificate(
  ask: Ask,
  patient: Patient,
  { title, content }: CertificateContent,
  onEdit?: () => void,
): Promise<boolean> {
  const unknown = unknownVariablesText(unknownVariables(`${title}\n${content}`));
  return askToFinalize(ask, {
    title: '¿Finalizar el certificado?',
    subject: 'Certificado',
    patient,
    printed: (
      <>
        <strong className="text-ink">{title}</strong>
        <p className="mt-1 line-clamp-4 whitespace-pre-line">{content}</p>
      </>
    ),
    lacks: unknown ? [unknown] : [],
    consequence: 'Después no se puede cambiar ni cancelar.',
    ...(onEdit && { onEdit }),
  });
}
