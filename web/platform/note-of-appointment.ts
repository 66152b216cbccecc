import { generatePath } from 'react-router';
import { PATHS } from '#web/platform/paths.ts';
import { useSearchParams } from '#web/ui/navigation.tsx';

/** In the address of a new note, the appointment that it is about. */
const APPOINTMENT = 'cita';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

interface AppointmentOfPatient {
  _id: string;
  patientId: string;
}

/** Where the note of an appointment is begun. */
export const noteOfAppointmentAddress = ({ _id, patientId }: AppointmentOfPatient): string =>
  `${generatePath(PATHS.newClinicalNote, { id: patientId })}?${APPOINTMENT}=${_id}`;

/** The appointment in the address. A parameter that is no id counts as none. */
export function useAppointmentInAddress(): string | undefined {
  const [params] = useSearchParams();
  const id = params.get(APPOINTMENT) ?? '';
  return UUID.test(id) ? id.toLowerCase() : undefined;
}
