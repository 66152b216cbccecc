import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Appointment } from '#contract/agenda';
import { type ListedDraft, listDrafts } from '#contract/drafts';
import { appointmentsWithoutToast } from '#web/agenda/agenda.queries.ts';
import { usePrefetchAvailability } from '#web/agenda/availability.ts';
import { appointmentCount } from '#web/agenda/day-header.tsx';
import { dayPlan } from '#web/agenda/day-plan.ts';
import { useNow } from '#web/agenda/now.ts';
import { DayRow, DayRowSkeletons } from '#web/home/day-rows.tsx';
import { DraftSkeletons, OpenDrafts } from '#web/home/open-drafts.tsx';
import { TodaysAnswers } from '#web/home/todays-answers.tsx';
import { queryFor } from '#web/platform/api.ts';
import { PATHS } from '#web/platform/paths.ts';
import { answersOn } from '#web/reminders/appointment-reminders.queries.ts';
import { usePatientAnswers } from '#web/reminders/use-patient-answers.ts';
import { Badge } from '#web/ui/badge.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { Link } from '#web/ui/navigation.tsx';
import { ShownWhen } from '#web/ui/shown-when.tsx';

interface Day {
  clock: string;
  appointments: UseQueryResult<Appointment[]>;
  drafts: UseQueryResult<ListedDraft[]>;
  /** The appointments that patients answered today. */
  answers: UseQueryResult<Appointment[]>;
}

/** Asked on every visit: a draft may have been finalised on another page. */
const DRAFTS = { ...queryFor(listDrafts, { query: { addenda: 'true' } }), staleTime: 0 };

export function useDay(enabled: boolean): Day {
  const { today, clock } = useNow();
  const appointments = useQuery({ ...appointmentsWithoutToast(today), enabled });
  const drafts = useQuery({ ...DRAFTS, enabled });
  const answers = useQuery({ ...answersOn(today), enabled });
  return { clock, appointments, drafts, answers };
}

/** All appointments of today, and beside them what is not finalised. */
export function YourDay({ clock, appointments, drafts, answers }: Day) {
  usePatientAnswers();
  // The agenda most often comes next.
  usePrefetchAvailability();
  const { data, isPending } = appointments;
  return (
    <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_19rem]">
      <Card
        title="Tu día"
        action={
          <div className="-my-2 -mr-2 flex items-center gap-2">
            {/* As wide before as after, so that the heading does not move. */}
            <div className="flex w-20 justify-end">{data && <Badge>{appointmentCount(data.length)}</Badge>}</div>
            <Link to={PATHS.agenda} className={buttonClass({ look: 'ghost' })}>
              Abrir la agenda
            </Link>
          </div>
        }
      >
        <DayList clock={clock} query={appointments} drafts={drafts.data ?? []} />
      </Card>
      {/* Under the appointments, the drafts would move when the appointments arrive. */}
      <div className={isPending ? 'max-xl:hidden' : undefined}>
        <ShownWhen ready={!answers.isPending}>
          <TodaysAnswers query={answers} />
          <Card title="Borradores sin finalizar">
            <DraftList query={drafts} />
          </Card>
        </ShownWhen>
      </div>
    </div>
  );
}

interface DayListProps {
  clock: string;
  query: UseQueryResult<Appointment[]>;
  drafts: readonly ListedDraft[];
}

function DayList({ clock, query: { data, isError, refetch }, drafts }: DayListProps) {
  if (!data) {
    if (!isError) return <DayRowSkeletons />;
    return <InlineFailure text="No se pudieron cargar las citas" onRetry={() => void refetch()} />;
  }
  const { upcoming, others } = dayPlan(data, clock);
  const [next] = upcoming;
  const begun = new Set(drafts.map(({ appointmentId }) => appointmentId));
  const row = (one: Appointment) => (
    <DayRow key={one._id} appointment={one} isNext={one === next} isBegun={begun.has(one._id)} />
  );
  if (data.length === 0) return <p className="text-muted">No tienes citas para hoy.</p>;
  return (
    <div className="@container -mx-6 -mb-6 overflow-hidden rounded-b-card">
      {next ? (
        <ul aria-label="Citas por atender">{upcoming.map(row)}</ul>
      ) : (
        <p className="px-6 pb-4 text-muted">No te quedan citas por hoy.</p>
      )}
      {others.length > 0 && (
        <>
          <h3 className="border-line border-t bg-paper px-6 py-1.5 font-semibold text-muted text-sm">
            Atendidas y anteriores
          </h3>
          <ul aria-label="Atendidas y anteriores">{others.map(row)}</ul>
        </>
      )}
    </div>
  );
}

function DraftList({ query: { data, isError, refetch } }: { query: UseQueryResult<ListedDraft[]> }) {
  if (data) return <OpenDrafts drafts={data} />;
  if (!isError) return <DraftSkeletons />;
  return <InlineFailure text="No se pudieron cargar los borradores" onRetry={() => void refetch()} />;
}
