import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleDollarSign } from 'lucide-react';
import type { Appointment } from '#contract/agenda';
import { patientOf } from '#contract/agenda';
import type { AppointmentCharge as Charge } from '#contract/charge-summaries';
import { nameWithSocial } from '#contract/patient-identity';
import { formatMoney } from '#contract/plans';
import { appointmentChargesAround } from '#web/charges/charges.queries.ts';
import { buttonClass } from '#web/ui/button.tsx';

/** The charge of an appointment. Undefined while there is none, or while it is not known. */
export function useAppointmentCharge({ _id, date }: Pick<Appointment, '_id' | 'date'>): {
  charge: Charge | undefined;
  isKnown: boolean;
} {
  const { data } = useQuery(appointmentChargesAround(date));
  return { charge: data?.find(({ appointmentId }) => appointmentId === _id), isKnown: data !== undefined };
}

function look({ status, pending }: Charge) {
  if (status === 'paid') return { icon: CircleCheck, text: 'Pagado', colour: 'text-green' };
  return { icon: CircleDollarSign, text: `Pendiente ${formatMoney(pending)}`, colour: 'text-orange' };
}

interface Props {
  appointment: Appointment;
  /** In the week there is room for an icon alone. */
  isCompact?: boolean;
  /** Opens the charge of the appointment, or charges it. */
  onCharge: () => void;
}

/** What is pending of an appointment. An attended appointment without a charge can be charged. */
export function AppointmentCharge({ appointment, isCompact = false, onCharge }: Props) {
  const { charge, isKnown } = useAppointmentCharge(appointment);
  const name = nameWithSocial(patientOf(appointment));
  if (charge) {
    const { icon: Icon, text, colour } = look(charge);
    if (isCompact) {
      return (
        <span role="img" aria-label={text} title={text} className={`inline-flex ${colour}`}>
          <Icon size={16} aria-hidden="true" />
        </span>
      );
    }
    return (
      <button
        type="button"
        onClick={onCharge}
        aria-label={`${text}: ver el cobro a ${name}`}
        className={`inline-flex min-h-6 items-center gap-1 whitespace-nowrap rounded-lg bg-surface px-2 font-semibold text-fine tabular-nums leading-4 ring-1 ring-line ring-inset hover:bg-austral-50 max-sm:min-h-9 ${colour}`}
      >
        <Icon size={14} aria-hidden="true" />
        {text}
      </button>
    );
  }
  if (isCompact || !isKnown || appointment.status !== 'attended') return null;
  return (
    <button
      type="button"
      onClick={onCharge}
      aria-label={`Cobrar a ${name}`}
      className={`${buttonClass({ look: 'secondary' })} shrink-0 px-3 dense:min-h-6 dense:gap-1.5 dense:rounded-lg dense:px-2.5 dense:text-fine`}
    >
      <CircleDollarSign size={16} aria-hidden="true" />
      Cobrar
    </button>
  );
}
