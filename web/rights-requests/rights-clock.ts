import { daysBetween } from '#contract/days';
import type { RightsRequest } from '#contract/rights-requests';
import type { Tone } from '#web/ui/badge.tsx';

export type Clock = Pick<RightsRequest, 'kind' | 'dueOn' | 'warnOn'>;

/** A clock of calendar days is amber, then red, from so many days before the last day. */
const AMBER_DAYS = 7;
const RED_DAYS = 2;

/** A request of blocking has two business days: its clock is amber from the last but one, and red on the last. */
export function clockTone({ kind, dueOn, warnOn }: Clock, today: string): Extract<Tone, 'green' | 'orange' | 'red'> {
  const left = daysBetween(today, dueOn);
  const isShort = kind === 'blocking';
  if (left <= (isShort ? 0 : RED_DAYS)) return 'red';
  return (isShort ? today >= warnOn : left <= AMBER_DAYS) ? 'orange' : 'green';
}

/** 'Quedan 12 días', 'Vence mañana', 'Venció hace 3 días' */
export function clockText({ dueOn }: Pick<Clock, 'dueOn'>, today: string): string {
  const left = daysBetween(today, dueOn);
  if (left < 0) return left === -1 ? 'Venció ayer' : `Venció hace ${-left} días`;
  if (left === 0) return 'Vence hoy';
  return left === 1 ? 'Vence mañana' : `Quedan ${left} días`;
}
