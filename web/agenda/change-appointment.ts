import { type MutationOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  APPOINTMENT_STATUSES,
  type Appointment,
  type AppointmentChange,
  changeAppointment,
  withDuration,
} from '#contract/agenda';
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

const CHANGE = { mutationKey: ['change-appointment'] };

/** Shown at once. When the server refuses, the appointments that would have changed are as before. */
const changeOptions = (
  cache: QueryClient,
  today: string,
): MutationOptions<Appointment, Error, ChangeRequest, Appointment[]> => ({
  ...CHANGE,
  mutationFn: async (request) => {
    let after = request.before;
    for (const body of bodiesOf(request)) {
      after = withDuration(await call(changeAppointment, { params: { id: after._id }, body }));
    }
    return after;
  },
  meta: {
    done: (_, request) => doneText(request as ChangeRequest),
    doneAction: (after: Appointment, request: ChangeRequest) => undoAction(cache, today, after, request),
    failed: 'No se pudo cambiar la cita',
  },
  onMutate: async (request) => {
    // A list that is under way would show the appointment where it was.
    await cache.cancelQueries(LISTS);
    const { before, scope } = request;
    const [shared, ...own] = bodiesOf(request);
    const others = scope === 'following' ? followingIn(cache, before) : [];
    const after = [shared, ...own].reduce((one, body) => afterChange(one, body), before);
    showAppointments(cache, [after, ...others.map((one) => afterChange(one, shared, before))]);
    return [before, ...others];
  },
  onSuccess: (after) => showAppointments(cache, [after]),
  onError: (_error, _request, changed = []) => showAppointments(cache, changed),
  onSettled: () => {
    // The lists of the server do not have a change that is under way. The last one loads them.
    if (cache.isMutating(CHANGE) === 1) void cache.invalidateQueries(LISTS);
  },
});

/** The later ones of a series take over its place and a cancellation. The note and an overbooking belong to one. */
function bodiesOf({ change, scope = 'one' }: ChangeRequest): [AppointmentChange, ...AppointmentChange[]] {
  if (scope === 'one') return [{ ...change, scope }];
  const { note, overbooked: _, ...shared } = change;
  return note === undefined
    ? [{ ...shared, scope }]
    : [
        { ...shared, scope },
        { note, scope: 'one' },
      ];
}

export function useChangeAppointment(today: string) {
  return useMutation(changeOptions(useQueryClient(), today));
}

function doneText({ before, change, scope, isUndo }: ChangeRequest): string {
  if (isUndo) return 'La cita quedó como antes';
  if (scope === 'following') return seriesText(before, change);
  if (change.status === 'cancelled') return 'Cita cancelada. Su hora quedó libre.';
  if (change.status) return `La cita quedó como «${APPOINTMENT_STATUSES[change.status]}»`;
  return placeText(before, change) ?? 'Cita modificada correctamente';
}

function seriesText(before: Appointment, change: Change): string {
  if (change.status === 'cancelled') {
    return 'Se cancelaron la cita y las siguientes de su serie. Sus horas quedaron libres.';
  }
  const place = placeText(before, change);
  const text = place
    ? `${place}, y las siguientes de su serie cambiaron con ella.`
    : 'Se modificaron la cita y las siguientes de su serie.';
  return change.note === undefined ? text : `${text} La nota cambió solo en esta.`;
}

function placeText(before: Appointment, change: Change): string | undefined {
  const { date, time } = afterChange(before, change);
  if (date === before.date && time === before.time) return undefined;
  return `La cita quedó para el ${formatDay(date)} a las ${time}`;
}

/** Several appointments are not restored: each may have had a day, an hour and a status of its own. */
function undoAction(
  cache: QueryClient,
  today: string,
  after: Appointment,
  { before, change, scope, isUndo }: ChangeRequest,
) {
  const undo = isUndo || scope === 'following' ? undefined : reversed(before, change, today);
  if (!undo) return undefined;
  // The toast outlives the page, so the mutation belongs to no component.
  const onPress = () => {
    const mutation = cache.getMutationCache().build(cache, changeOptions(cache, today));
    mutation.execute({ before: after, change: undo, isUndo: true }).catch(() => undefined);
  };
  return { label: 'Deshacer', onPress };
}
