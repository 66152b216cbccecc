import type { Appointment, AssistantAct } from '#contract/agenda';
import { addDays, dayIn } from '#contract/days';
import { useTimeZone } from '#web/platform/today.ts';
import { formatInstant } from '#web/ui/format-instant.ts';

const ACT_TEXTS: Record<AssistantAct, string> = {
  created: 'La agendó',
  moved: 'La movió',
  'status-changed': 'Le cambió el estado',
  changed: 'La cambió',
};

/** 'hoy 10:32', 'ayer 10:32' or '15/07/2026 10:32' */
function momentInWords(at: string, timeZone: string, now: Date): string {
  const today = dayIn(timeZone, now);
  const day = dayIn(timeZone, new Date(at));
  const instant = formatInstant(at, timeZone);
  if (day === today) return `hoy ${instant.clock}`;
  return day === addDays(today, -1) ? `ayer ${instant.clock}` : `${instant.day} ${instant.clock}`;
}

/** 'La movió Marta Soto · hoy 10:32'. Nothing when no assistant acted last. */
export function LastAct({ appointment: { lastAct, status } }: { appointment: Appointment }) {
  const timeZone = useTimeZone();
  if (!lastAct) return null;
  const { act, by, at } = lastAct;
  return (
    <span className="wrap-anywhere text-fine text-muted tabular-nums">
      {act === 'status-changed' && status === 'cancelled' ? 'La canceló' : ACT_TEXTS[act]} {by} ·{' '}
      {momentInWords(at, timeZone, new Date())}
    </span>
  );
}
