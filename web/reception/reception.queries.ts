import {
  type MutationOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import {
  APPOINTMENT_STATUSES,
  type Appointment,
  type AppointmentStatus,
  changeAppointment,
  patientOf,
} from '#contract/agenda';
import { getReceptionDay, getReceptionDayVersion, type ProfessionalAgenda } from '#contract/assistants';
import { nameWithSocial } from '#contract/patient-identity';
import { LISTS } from '#web/agenda/appointment-lists.ts';
import { call, queryFor } from '#web/platform/api.ts';

/** How often a visible page asks whether somebody changed the day. */
const INTERVAL_MS = 15_000;

interface ReceptionDay {
  version: string;
  agendas: ProfessionalAgenda[];
}

const DAYS = { queryKey: [getReceptionDay.path] };
const dayKey = (date: string) => [...DAYS.queryKey, { query: { date } }];

const versionOn = (date: string) => ({ ...queryFor(getReceptionDayVersion, { query: { date } }), staleTime: 0 });

const receptionDay = (date: string) =>
  queryOptions({
    queryKey: dayKey(date),
    // The version comes first: what changes between the two requests is then found by the next question.
    queryFn: async ({ client, signal }): Promise<ReceptionDay> => {
      const { version } = await client.fetchQuery(versionOn(date));
      return { version, agendas: await call(getReceptionDay, { query: { date } }, signal) };
    },
    staleTime: 0,
  });

/** The day of all professionals. What others change appears within seconds while the page is visible. */
export function useReceptionDay(date: string) {
  const cache = useQueryClient();
  const day = useQuery(receptionDay(date));
  const shown = day.data?.version;
  const { data: latest, dataUpdatedAt: askedAt } = useQuery({
    ...versionOn(date),
    // Loading the day answers the first time.
    staleTime: INTERVAL_MS,
    enabled: shown !== undefined,
    refetchInterval: INTERVAL_MS,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again after each answer, also when loading failed.
  useEffect(() => {
    if (shown === undefined || latest === undefined || latest.version === shown) return;
    // The end of a change that is under way loads the day.
    if (cache.isMutating(CHANGE) === 0)
      void cache.invalidateQueries({ queryKey: dayKey(date) }, { cancelRefetch: false });
  }, [cache, date, shown, latest, askedAt]);
  return day;
}

interface StatusChange {
  professionalId: string;
  /** The appointment as it is shown now. */
  before: Appointment;
  status: AppointmentStatus;
  /** Takes an earlier change back. */
  isUndo?: boolean;
}

const CHANGE = { mutationKey: ['change-status-in-reception'] };

/** Shown at once. When the server refuses, the appointment is as before. */
const changeOptions = (cache: QueryClient): MutationOptions<Appointment, Error, StatusChange> => ({
  ...CHANGE,
  mutationFn: ({ professionalId, before, status }) =>
    call(changeAppointment, { params: { id: before._id }, body: { status }, professional: professionalId }),
  meta: {
    done: (_, change) => doneText(change as StatusChange),
    doneAction: (after: Appointment, change: StatusChange) => undoAction(cache, after, change),
    failed: 'No se pudo cambiar la cita',
  },
  onMutate: async ({ before, status }) => {
    // A reply to an earlier request would show the former status.
    await cache.cancelQueries(DAYS);
    showAppointment(cache, { ...before, status });
  },
  onSuccess: (after) => showAppointment(cache, after),
  onError: (_error, { before }) => showAppointment(cache, before),
  onSettled: () => {
    if (cache.isMutating(CHANGE) > 1) return;
    void cache.invalidateQueries(DAYS);
    void cache.invalidateQueries(LISTS);
  },
});

export const useChangeStatus = () => useMutation(changeOptions(useQueryClient()));

function undoAction(cache: QueryClient, after: Appointment, { professionalId, before, isUndo }: StatusChange) {
  if (isUndo) return undefined;
  // The toast outlives the page, so the mutation belongs to no component.
  const onPress = () => {
    const undo = cache.getMutationCache().build(cache, changeOptions(cache));
    undo.execute({ professionalId, before: after, status: before.status, isUndo: true }).catch(() => undefined);
  };
  return { label: 'Deshacer', onPress };
}

const doneText = ({ before, status, isUndo }: StatusChange): string =>
  isUndo
    ? 'La cita quedó como antes'
    : `La cita de ${nameWithSocial(patientOf(before))} quedó como «${APPOINTMENT_STATUSES[status]}»`;

function showAppointment(cache: QueryClient, appointment: Appointment): void {
  const inAgenda = (agenda: ProfessionalAgenda): ProfessionalAgenda => ({
    ...agenda,
    appointments: agenda.appointments.map((one) => (one._id === appointment._id ? appointment : one)),
  });
  cache.setQueryData<ReceptionDay>(
    dayKey(appointment.date),
    (day) => day && { ...day, agendas: day.agendas.map(inAgenda) },
  );
}
