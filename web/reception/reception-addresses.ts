import { generatePath } from 'react-router';
import type { Appointment } from '#contract/agenda';
import { dayFrom } from '#web/agenda/agenda-address.ts';
import {
  AGENDA_DAY,
  CREATE,
  CREATE_DURATION,
  CREATE_FOR,
  CREATE_TIME,
  PATHS,
  PROFESSIONAL,
} from '#web/platform/paths.ts';
import { useSearchParams } from '#web/ui/navigation.tsx';

/** The agenda of a professional on a day. */
export const agendaAddress = (professionalId: string, date: string): string =>
  `${PATHS.agenda}?${new URLSearchParams({ [PROFESSIONAL]: professionalId, [AGENDA_DAY]: date })}`;

/** The agenda of a professional, which opens 'Nueva Cita' with that hour. */
export function newAppointmentAddress(professionalId: string, date: string, time: string, duration?: number): string {
  const request = new URLSearchParams({ [CREATE]: 'cita', [CREATE_TIME]: time });
  if (duration !== undefined) request.set(CREATE_DURATION, String(duration));
  return `${agendaAddress(professionalId, date)}&${request}`;
}

/** The reception on the day of an appointment, which opens 'Cobrar' for it. */
export const chargeAddress = (professionalId: string, { _id, date }: Pick<Appointment, '_id' | 'date'>): string =>
  `${PATHS.home}?${new URLSearchParams({ [PROFESSIONAL]: professionalId, [AGENDA_DAY]: date, [CREATE]: 'cobro', [CREATE_FOR]: _id })}`;

export const patientAddress = (professionalId: string, id: string): string =>
  `${generatePath(PATHS.patient, { id })}?${new URLSearchParams({ [PROFESSIONAL]: professionalId })}`;

/** The day in the address, and a function that navigates to another one without scrolling. */
export function useDayInAddress(today: string): { day: string; goTo: (day: string) => void } {
  const [params, setParams] = useSearchParams();
  return {
    day: dayFrom(params.get(AGENDA_DAY), today),
    goTo: (day) =>
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          next.set(AGENDA_DAY, day);
          return next;
        },
        { preventScrollReset: true },
      ),
  };
}
