import type { Payment, PaymentStatus, SubscriptionInfo } from '#contract/billing';
import { formatMoney, type SubscriptionType, UNLIMITED } from '#contract/plans';
import type { Confirmation } from '#web/billing/payment-confirmation.ts';
import { formatInstant } from '#web/ui/format-instant.ts';
import { formatNumber } from '#web/ui/format-number.ts';
import type { Label } from '#web/ui/status-badge.tsx';

export const PLAN_LABELS: Record<SubscriptionInfo['subscriptionStatus'], Label> = {
  paid: { text: 'Plan Profesional', tone: 'green' },
  free: { text: 'Prueba Gratuita', tone: 'neutral' },
};

export const PLAN_STATES: Record<SubscriptionInfo['status'], Label> = {
  active: { text: 'Activo', tone: 'green' },
  expiring_soon: { text: 'Por vencer', tone: 'orange' },
  expired: { text: 'Vencido', tone: 'red' },
  free: { text: 'Sin plan', tone: 'neutral' },
};

export const PLAN_TYPES: Record<SubscriptionType, string> = { monthly: 'Mensual', annual: 'Anual' };

/**
 * `void`: a payment of the test checkout where that checkout is disabled. Its status there is not shown, because no
 * money was paid.
 */
export const PAYMENT_LABELS: Record<PaymentStatus | 'void', Label> = {
  approved: { text: 'Aprobado', tone: 'green' },
  pending: { text: 'Pendiente', tone: 'orange' },
  rejected: { text: 'Rechazado', tone: 'red' },
  cancelled: { text: 'Cancelado', tone: 'neutral' },
  refunded: { text: 'Reembolsado', tone: 'blue' },
  void: { text: 'Pago de prueba', tone: 'neutral' },
};

export const CONFIRMATION_TEXTS: Record<Confirmation, string> = {
  awaited: 'Estamos confirmando tu pago…',
  late: 'Aún no recibimos la confirmación de tu pago. Si ya pagaste, se activará apenas llegue.',
};

const GRANTED =
  'Aquí no se reciben pagos: quien administra esta instalación otorga los planes. Pídele el Plan Profesional.';

/** What stands above the plans where no payment provider is configured. */
export const GRANTED_PLANS = {
  test: `${GRANTED} El pago de abajo es de prueba: si lo apruebas, activa el plan y no se cobra nada.`,
  none: GRANTED,
};

/** The warning before another payment; undefined when none is pending. */
export function pendingText(payments: readonly Payment[], timeZone: string): string | undefined {
  const [last, ...others] = payments.filter(({ status, isVoid }) => status === 'pending' && !isVoid);
  if (!last) return undefined;
  const which =
    others.length > 0
      ? `${others.length + 1} pagos pendientes`
      : `un pago pendiente de ${formatMoney(last.amount)} del ${formatInstant(last.createdAt, timeZone).day}`;
  return `Tienes ${which}. Si pagas de nuevo, se sumará otro período.`;
}

/** 1 → '1 día' */
export const daysText = (days: number): string => `${formatNumber(days)} ${days === 1 ? 'día' : 'días'}`;

/** One text for the screen and one for screen readers, which cannot read '12 / ∞' well. */
export function patientCountText(count: number, limit: number): { shown: string; spoken: string } {
  const counted = `${formatNumber(count)} ${count === 1 ? 'paciente' : 'pacientes'}`;
  return limit === UNLIMITED
    ? { shown: `${formatNumber(count)} / ∞`, spoken: `${counted}, sin límite` }
    : {
        shown: `${formatNumber(count)} / ${formatNumber(limit)}`,
        spoken: `${counted} de un máximo de ${formatNumber(limit)}`,
      };
}
