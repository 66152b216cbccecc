import { FlaskConical } from 'lucide-react';
import { useParams } from 'react-router';
import { formatMoney } from '#contract/plans';
import type { TestCheckout } from '#contract/test-checkout';
import { useDecideTestCheckout, useTestCheckout } from '#web/billing/billing.queries.ts';
import { isError } from '#web/platform/api-error.ts';
import { PATHS } from '#web/platform/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Link } from '#web/ui/navigation.tsx';
import { Page } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TEST_OUTCOMES_CLASS, TestOutcomes } from '#web/ui/test-outcomes.tsx';
import { UnavailablePage } from '#web/ui/unavailable-page.tsx';

/** Replaces the provider's checkout outside production. */
export function TestCheckoutPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useTestCheckout(id);
  // An unknown id, the checkout of another user, or production, which has no test checkout.
  if (!data && isError(error, 'NOT_FOUND')) return <NoSuchCheckout />;
  return (
    <Page title="Pago de prueba" narrow>
      {!data && error ? (
        <LoadFailure title="No se pudo cargar el pago de prueba" onRetry={() => void refetch()} />
      ) : (
        <Card>
          <p className="mb-6 flex items-start gap-2.5 rounded-control bg-orange-tint p-4">
            <FlaskConical size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-orange" />
            <span>
              <strong className="text-orange">Esto es una prueba: no se mueve dinero.</strong> Reemplaza a la página de
              pago mientras los pagos reales no están configurados. Elige cómo termina el pago.
            </span>
          </p>
          {data ? <Decision id={id} checkout={data} /> : <DecisionSkeleton />}
        </Card>
      )}
    </Page>
  );
}

function Decision({ id, checkout }: { id: string; checkout: TestCheckout }) {
  const { decide, decided } = useDecideTestCheckout(id);
  const facts = [
    { name: 'Descripción', value: checkout.description, wide: true },
    { name: 'Monto', value: `${formatMoney(checkout.amount)} CLP` },
    { name: 'Correo', value: checkout.email, wide: true },
  ];
  return (
    <>
      <Facts layout="row" facts={facts} />
      <TestOutcomes decided={decided} decide={decide} />
    </>
  );
}

const DecisionSkeleton = () => (
  <div role="status" aria-label="Cargando el pago de prueba">
    <div className="flex gap-x-12 gap-y-5 max-sm:flex-col">
      <Skeleton className="h-12 w-48" />
      <Skeleton className="h-12 w-32" />
      <Skeleton className="h-12 w-44" />
    </div>
    <div className={TEST_OUTCOMES_CLASS}>
      <Skeleton className="h-11 sm:w-36" />
      <Skeleton className="h-11 sm:w-36" />
      <Skeleton className="h-11 sm:w-40" />
    </div>
  </div>
);

const NoSuchCheckout = () => (
  <UnavailablePage
    title="Página no encontrada"
    text="Este pago de prueba no existe."
    actions={
      <Link to={PATHS.account} className={buttonClass()}>
        Ir a Configuración de Cuenta
      </Link>
    }
  />
);
