import { FlaskConical } from 'lucide-react';
import { useParams } from 'react-router';
import type { TestDeposit } from '#contract/deposits';
import { formatMoney } from '#contract/plans';
import { useDecideTestDeposit, useTestDeposit } from '#web/deposits/test-deposit.queries.ts';
import { isError } from '#web/platform/api-error.ts';
import { PublicFrame } from '#web/site/public-frame.tsx';
import { CARD_CLASS } from '#web/ui/card.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { formatMoment } from '#web/ui/format-instant.ts';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TestOutcomes } from '#web/ui/test-outcomes.tsx';

/** Replaces the page of Mercado Pago outside production. Whoever books has no account, so it needs no session. */
export function TestDepositPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useTestDeposit(id);
  return (
    <PublicFrame className="mx-auto w-full max-w-2xl px-4 pt-8 pb-20 sm:px-6 lg:pt-12">
      <h1 className="mb-6 text-title">Abono de prueba</h1>
      {!data && error ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={`${CARD_CLASS} p-5 sm:p-6`}>
          <p className="mb-6 flex items-start gap-2.5 rounded-control bg-orange-tint p-4">
            <FlaskConical size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-orange" />
            <span>
              <strong className="text-orange">Esto es una prueba: no se mueve dinero.</strong> Reemplaza a la página de
              Mercado Pago. Elige cómo termina el pago del abono.
            </span>
          </p>
          {data ? <Decision id={id} deposit={data} /> : <Skeleton className="h-40" />}
        </div>
      )}
    </PublicFrame>
  );
}

/** The deposit is unknown, or this is production, which has no test checkout. */
function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (!isError(error, 'NOT_FOUND')) {
    return <LoadFailure title="No se pudo cargar el abono de prueba" onRetry={onRetry} />;
  }
  return (
    <div className={`${CARD_CLASS} p-5 sm:p-6`}>
      <p>Este abono de prueba no existe, o el servidor se reinició.</p>
    </div>
  );
}

function Decision({ id, deposit }: { id: string; deposit: TestDeposit }) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { decide, decided } = useDecideTestDeposit(id);
  const facts = [
    { name: 'Profesional', value: deposit.professional, wide: true },
    { name: 'Descripción', value: deposit.description, wide: true },
    { name: 'Monto', value: `${formatMoney(deposit.amount)} CLP` },
    { name: 'A tiempo hasta', value: formatMoment(deposit.expiresAt, zone) },
  ];
  return (
    <>
      <Facts layout="row" facts={facts} />
      <TestOutcomes decided={decided} decide={decide} />
    </>
  );
}
