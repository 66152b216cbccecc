import { AlarmClock, CircleCheck, CircleX, Clock3, TriangleAlert } from 'lucide-react';
import { formatDay } from '#contract/days';
import { awaitsAnswer, type RightsRequest } from '#contract/rights-requests';
import { useTimeZone, useToday } from '#web/platform/today.ts';
import { clockText, clockTone } from '#web/rights-requests/rights-clock.ts';
import { Badge } from '#web/ui/badge.tsx';
import { formatInstant } from '#web/ui/format-instant.ts';

const ICONS = { green: Clock3, orange: AlarmClock, red: TriangleAlert };

/** How much time is left, or how the request ended. */
export function RequestState({ request }: { request: RightsRequest }) {
  const today = useToday();
  const timeZone = useTimeZone();
  const { status, answeredAt } = request;
  if (!awaitsAnswer(status)) {
    const Icon = status === 'answered' ? CircleCheck : CircleX;
    const on = answeredAt ? ` el ${formatInstant(answeredAt, timeZone).day}` : '';
    return (
      <Badge tone="neutral">
        <Icon size={14} aria-hidden="true" className="mr-1.5 shrink-0" />
        {status === 'answered' ? 'Respondida' : 'Rechazada'}
        {on}
      </Badge>
    );
  }
  const tone = clockTone(request, today);
  const Icon = ICONS[tone];
  return (
    <Badge tone={tone}>
      <Icon size={14} aria-hidden="true" className="mr-1.5 shrink-0" />
      {clockText(request, today)}
    </Badge>
  );
}

/** '19/12/2026, con el plazo ampliado' */
export const dueText = ({ dueOn, extendedAt }: RightsRequest): string =>
  `${formatDay(dueOn)}${extendedAt ? ', con el plazo ampliado' : ''}`;
