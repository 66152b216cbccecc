import { useId } from 'react';
import { type Appointment, endTime, patientOf } from '#contract/agenda';
import { nameWithSocial } from '#contract/patient-identity';
import { SLOTS } from '#contract/slots';
import type { AppointmentActions } from '#web/agenda/appointment-actions.ts';
import { useProfile } from '#web/agenda/appointment-card.tsx';
import { blockClass } from '#web/agenda/appointment-status.ts';
import { ChargeSign } from '#web/agenda/charge-sign.tsx';
import { DRAGGABLE_CLASS, useDraggable } from '#web/agenda/drag.ts';
import { containsTime } from '#web/agenda/spans.ts';
import { StatusButton } from '#web/agenda/status-button.tsx';
import type { Placed } from '#web/agenda/week.ts';
import { WEEK_SLOT_REM } from '#web/agenda/week-skeleton.tsx';
import { ReminderSigns } from '#web/reminders/reminder-signs.tsx';
import { Link } from '#web/ui/navigation.tsx';

interface Props extends Omit<Placed<Appointment>, 'span'> {
  appointment: Appointment;
  /** The current time when the day is today. */
  clock: string | undefined;
  actions: AppointmentActions;
}

/** A card of the week: as tall as its duration, beside those whose time it shares. */
export function CompactCard({ appointment, column, columns, clock, actions }: Props) {
  const nameId = useId();
  const { profile, open } = useProfile(appointment);
  const { time, duration, status, overbooked, serviceName, bookedOnline } = appointment;
  const name = nameWithSocial(patientOf(appointment));
  const details = [`${time} - ${endTime(appointment)}`, serviceName, bookedOnline && 'reservada en línea']
    .filter(Boolean)
    .join(', ');
  const isNow = clock !== undefined && containsTime({ time, appointment }, clock);
  const isNarrow = columns > 1;
  // An appointment that ends after the last slot ends with it here.
  const slots = Math.min(duration / 30, SLOTS.length - SLOTS.indexOf(time));
  const width = 100 / columns;
  // In half an hour there is no room for two lines and the word below.
  const lines = slots > 1 || !overbooked ? 'line-clamp-2 wrap-anywhere' : 'truncate';
  return (
    <article
      {...useDraggable(appointment, actions)}
      aria-labelledby={nameId}
      onDoubleClick={open}
      style={{ height: `${slots * WEEK_SLOT_REM}rem`, left: `${column * width}%`, width: `${width}%` }}
      className={`absolute top-0 z-10 p-0.5 ${DRAGGABLE_CLASS}`}
    >
      <div
        className={`flex h-full flex-col items-start overflow-hidden rounded-lg border-l-3 pt-0.5 ring-1 ring-line ring-inset ${isNarrow ? 'px-0.5' : 'px-1.5'} ${blockClass(status, isNow)}`}
      >
        <Link
          id={nameId}
          to={profile}
          draggable={false}
          title={`${name}, ${details}`}
          className={`w-full shrink-0 rounded font-bold text-fine leading-4 underline-offset-3 hover:underline ${lines}`}
        >
          {name}
          <span className="sr-only">, {details}</span>
        </Link>
        {overbooked && (
          <span className="w-full shrink-0 truncate font-semibold text-[0.6875rem] text-orange leading-4">
            Sobrecupo
          </span>
        )}
        <span className="flex w-full min-w-0 items-center gap-1">
          <StatusButton appointment={appointment} actions={actions} size={isNarrow ? 'narrow' : 'compact'} />
          {!isNarrow && <ReminderSigns appointment={appointment} />}
          {!isNarrow && <ChargeSign appointment={appointment} actions={actions} isCompact />}
        </span>
        {slots > 1 && !isNarrow && (
          <span aria-hidden="true" className="mt-0.5 w-full text-fine text-muted leading-5">
            <span className="block truncate tabular-nums">
              {time} - {endTime(appointment)}
            </span>
            <span className="block truncate">{serviceName}</span>
          </span>
        )}
      </div>
    </article>
  );
}
