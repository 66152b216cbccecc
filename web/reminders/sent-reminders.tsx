import type { Appointment } from '#contract/agenda';
import { REMINDER_CHANNEL_TEXTS, REMINDER_STATUS_TEXTS, type ReminderStatus } from '#contract/reminder-states';
import { REMINDER_KIND_TEXTS, type Reminder } from '#contract/reminders';
import { useTimeZone } from '#web/platform/today.ts';
import { AnswerText } from '#web/reminders/reminder-signs.tsx';
import { formatMoment } from '#web/ui/format-instant.ts';
import { type Label, StatusBadge } from '#web/ui/status-badge.tsx';

const STATUSES: Record<ReminderStatus, Label> = {
  pending: { text: REMINDER_STATUS_TEXTS.pending, tone: 'neutral' },
  sent: { text: REMINDER_STATUS_TEXTS.sent, tone: 'green' },
  failed: { text: REMINDER_STATUS_TEXTS.failed, tone: 'red' },
};

interface Props {
  /** The last one first. */
  reminders: readonly Reminder[];
  appointment: Pick<Appointment, 'status' | 'patientAnswer'>;
}

/** What the patient answered, and every message with its state and time. */
export function SentReminders({ reminders, appointment }: Props) {
  return (
    <div className="space-y-3">
      <p className="empty:hidden">
        <AnswerText appointment={appointment} />
      </p>
      {reminders.length === 0 ? (
        <p className="text-muted">Aún no hay mensajes al paciente sobre esta cita.</p>
      ) : (
        <ul aria-label="Mensajes al paciente" className="divide-y divide-line border-line border-y">
          {reminders.map((reminder) => (
            <li key={reminder._id}>
              <SentReminder reminder={reminder} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function SentReminder({ reminder: { kind, channel, status, at, failure } }: { reminder: Reminder }) {
  const timeZone = useTimeZone();
  return (
    <div className="flex items-center justify-between gap-4 py-2.5">
      <div className="min-w-0">
        <p className="font-semibold text-sm">{REMINDER_KIND_TEXTS[kind]}</p>
        <p className="text-muted text-sm tabular-nums">
          {REMINDER_CHANNEL_TEXTS[channel]} · {formatMoment(at, timeZone)}
        </p>
        {failure && <p className="wrap-anywhere text-red text-sm">{failure}</p>}
      </div>
      <span className="shrink-0">
        <StatusBadge labels={STATUSES} status={status} />
      </span>
    </div>
  );
}
