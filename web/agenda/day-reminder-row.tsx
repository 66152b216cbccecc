import { Check, Clock, type LucideIcon, Mail, MessageCircle, TriangleAlert, UserCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { generatePath } from 'react-router';
import { nameWithSocial } from '#contract/patient-identity';
import type { ReminderStatus } from '#contract/reminder-states';
import type { ReminderOfDay } from '#contract/reminders';
import { statusText, statusTone } from '#web/agenda/appointment-status.ts';
import { PATHS } from '#web/platform/paths.ts';
import { useSendsMail } from '#web/platform/sends-mail.ts';
import { useTimeZone } from '#web/platform/today.ts';
import { useSendByMail } from '#web/reminders/appointment-reminders.queries.ts';
import { AnswerText, currentAnswer } from '#web/reminders/reminder-signs.tsx';
import { reminderText } from '#web/reminders/reminder-text.ts';
import { useSendByWhatsapp } from '#web/reminders/send-by-whatsapp.ts';
import { whatsappObstacle } from '#web/reminders/whatsapp-obstacle.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts';
import { Link } from '#web/ui/navigation.tsx';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

export const ROW_CLASS =
  'grid grid-cols-[3.25rem_minmax(0,1fr)] items-center gap-x-3 px-4 py-3 sm:grid-cols-[4rem_minmax(0,1fr)_auto] sm:px-5';

export const whatsappButtonId = (appointmentId: string): string => `whatsapp-${appointmentId}`;

interface Props {
  row: ReminderOfDay;
  today: string;
  isToRemind: boolean;
  hasBegun: boolean;
  /** The message by WhatsApp is ready. */
  onSent: () => void;
}

/** An appointment with the state of its reminder, and the ways to remind its patient now. */
export function DayReminderRow({ row, today, isToRemind, hasBegun, onSent }: Props) {
  const { time, status, patientName, patientSocialName, patientId } = row;
  const name = nameWithSocial({ name: patientName, socialName: patientSocialName });
  return (
    <li className={ROW_CLASS}>
      <time className="self-start pt-px font-bold tabular-nums sm:self-center sm:pt-0">{time}</time>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <Link
            to={generatePath(PATHS.patient, { id: patientId })}
            className="wrap-anywhere rounded font-bold underline-offset-3 hover:underline"
          >
            {name}
          </Link>
          <Badge tone={statusTone(status)}>{statusText(status)}</Badge>
        </p>
        <ReminderState row={row} today={today} />
        {!hasBegun && <ContactProblem row={row} name={name} />}
      </div>
      {hasBegun ? (
        <p className="text-muted text-sm max-sm:col-start-2">Ya pasó</p>
      ) : (
        <SendButtons row={row} name={name} isToRemind={isToRemind} onSent={onSent} />
      )}
    </li>
  );
}

const SIGNS: Record<ReminderStatus, { icon: LucideIcon; tone: string }> = {
  sent: { icon: Check, tone: 'text-muted' },
  pending: { icon: Clock, tone: 'text-muted' },
  failed: { icon: TriangleAlert, tone: 'text-red' },
};

const Line = ({ icon: Icon, tone, children }: { icon: LucideIcon; tone: string; children: ReactNode }) => (
  <p className={`mt-0.5 flex items-start gap-1.5 text-sm ${tone}`}>
    <Icon size={15} aria-hidden="true" className="mt-1 shrink-0" />
    <span className="wrap-anywhere">{children}</span>
  </p>
);

/** The last reminder and what the patient answered. */
function ReminderState({ row, today }: Pick<Props, 'row' | 'today'>) {
  const timeZone = useTimeZone();
  const { lastReminder, reminders, blocked } = row;
  const isAnswered = currentAnswer(row) !== undefined;
  return (
    <>
      {lastReminder && <Line {...SIGNS[lastReminder.status]}>{reminderText(lastReminder, today, timeZone)}</Line>}
      {isAnswered && (
        <Line icon={UserCheck} tone="text-muted">
          <AnswerText appointment={row} />
        </Line>
      )}
      {!lastReminder && !isAnswered && reminders && !blocked && (
        <p className="mt-0.5 text-muted text-sm">Sin recordatorio</p>
      )}
    </>
  );
}

/** Why no message can be sent by WhatsApp, with the way to the patient's data. */
function ContactProblem({ row, name }: { row: ReminderOfDay; name: string }) {
  const obstacle = whatsappObstacle(row);
  if (!obstacle) return null;
  const { text, action } = obstacle;
  return (
    <Line icon={TriangleAlert} tone="text-orange">
      {text}.{' '}
      <Link
        to={generatePath(PATHS.patient, { id: row.patientId })}
        aria-label={`${action} de ${name}`}
        className={`rounded max-sm:block max-sm:w-fit max-sm:py-2.5 ${TEXT_LINK_CLASS}`}
      >
        {action}
      </Link>
    </Line>
  );
}

interface SendProps extends Pick<Props, 'row' | 'isToRemind' | 'onSent'> {
  name: string;
}

/** A patient who was reminded or has confirmed can be reminded again. */
function SendButtons({ row, name, isToRemind, onSent }: SendProps) {
  const { appointmentId, email, reminders, blocked } = row;
  const sendsMail = useSendsMail();
  const { send, sendingId } = useSendByWhatsapp();
  const mail = useSendByMail();
  const hasWhatsapp = whatsappObstacle(row) === undefined;
  const hasMail = sendsMail && reminders && !blocked && email !== undefined;
  if (!hasWhatsapp && !hasMail) return null;
  return (
    <div className="flex gap-2 max-sm:col-start-2 max-sm:mt-2 sm:justify-end">
      {hasMail && (
        <Button
          look={hasWhatsapp ? 'ghost' : 'secondary'}
          title="Enviar por correo"
          aria-label={`Enviar por correo a ${name}`}
          aria-disabled={mail.isPending}
          onClick={ignoreDoubleClick(() => !mail.isPending && mail.mutate(appointmentId))}
          className={hasWhatsapp ? 'max-lg:w-11 max-sm:order-last' : 'max-sm:grow'}
        >
          <Mail size={18} aria-hidden="true" className="shrink-0" />
          <span className={hasWhatsapp ? 'max-lg:hidden' : ''}>Enviar por correo</span>
        </Button>
      )}
      {hasWhatsapp && (
        <Button
          id={whatsappButtonId(appointmentId)}
          look={isToRemind ? 'primary' : 'secondary'}
          aria-label={`WhatsApp a ${name}`}
          aria-disabled={sendingId !== undefined}
          onClick={ignoreDoubleClick(() => sendingId === undefined && send(appointmentId, onSent))}
          className="max-sm:grow"
        >
          <MessageCircle size={18} aria-hidden="true" />
          WhatsApp
        </Button>
      )}
    </div>
  );
}
