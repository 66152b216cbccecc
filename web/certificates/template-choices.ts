import type { CertificateTemplate } from '#contract/certificates';
import { templateLabel } from '#web/certificates/template-text.ts';

interface Applied {
  /** '' without a template. */
  _id: string;
  version: number;
}

const choiceOf = ({ _id, version }: Applied): string => (_id === '' ? '' : `${_id} ${version}`);

/**
 * What the dropdown offers: every template in its newest version. The one that was applied keeps its place with the
 * version that it had then, also when there is a newer one.
 */
export function templateChoices(templates: readonly CertificateTemplate[], applied: Applied) {
  const offered = templates.flatMap((template) => {
    const isOlder = template._id === applied._id && template.version !== applied.version;
    return isOlder ? [{ ...template, version: applied.version }, template] : [template];
  });
  return {
    chosen: choiceOf(applied),
    options: [
      { value: '', label: 'Certificado en blanco' },
      ...offered.map((template) => ({
        value: choiceOf(template),
        label: templateLabel(template),
        // Applied, it would put the message into the certificate.
        disabled: template.undecryptable === true,
      })),
    ],
    templateOf: (choice: string) => templates.find((template) => choiceOf(template) === choice),
  };
}
