import { CalendarSync, Clock, type LucideIcon, MailCheck, MailX, MessageCircle, UserCheck } from 'lucide-react';
import type { Appointment } from '#contract/agenda';
import { formatDay } from '#contract/days';
import { ANSWER_TEXTS, type LastReminder, type PatientAnswer } from '#contract/reminder-states';
import { useTimeZone } from '#web/platform/today.ts';
import { formatMoment } from '#web/ui/format-instant.ts';

interface Look {
  icon: LucideIcon;
  text: string;
  colour: string;
}

const ANSWERS: Record<Exclude<PatientAnswer['answer'], 'cancelled'>, Look> = {
  confirmed: { icon: UserCheck, text: ANSWER_TEXTS.confirmed, colour: 'text-green' },
  moved: { icon: CalendarSync, text: ANSWER_TEXTS.moved, colour: 'text-purple' },
};

function reminderLook({ channel, status }: LastReminder): Look {
  if (status === 'failed') return { icon: MailX, text: 'No se pudo enviar el aviso al paciente', colour: 'text-red' };
  if (status === 'pending') return { icon: Clock, text: 'Aviso al paciente por enviar', colour: 'text-muted' };
  return channel === 'whatsapp'
    ? { icon: MessageCircle, text: 'Aviso al paciente enviado por WhatsApp', colour: 'text-muted' }
    : { icon: MailCheck, text: 'Aviso al paciente enviado por correo', colour: 'text-muted' };
}

type Answered = Pick<Appointment, 'status' | 'patientAnswer'>;

/** The answer of the patient, while the appointment is as the patient left it. */
export const currentAnswer = ({ status, patientAnswer }: Answered): PatientAnswer | undefined =>
  (patientAnswer?.answer === 'cancelled') === (status === 'cancelled') ? patientAnswer : undefined;

/** Small signs on the card of an open appointment: what the patient was sent, and what the patient answered. */
export function ReminderSigns({ appointment }: { appointment: Appointment }) {
  const { lastReminder } = appointment;
  const answer = currentAnswer(appointment);
  if (!lastReminder && !answer) return null;
  return (
    <span className="inline-flex shrink-0 items-center gap-1">
      {lastReminder && <Sign look={reminderLook(lastReminder)} at={lastReminder.at} />}
      {answer && answer.answer !== 'cancelled' && (
        <Sign look={ANSWERS[answer.answer]} at={answer.at} detail={formerHour(answer)} />
      )}
    </span>
  );
}

/** ', antes 16/11/2026 09:00'. Empty for an answer that is no move. */
const formerHour = ({ from }: PatientAnswer): string => (from ? `, antes ${formatDay(from.date)} ${from.time}` : '');

function Sign({ look: { icon: Icon, text, colour }, at, detail = '' }: { look: Look; at: string; detail?: string }) {
  const name = `${text}, ${formatMoment(at, useTimeZone())}${detail}`;
  return (
    <span role="img" aria-label={name} title={name} className={`inline-flex ${colour}`}>
      <Icon size={16} aria-hidden="true" />
    </span>
  );
}

/** 'La canceló el paciente, 16/11/2026 09:05: viaje'. Nothing while the patient has not answered. */
export function AnswerText({ appointment }: { appointment: Answered }) {
  const timeZone = useTimeZone();
  const answer = currentAnswer(appointment);
  if (!answer) return null;
  return (
    <span className="wrap-anywhere text-muted text-sm tabular-nums">
      {ANSWER_TEXTS[answer.answer]}, {formatMoment(answer.at, timeZone)}
      {formerHour(answer)}
      {answer.reason && `: «${answer.reason}»`}
    </span>
  );
}
