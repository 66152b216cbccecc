import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { type Appointment, patientOf } from '#contract/agenda';
import { formatDay } from '#contract/days';
import { nameWithSocial } from '#contract/patient-identity';
import { ANSWER_TEXTS, type PatientAnswer } from '#contract/reminder-states';
import { agendaSearch } from '#web/agenda/agenda-address.ts';
import { PATHS } from '#web/platform/paths.ts';
import { useTimeZone } from '#web/platform/today.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { formatInstant } from '#web/ui/format-instant.ts';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { Link } from '#web/ui/navigation.tsx';

/** How many answers are shown until all are asked for. */
const SHOWN = 6;

const LOOKS: Record<PatientAnswer['answer'], string> = {
  confirmed: 'text-green',
  cancelled: 'text-red',
  moved: 'text-purple',
};

/** What patients answered today, the last answer first. Nothing is shown while there is none. */
export function TodaysAnswers({ query: { data, isError, refetch } }: { query: UseQueryResult<Appointment[]> }) {
  const [showsAll, setShowsAll] = useState(false);
  if (data ? data.length === 0 : !isError) return null;
  const answered = data ?? [];
  const shown = showsAll ? answered : answered.slice(0, SHOWN);
  const hidden = answered.length - shown.length;
  return (
    <div className="mb-6">
      <Card title="Respuestas de hoy">
        {!data && <InlineFailure text="No se pudieron cargar las respuestas" onRetry={() => void refetch()} />}
        <ul className="-mx-2 -mb-2 space-y-1">
          {shown.map((appointment) => (
            <li key={appointment._id}>
              {appointment.patientAnswer && <Answer appointment={appointment} answer={appointment.patientAnswer} />}
            </li>
          ))}
        </ul>
        {hidden > 0 && (
          <Button look="ghost" className="mt-3 -mb-2 w-full" onClick={() => setShowsAll(true)}>
            {hidden === 1 ? 'Mostrar la que falta' : `Mostrar las ${hidden} restantes`}
          </Button>
        )}
      </Card>
    </div>
  );
}

function Answer({ appointment, answer: { answer, at, from } }: { appointment: Appointment; answer: PatientAnswer }) {
  const { date } = appointment;
  const { clock } = formatInstant(at, useTimeZone());
  return (
    <Link
      to={{ pathname: PATHS.agenda, search: agendaSearch('day', date) }}
      className="block rounded-control px-2 py-1.5 hover:bg-austral-50"
    >
      <span className="wrap-anywhere block font-semibold">{nameWithSocial(patientOf(appointment))}</span>{' '}
      <span className="block text-muted text-sm tabular-nums">
        <span className={`font-semibold ${LOOKS[answer]}`}>{ANSWER_TEXTS[answer]}</span> a las {clock}
      </span>{' '}
      <span className="block text-muted text-sm tabular-nums">
        {from ? <Move from={from} to={appointment} /> : `Cita del ${formatDay(date)} a las ${appointment.time}`}
      </span>
    </Link>
  );
}

type Hour = Pick<Appointment, 'date' | 'time'>;

/** In a narrow card each hour has a line of its own. */
function Move({ from, to }: { from: Hour; to: Hour }) {
  if (from.date === to.date) return `El ${formatDay(to.date)}, de las ${from.time} a las ${to.time}`;
  return (
    <>
      <span className="inline-block">
        Del {formatDay(from.date)} a las {from.time}
      </span>{' '}
      <span className="inline-block">
        al {formatDay(to.date)} a las {to.time}
      </span>
    </>
  );
}
