import { Clock } from 'lucide-react';
import { useState } from 'react';
import type { SubscriptionInfo } from '#contract/billing';
import type { SubscriptionType } from '#contract/plans';
import { usePay } from '#web/billing/billing.queries.ts';
import { PlanPicker } from '#web/billing/plan-picker.tsx';
import { daysText } from '#web/billing/subscription-texts.ts';
import { useTimeZone } from '#web/platform/today.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { formatInstant } from '#web/ui/format-instant.ts';

const BANNER_CLASS = 'rounded-card border border-orange/40 bg-orange-tint p-5';

export function ExpiringBanner({ info, until }: { info: SubscriptionInfo; until: string }) {
  const [renewing, setRenewing] = useState(false);
  const { day, clock } = formatInstant(until, useTimeZone());
  const days = info.daysRemaining ?? 0;
  return (
    <section className={`${BANNER_CLASS} flex flex-wrap items-center justify-between gap-x-6 gap-y-4`}>
      <div className="min-w-0 flex-1 basis-72">
        <BannerTitle>Tu plan vence pronto</BannerTitle>
        <p className="mt-1.5">
          {days === 1 ? 'Te queda' : 'Te quedan'} <strong>{daysText(days)}</strong>: vence el {day} a las {clock}.
        </p>
      </div>
      <Button onClick={() => setRenewing(true)} className="max-sm:w-full">
        Renovar plan
      </Button>
      {renewing && <RenewDialog suggested={info.subscriptionType} onClose={() => setRenewing(false)} />}
    </section>
  );
}

/** Stays open while the checkout is prepared: closing it would look like cancelling the payment. */
function RenewDialog({ suggested, onClose }: { suggested: SubscriptionType | null; onClose: () => void }) {
  const payment = usePay();
  return (
    <Dialog
      title="Renovar plan"
      description="El nuevo período se suma al tiempo que te queda."
      wide
      onClose={() => !payment.isBusy && onClose()}
    >
      <PlanPicker suggested={suggested} payment={payment} />
    </Dialog>
  );
}

export function ExpiredBanner({ until }: { until: string }) {
  const { day, clock } = formatInstant(until, useTimeZone());
  return (
    <section className={BANNER_CLASS}>
      <BannerTitle>Tu período terminó</BannerTitle>
      <p className="mt-1.5">
        Tu Plan Profesional terminó el {day} a las {clock}. Puedes seguir leyendo e imprimiendo todo lo que registraste;
        para volver a usar el plan, elige un período.
      </p>
    </section>
  );
}

const BannerTitle = ({ children }: { children: string }) => (
  <h2 className="flex items-center gap-2 text-base text-orange">
    <Clock size={18} aria-hidden="true" className="shrink-0" />
    {children}
  </h2>
);
