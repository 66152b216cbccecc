import type { Appointment } from '#contract/agenda';
import type { AppointmentActions } from '#web/agenda/appointment-actions.ts';
import { useCanCharge } from '#web/platform/professional.ts';
import { onDemand } from '#web/ui/on-demand.tsx';

const AppointmentCharge = onDemand(async () => (await import('#web/charges/appointment-charge.tsx')).AppointmentCharge);

interface Props {
  appointment: Appointment;
  actions: AppointmentActions;
  isCompact?: boolean;
}

/** What is pending of an appointment. Nothing of money is loaded for an assistant without the right. */
export function ChargeSign({ appointment, actions, isCompact = false }: Props) {
  if (!useCanCharge()) return null;
  return (
    <AppointmentCharge appointment={appointment} isCompact={isCompact} onCharge={() => actions.onCharge(appointment)} />
  );
}
