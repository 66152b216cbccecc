import { useQuery } from '@tanstack/react-query';
import { CalendarDays } from 'lucide-react';
import { useRef } from 'react';
import { addDays } from '#contract/days';
import type { ReminderOfDay } from '#contract/reminders';
import { agendaSearch, useAgendaAddress } from '#web/agenda/agenda-address.ts';
import { DayHeader } from '#web/agenda/day-header.tsx';
import { DayReminderRow, ROW_CLASS, whatsappButtonId } from '#web/agenda/day-reminder-row.tsx';
import { isReminded } from '#web/agenda/day-reminders.ts';
import { type Now, useNow } from '#web/agenda/now.ts';
import { PATHS, REMINDER_SETTINGS_ADDRESS } from '#web/platform/paths.ts';
import { useIsAssistant } from '#web/platform/professional.ts';
import { useTimeZone } from '#web/platform/today.ts';
import { remindersOn } from '#web/reminders/appointment-reminders.queries.ts';
import { currentAnswer } from '#web/reminders/reminder-signs.tsx';
import { usePatientAnswers } from '#web/reminders/use-patient-answers.ts';
import { whatsappObstacle } from '#web/reminders/whatsapp-obstacle.ts';
import { BackLink } from '#web/ui/back-link.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { CalendarPopover } from '#web/ui/calendar-popover.tsx';
import { Card } from '#web/ui/card.tsx';
import { longDay } from '#web/ui/day-words.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Link } from '#web/ui/navigation.tsx';
import { Page } from '#web/ui/page.tsx';
import { NightSky } from '#web/ui/pictures.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

export function DayRemindersPage() {
  const now = useNow();
  const { day, goTo } = useAgendaAddress(addDays(now.today, 1));
  usePatientAnswers();
  const { data: rows, isError, refetch } = useQuery(remindersOn(day));
  const isAssistant = useIsAssistant();
  const agenda = { pathname: PATHS.agenda, search: agendaSearch('day', day) };
  return (
    <Page
      title="Por recordar"
      subtitle="Recuerda sus horas a tus pacientes con un mensaje ya escrito"
      back={<BackLink to={agenda} label="Volver a la Agenda" />}
      actions={
        <CalendarPopover
          label="Elegir un día"
          align="end"
          day={day}
          today={now.today}
          onPick={goTo}
          trigger={
            <Button look="secondary">
              <CalendarDays size={18} aria-hidden="true" />
              Calendario
            </Button>
          }
        />
      }
    >
      <DayHeader day={day} today={now.today} count={rows?.length} onGo={goTo} />
      {rows && rows.length > 0 && <ReminderList key={day} day={day} now={now} rows={rows} />}
      {rows?.length === 0 && (
        <Card>
          <EmptyState
            picture={<NightSky />}
            title="No hay citas por recordar"
            text={`El ${longDay(day)} no tiene citas abiertas.`}
            action={
              <Link to={agenda} className={buttonClass({ look: 'secondary' })}>
                Ver la agenda de ese día
              </Link>
            }
          />
        </Card>
      )}
      {!rows && !isError && <RowSkeletons />}
      {!rows && isError && <LoadFailure title="No se pudieron cargar las citas" onRetry={() => void refetch()} />}
      {!isAssistant && (
        <p className="mt-4 text-muted text-sm">
          El texto del mensaje se cambia en{' '}
          <Link to={REMINDER_SETTINGS_ADDRESS} className={TEXT_LINK_CLASS}>
            Configuración de la agenda
          </Link>
          .
        </p>
      )}
    </Page>
  );
}

const LIST_CLASS = 'divide-y divide-line rounded-card border border-line bg-surface shadow-lift';

interface ListProps {
  day: string;
  now: Now;
  rows: readonly ReminderOfDay[];
}

function ReminderList({ day, now, rows }: ListProps) {
  const timeZone = useTimeZone();
  const hasBegun = ({ time }: ReminderOfDay) => `${day} ${time}` <= `${now.today} ${now.clock}`;
  const isToRemind = (row: ReminderOfDay) =>
    row.status === 'scheduled' &&
    row.reminders &&
    !row.blocked &&
    !currentAnswer(row) &&
    !hasBegun(row) &&
    !isReminded(row, day, now.today, timeZone);
  const canRemind = (row: ReminderOfDay) => isToRemind(row) && whatsappObstacle(row) === undefined;

  const remaining = useRef<HTMLParagraphElement>(null);
  const focusNext = ({ appointmentId }: ReminderOfDay) => {
    // Who has gone on to another button meanwhile stays there.
    if (document.activeElement?.id !== whatsappButtonId(appointmentId)) return;
    const next = rows.slice(rows.findIndex((row) => row.appointmentId === appointmentId) + 1).find(canRemind);
    const button = next && document.getElementById(whatsappButtonId(next.appointmentId));
    // After the last one, another Enter must not remind the same patient again.
    (button ?? remaining.current)?.focus();
  };

  return (
    <>
      <p ref={remaining} tabIndex={-1} role="status" className="mb-3 text-muted">
        {remainingText(rows.filter(isToRemind).length)}
      </p>
      <ol aria-label="Citas por recordar" className={LIST_CLASS}>
        {rows.map((row) => (
          <DayReminderRow
            key={row.appointmentId}
            row={row}
            today={now.today}
            isToRemind={isToRemind(row)}
            hasBegun={hasBegun(row)}
            onSent={() => focusNext(row)}
          />
        ))}
      </ol>
    </>
  );
}

function remainingText(count: number): string {
  if (count === 0) return 'No queda nadie por recordar';
  return count === 1 ? 'Queda 1 paciente por recordar' : `Quedan ${count} pacientes por recordar`;
}

const SKELETONS = ['primera', 'segunda', 'tercera', 'cuarta'];

const RowSkeletons = () => (
  <ol aria-busy="true" aria-label="Cargando citas" className={`mt-9 ${LIST_CLASS}`}>
    {SKELETONS.map((key) => (
      <li key={key} className={ROW_CLASS}>
        <Skeleton className="h-5 w-12" />
        <div className="space-y-2">
          <Skeleton className="h-5 w-44" />
          <Skeleton className="h-4 w-28" />
        </div>
        <Skeleton className="h-11 w-32 max-sm:col-start-2 max-sm:mt-2" />
      </li>
    ))}
  </ol>
);
