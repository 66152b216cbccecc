import type { ProfessionalAgenda } from '#contract/assistants';
import { PrintedSheets } from '#web/agenda/printed-agenda.tsx';

interface Props {
  day: string;
  agendas: readonly ProfessionalAgenda[];
}

/** What is printed instead of the page: the day of each professional. */
export const PrintedReception = ({ day, agendas }: Props) => (
  <PrintedSheets
    sheets={agendas.map(({ professional, appointments, unavailable }) => ({
      id: professional._id,
      day,
      professional: professional.name,
      appointments: unavailable ? undefined : appointments,
      requests: [],
    }))}
  />
);
