import { useQuery } from '@tanstack/react-query';
import { listAppointments } from '#contract/agenda';
import { appointmentChargesAround } from '#web/charges/charges.queries.ts';
import type { ChargedAppointment } from '#web/charges/new-charge-form.tsx';
import { queryFor } from '#web/platform/api.ts';
import { useToday } from '#web/platform/today.ts';

interface Visit {
  patientId: string | undefined;
  /** The appointment, when the page has it loaded. */
  appointment: ChargedAppointment | undefined;
  /** Its id alone, when the page has not. */
  appointmentId: string | undefined;
}

/** The appointment that is charged, and the charge that it may have already. */
export function useVisitCharge({ patientId, appointment: loaded, appointmentId }: Visit) {
  const today = useToday();
  const isAsked = loaded === undefined && appointmentId !== undefined && patientId !== undefined;
  const appointments = useQuery({ ...queryFor(listAppointments, { query: { patientId } }), enabled: isAsked });
  const appointment = loaded ?? appointments.data?.find(({ _id }) => _id === appointmentId);
  const charges = useQuery({
    // Without an appointment nothing is asked, but the query still needs a day.
    ...appointmentChargesAround(appointment?.date ?? today),
    enabled: appointment !== undefined,
  });
  const asked = [...(isAsked ? [appointments] : []), ...(appointment ? [charges] : [])];
  return {
    appointment,
    chargeId: charges.data?.find((one) => one.appointmentId === appointment?._id)?.chargeId,
    isPending: asked.some(({ isPending }) => isPending),
    isError: asked.some(({ isError, data }) => isError && !data),
    retry: () => {
      for (const { isError, refetch } of asked) if (isError) void refetch();
    },
    /** Asks the server again: somebody has just charged the appointment. */
    findCharge: async (): Promise<string | undefined> => {
      const { data = [] } = await charges.refetch();
      return data.find((one) => one.appointmentId === appointment?._id)?.chargeId;
    },
  };
}
