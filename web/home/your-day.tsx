import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { generatePath, Link } from 'react-router';
import type { Appointment } from '#contract/agenda';
import { appointmentsWithoutToast } from '#web/agenda/agenda.queries.ts';
import { useNow } from '#web/agenda/now.ts';
import { StatusBadge } from '#web/agenda/status-badge.tsx';
import { dayPlan } from '#web/home/day-plan.ts';
import { NextAppointment } from '#web/home/next-appointment.tsx';
import { OpenDrafts } from '#web/home/open-drafts.tsx';
import { ROW_CLASS, ROWS_CLASS } from '#web/home/rows.ts';
import { PATHS } from '#web/platform/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The next appointment, the rest of the day, and what is not finalised. */
export function YourDay() {
  const { today, clock } = useNow();
  const { data, isError, refetch } = useQuery(appointmentsWithoutToast(today));
  const plan = data && dayPlan(data, clock);
  const failure = isError && !data && (
    <InlineFailure text="No se pudieron cargar las citas" onRetry={() => void refetch()} />
  );
  return (
    <div className="mb-6">
      <Card
        title="Tu día"
        action={
          <Link to={PATHS.agenda} className={`${buttonClass({ look: 'ghost' })} -my-2 -mr-2`}>
            Abrir la agenda
          </Link>
        }
      >
        <div className="grid gap-6 lg:grid-cols-3">
          <DayPart title="Próxima cita" height="h-72 lg:h-64">
            {plan?.next && <NextAppointment appointment={plan.next} />}
            {plan && !plan.next && (
              <p className="text-muted">
                {data.length === 0 ? 'No tienes citas para hoy.' : 'No te quedan citas por hoy.'}
              </p>
            )}
            {failure || (!plan && <Skeleton className="h-full" />)}
          </DayPart>
          <DayPart title="El resto del día" height="h-52 lg:h-64">
            {plan && plan.rest.length > 0 && <RestOfDay appointments={plan.rest} />}
            {plan?.rest.length === 0 && <p className="text-muted">No hay más citas hoy.</p>}
            {!plan && !failure && <RowSkeletons />}
          </DayPart>
          <DayPart title="Borradores sin finalizar" height="h-52 lg:h-64">
            <OpenDrafts skeleton={<RowSkeletons />} />
          </DayPart>
        </div>
      </Card>
    </div>
  );
}

/** As tall whatever is in it, so that nothing below moves when the answers arrive. */
function DayPart({ title, height, children }: { title: string; height: string; children: ReactNode }) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className={`flex min-w-0 flex-col ${height}`}>
      <h3 id={headingId} className="mb-2 font-semibold text-base">
        {title}
      </h3>
      <div className="min-h-0 grow">{children}</div>
    </section>
  );
}

function RestOfDay({ appointments }: { appointments: Appointment[] }) {
  return (
    <ul className={ROWS_CLASS}>
      {appointments.map(({ _id, patientId, patientName, time, status }) => (
        <li key={_id}>
          <Link to={generatePath(PATHS.patient, { id: patientId })} className={`${ROW_CLASS} min-h-11`}>
            <span className="shrink-0 font-semibold tabular-nums">{time}</span>
            <span className="min-w-0 grow truncate">{patientName}</span>
            <span className="shrink-0">
              <StatusBadge status={status} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

const RowSkeletons = () => (
  <div role="status" aria-label="Cargando" className="space-y-2">
    <Skeleton className="h-11" />
    <Skeleton className="h-11" />
    <Skeleton className="h-11" />
  </div>
);
