import { memo, useId } from 'react';
import { type Appointment, endTime, patientOf } from '#contract/agenda';
import { nameWithSocial } from '#contract/patient-identity';
import { blockClass } from '#web/agenda/appointment-status.ts';
import { patientAddress } from '#web/reception/reception-addresses.ts';
import type { OnStatus } from '#web/reception/reception-day.ts';
import { StatusControl } from '#web/reception/status-control.tsx';
import { Link } from '#web/ui/navigation.tsx';

interface Props {
  professionalId: string;
  appointment: Appointment;
  today: string;
  /** The appointment is taking place. */
  isNow: boolean;
  /** It shares its time with another one. */
  isNarrow: boolean;
  /** Longer than a slot. */
  isTall: boolean;
  onStatus: OnStatus;
}

/** A card in the column of a professional. */
export const ReceptionCard = memo(function ReceptionCard(props: Props) {
  const { professionalId, appointment, today, isNow, isNarrow, isTall, onStatus } = props;
  const nameId = useId();
  const { status, overbooked, serviceName, time, patientId } = appointment;
  const name = nameWithSocial(patientOf(appointment));
  const details = [`${time} - ${endTime(appointment)}`, serviceName, overbooked && 'sobrecupo']
    .filter(Boolean)
    .join(', ');
  return (
    <article
      aria-labelledby={nameId}
      className={`flex h-full min-w-0 flex-col gap-0.5 overflow-hidden rounded-lg border-l-3 px-1.5 py-0.5 ring-1 ring-line ring-inset ${blockClass(status, isNow)}`}
    >
      <Link
        id={nameId}
        to={patientAddress(professionalId, patientId)}
        title={`${name}, ${details}`}
        className="line-clamp-2 shrink-0 rounded font-bold text-fine leading-4 underline-offset-3 wrap-anywhere hover:underline"
      >
        <span aria-hidden="true" className="mr-1 font-normal text-muted tabular-nums">
          {time}
        </span>
        {name}
        <span className="sr-only">, {details}</span>
      </Link>
      <StatusControl
        professionalId={professionalId}
        appointment={appointment}
        today={today}
        isNarrow={isNarrow}
        onStatus={onStatus}
      />
      {isTall && !isNarrow && (
        <span aria-hidden="true" className="truncate text-fine text-muted leading-5">
          {details}
        </span>
      )}
    </article>
  );
});
