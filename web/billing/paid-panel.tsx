import { Check } from 'lucide-react';
import type { SubscriptionInfo } from '#contract/billing';
import { PROFESSIONAL_CONTENTS } from '#web/billing/plan-contents.ts';
import { daysText, PLAN_STATES, PLAN_TYPES } from '#web/billing/subscription-texts.ts';
import { useTimeZone } from '#web/platform/today.ts';
import { Card } from '#web/ui/card.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { formatInstant } from '#web/ui/format-instant.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';

/** The paid plan: its period and what it includes. */
export function PaidPanel({ info }: { info: SubscriptionInfo }) {
  return (
    <Card title="Detalle de tu plan">
      {info.subscriptionExpiresAt ? <Period info={info} until={info.subscriptionExpiresAt} /> : <Endless info={info} />}
      <h3 className="mt-6 mb-3 text-base">Tu plan incluye</h3>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {PROFESSIONAL_CONTENTS.map((content) => (
          <li
            key={content}
            className="flex items-start gap-2.5 rounded-control bg-paper p-4 ring-1 ring-line ring-inset"
          >
            <Check size={20} aria-hidden="true" className="shrink-0 text-austral-600" />
            <span className="text-sm">{content}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Period({ info, until }: { info: SubscriptionInfo; until: string }) {
  const { day, clock } = formatInstant(until, useTimeZone());
  const facts = [
    { name: 'Tipo', value: (info.subscriptionType && PLAN_TYPES[info.subscriptionType]) || 'Profesional' },
    { name: 'Vence', value: `${day} ${clock}` },
    ...(info.daysRemaining === null ? [] : [{ name: 'Días restantes', value: daysText(info.daysRemaining) }]),
    { name: 'Estado', value: <StatusBadge labels={PLAN_STATES} status={info.status} /> },
  ];
  return <Facts layout="row" facts={facts} />;
}

/** A plan that an administrator granted, without an end. */
function Endless({ info }: { info: SubscriptionInfo }) {
  const facts = [
    { name: 'Tipo', value: 'Sin fecha de término' },
    { name: 'Estado', value: <StatusBadge labels={PLAN_STATES} status={info.status} /> },
  ];
  return (
    <>
      <Facts layout="row" facts={facts} />
      <p className="mt-4 text-muted text-sm">
        Tu plan fue activado por la administración de Ficha Austral. No tienes que pagar ni renovar.
      </p>
    </>
  );
}
