import { Handshake } from 'lucide-react';
import { isAccepted, type ProcessingAgreement } from '#contract/processing-agreement';
import { PATHS } from '#web/platform/paths.ts';
import { useAcceptProcessingAgreement } from '#web/processing-agreement/processing-agreement.queries.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { focusPageHeading } from '#web/ui/focus-heading.ts';
import { Link } from '#web/ui/navigation.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** Asks the professional to accept the version in force. Everything works without it. */
export function ProcessingAgreementNotice({ agreement }: { agreement: ProcessingAgreement | undefined }) {
  const accept = useAcceptProcessingAgreement();
  if (!agreement || isAccepted(agreement)) return null;
  return (
    <Notice
      label="Contrato de encargo"
      tone="blue"
      icon={Handshake}
      actions={
        <>
          <Link to={PATHS.processingAgreement} className={buttonClass({ look: 'secondary' })}>
            Leer el contrato
          </Link>
          <Button
            disabled={accept.isPending}
            onClick={() => accept.mutate(agreement.version, { onSuccess: focusPageHeading })}
          >
            {accept.isPending ? 'Aceptando...' : 'Aceptar'}
          </Button>
        </>
      }
    >
      {agreement.accepted
        ? 'Hay una nueva versión del contrato de encargo, que dice cómo tratamos los datos de tus pacientes por tu cuenta.'
        : 'Lee y acepta el contrato de encargo: dice cómo tratamos los datos de tus pacientes por tu cuenta, como pide la Ley 19.628.'}
    </Notice>
  );
}
