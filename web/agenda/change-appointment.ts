import { type MutationOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { APPOINTMENT_STATUSES, type Appointment, changeAppointment, withDuration } from '#contract/agenda';
import { formatDay } from '#contract/days';
import {
  afterChange,
  type Change,
  followingIn,
  LISTS,
  reversed,
  showAppointments,
} from '#web/agenda/appointment-lists.ts';
import { call } from '#web/platform/api.ts';

export interface ChangeRequest {
  /** The appointment as it is shown now. */
  before: Appointment;
  change: Change;
  scope?: 'one' | 'following';
  /** Takes an earlier change back. */
  isUndo?: boolean;
}

interface Shown {
  lists: [readonly unknown[], Appointment[] | undefined][];
}

/** Shown at once. When the server refuses, everything is as before. */
const changeOptions = (
  cache: QueryClient,
  today: string,
): MutationOptions<Appointment, Error, ChangeRequest, Shown> => ({
  mutationFn: async ({ before, change, scope = 'one' }) =>
    withDuration(await call(changeAppointment, { params: { id: before._id }, body: { ...change, scope } })),
  meta: {
    done: (_, request) => doneText(request as ChangeRequest),
    doneAction: (after: Appointment, request: ChangeRequest) => undoAction(cache, today, after, request),
    failed: 'No se pudo cambiar la cita',
  },
  onMutate: async ({ before, change, scope }) => {
    // A list that is under way would show the appointment where it was.
    await cache.cancelQueries(LISTS);
    const lists = cache.getQueriesData<Appointment[]>(LISTS);
    const others = scope === 'following' ? followingIn(cache, before) : [];
    showAppointments(cache, [afterChange(before, change), ...others.map((one) => afterChange(one, change, before))]);
    return { lists };
  },
  onSuccess: (after) => showAppointments(cache, [after]),
  onError: (_error, _request, shown) => {
    for (const [key, list] of shown?.lists ?? []) cache.setQueryData(key, list);
  },
  onSettled: () => void cache.invalidateQueries(LISTS),
});

export function useChangeAppointment(today: string) {
  return useMutation(changeOptions(useQueryClient(), today));
}

function doneText({ before, change, isUndo }: ChangeRequest): string {
  if (isUndo) return 'La cita quedó como antes';
  if (change.status === 'cancelled') return 'Cita cancelada. Su hora quedó libre.';
  if (change.status) return `La cita quedó como «${APPOINTMENT_STATUSES[change.status]}»`;
  const { date, time } = afterChange(before, change);
  if (date === before.date && time === before.time) return 'Cita modificada correctamente';
  return `La cita quedó para el ${formatDay(date)} a las ${time}`;
}

function undoAction(
  cache: QueryClient,
  today: string,
  after: Appointment,
  { before, change, scope, isUndo }: ChangeRequest,
) {
  const undo = isUndo ? undefined : reversed(before, change, today);
  if (!undo) return undefined;
  const request: ChangeRequest = { before: after, change: undo, isUndo: true };
  if (scope) request.scope = scope;
  // Of several appointments only these two statuses can be set.
  if (scope === 'following' && undo.status) undo.status = 'scheduled';
  // The toast outlives the page, so the mutation belongs to no component.
  const onPress = () => {
    const mutation = cache.getMutationCache().build(cache, changeOptions(cache, today));
    mutation.execute(request).catch(() => undefined);
  };
  return { label: 'Deshacer', onPress };
}
