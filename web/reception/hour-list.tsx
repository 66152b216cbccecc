import { ArrowDown } from 'lucide-react';
import { Fragment, memo, useId, useRef } from 'react';
import { type Appointment, endTime, patientOf } from '#contract/agenda';
import { nameWithSocial } from '#contract/patient-identity';
import { SLOT_MINUTES } from '#contract/slots';
import { blockClass } from '#web/agenda/appointment-status.ts';
import { containsTime } from '#web/agenda/spans.ts';
import type { DayProps } from '#web/reception/professional-columns.tsx';
import { agendaAddress, newAppointmentAddress, patientAddress } from '#web/reception/reception-addresses.ts';
import { dayHours, type Hour, type OnStatus } from '#web/reception/reception-day.ts';
import { StatusControl } from '#web/reception/status-control.tsx';
import { Button } from '#web/ui/button.tsx';
import { Link } from '#web/ui/navigation.tsx';

/** The day by hour, for a screen without room for columns. */
export function HourList({ day, today, clock, agendas, onStatus }: DayProps) {
  const list = useRef<HTMLOListElement>(null);
  const hours = dayHours(agendas);
  const next =
    clock === undefined ? undefined : hours.find(({ time }) => endTime({ time, duration: SLOT_MINUTES }) > clock);
  const goToNext = () => list.current?.querySelector('[data-next]')?.scrollIntoView({ block: 'start' });
  return (
    <>
      {next && next !== hours[0] && (
        <Button look="ghost" onClick={goToNext} className="mb-2">
          <ArrowDown size={18} aria-hidden="true" />
          Ir a las {next.time}
        </Button>
      )}
      <ol
        ref={list}
        aria-label="Citas del día por hora"
        className="divide-y divide-line rounded-card border border-line bg-surface shadow-lift"
      >
        {hours.map(({ time, appointments, free }) => {
          const isNow = clock !== undefined && containsTime({ time, appointment: undefined }, clock);
          return (
            <li
              key={time}
              data-next={time === next?.time ? '' : undefined}
              aria-current={isNow ? 'time' : undefined}
              className="scroll-mt-20 px-3 py-2"
            >
              <h3
                className={`flex items-center gap-2 text-base tabular-nums ${isNow ? '' : 'font-semibold text-muted'}`}
              >
                {time}
                {isNow && <span aria-hidden="true" className="size-2 rounded-full bg-copper" />}
              </h3>
              {appointments.length > 0 && (
                <ul className="mt-1 grid gap-2">
                  {appointments.map(({ professional, appointment }) => (
                    <li key={appointment._id} className="min-w-0">
                      <HourCard
                        professionalId={professional._id}
                        professionalName={professional.name}
                        appointment={appointment}
                        today={today}
                        isNow={clock !== undefined && containsTime({ time: appointment.time, appointment }, clock)}
                        onStatus={onStatus}
                      />
                    </li>
                  ))}
                </ul>
              )}
              {free.length > 0 && <FreeLine day={day} time={time} free={free} />}
            </li>
          );
        })}
      </ol>
    </>
  );
}

interface CardProps {
  professionalId: string;
  professionalName: string;
  appointment: Appointment;
  today: string;
  isNow: boolean;
  onStatus: OnStatus;
}

const HourCard = memo(function HourCard(props: CardProps) {
  const { professionalId, professionalName, appointment, today, isNow, onStatus } = props;
  const nameId = useId();
  const { time, status, overbooked, serviceName, date, patientId } = appointment;
  const details = [`${time} - ${endTime(appointment)}`, serviceName, overbooked && 'Sobrecupo']
    .filter(Boolean)
    .join(' · ');
  return (
    <article
      aria-labelledby={nameId}
      className={`rounded-control border-l-4 px-3 py-2 ring-1 ring-line ring-inset ${blockClass(status, isNow)}`}
    >
      <Link
        id={nameId}
        to={patientAddress(professionalId, patientId)}
        className="rounded font-bold underline-offset-3 wrap-anywhere hover:underline"
      >
        {nameWithSocial(patientOf(appointment))}
      </Link>
      <p className="mb-2 text-muted text-sm wrap-anywhere">
        <span className="tabular-nums">{details}</span>
        {' · '}
        <Link
          to={agendaAddress(professionalId, date)}
          className="rounded text-austral-700 underline underline-offset-3"
        >
          {professionalName}
        </Link>
      </p>
      <StatusControl
        professionalId={professionalId}
        appointment={appointment}
        today={today}
        size="large"
        onStatus={onStatus}
      />
    </article>
  );
});

const FreeLine = ({ day, time, free }: { day: string; time: string; free: Hour['free'] }) => (
  <p className="text-muted text-sm">
    Libre:{' '}
    {free.map(({ _id, name }, index) => (
      <Fragment key={_id}>
        {index > 0 && ', '}
        <Link
          to={newAppointmentAddress(_id, day, time)}
          aria-label={`Libre a las ${time} con ${name}, agendar`}
          className="inline-block rounded py-2.5 font-semibold text-austral-700 underline underline-offset-3"
        >
          {name}
        </Link>
      </Fragment>
    ))}
  </p>
);
