import { isAccepted, type ProcessingAgreement } from '#contract/processing-agreement';
import { PATHS } from '#web/platform/paths.ts';
import { useTimeZone } from '#web/platform/today.ts';
import {
  useAcceptProcessingAgreement,
  useProcessingAgreement,
} from '#web/processing-agreement/processing-agreement.queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { formatMoment } from '#web/ui/format-instant.ts';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { Link } from '#web/ui/navigation.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

/** Which versions of the contract of the processor the account accepted, and the one in force. */
export function ProcessingAgreementCard() {
  const { data, isError, refetch } = useProcessingAgreement();
  return (
    <Card title="Contrato de encargo">
      <p className="max-w-prose text-muted text-sm">
        Tú respondes por los datos de tus pacientes, y quien opera Ficha Austral los trata por tu cuenta. El{' '}
        <Link to={PATHS.processingAgreement} className={TEXT_LINK_CLASS}>
          contrato de encargo
        </Link>{' '}
        dice cómo, según el artículo 15 bis de la Ley 19.628.
      </p>
      <div className="mt-4">
        {data && <Acceptances agreement={data} />}
        {!data && isError && (
          <InlineFailure text="No se pudo cargar el contrato de encargo" onRetry={() => void refetch()} />
        )}
        {!data && !isError && <Skeleton className="h-11 max-w-md" />}
      </div>
    </Card>
  );
}

function Acceptances({ agreement }: { agreement: ProcessingAgreement }) {
  const timeZone = useTimeZone();
  const accept = useAcceptProcessingAgreement();
  const { version, history } = agreement;
  return (
    <>
      {history.length > 0 && (
        <ul className="space-y-1 tabular-nums">
          {history.map((acceptance) => (
            <li key={acceptance.version}>
              Aceptaste la versión {acceptance.version} el {formatMoment(acceptance.acceptedAt, timeZone)}
              {acceptance.version === version && ', la vigente'}.
            </li>
          ))}
        </ul>
      )}
      {!isAccepted(agreement) && (
        <Button
          className={`max-sm:w-full ${history.length > 0 ? 'mt-4' : ''}`}
          disabled={accept.isPending}
          onClick={() => accept.mutate(version)}
        >
          {accept.isPending ? 'Aceptando...' : `Aceptar la versión ${version}`}
        </Button>
      )}
    </>
  );
}
