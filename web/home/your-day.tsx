import { useQuery } from '@tanstack/react-query';
import { generatePath, Link } from 'react-router';
import { type Appointment, patientOf } from '#contract/agenda';
import { nameWithSocial } from '#contract/patient-identity';
import { appointmentsWithoutToast } from '#web/agenda/agenda.queries.ts';
import { AppointmentBadges } from '#web/agenda/appointment-badges.tsx';
import { usePrefetchAvailability } from '#web/agenda/availability.ts';
import { useNow } from '#web/agenda/now.ts';
import { DayParts, NextSkeleton, RowSkeletons } from '#web/home/day-parts.tsx';
import { dayPlan } from '#web/home/day-plan.ts';
import { NextAppointment } from '#web/home/next-appointment.tsx';
import { OpenDrafts } from '#web/home/open-drafts.tsx';
import { ROW_CLASS, ROWS_CLASS } from '#web/home/rows.ts';
import { PATHS } from '#web/platform/paths.ts';
import { InlineFailure } from '#web/ui/inline-failure.tsx';

/** The next appointment, the rest of the day, and what is not finalised. */
export function YourDay() {
  // The agenda most often comes next.
  usePrefetchAvailability();
  const { today, clock } = useNow();
  const { data, isError, refetch } = useQuery(appointmentsWithoutToast(today));
  const drafts = <OpenDrafts />;
  if (!data) {
    if (!isError) return <DayParts next={<NextSkeleton />} rest={<RowSkeletons />} drafts={drafts} />;
    const failure = <InlineFailure text="No se pudieron cargar las citas" onRetry={() => void refetch()} />;
    return <DayParts next={failure} rest={undefined} drafts={drafts} />;
  }
  const { next, rest } = dayPlan(data, clock);
  return (
    <DayParts
      next={next ? <NextAppointment appointment={next} /> : <NothingNext hadNone={data.length === 0} />}
      rest={<RestOfDay appointments={rest} />}
      drafts={drafts}
    />
  );
}

const NothingNext = ({ hadNone }: { hadNone: boolean }) => (
  <p className="text-muted">{hadNone ? 'No tienes citas para hoy.' : 'No te quedan citas por hoy.'}</p>
);

function RestOfDay({ appointments }: { appointments: Appointment[] }) {
  if (appointments.length === 0) return <p className="text-muted">No hay más citas hoy.</p>;
  return (
    <ul className={ROWS_CLASS}>
      {appointments.map((appointment) => (
        <li key={appointment._id}>
          <Link to={generatePath(PATHS.patient, { id: appointment.patientId })} className={`${ROW_CLASS} min-h-11`}>
            <span className="shrink-0 font-semibold tabular-nums">{appointment.time}</span>
            <span className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-3 gap-y-1 py-1">
              <span className="max-w-full truncate">{nameWithSocial(patientOf(appointment))}</span>
              <AppointmentBadges appointment={appointment} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
