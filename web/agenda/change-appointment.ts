import { type MutationOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { APPOINTMENT_STATUSES, type Appointment, changeAppointment, withDuration } from '#contract/agenda';
import { afterChange, laterAfterChange } from '#contract/appointment-change';
import { formatDay } from '#contract/days';
import { type Change, followingIn, LISTS, reversed, showAppointments } from '#web/agenda/appointment-lists.ts';
import { call } from '#web/platform/api.ts';
import { useProfessional } from '#web/platform/professional.ts';

export interface ChangeRequest {
  /** The appointment as it is shown now. */
  before: Appointment;
  change: Change;
  scope?: 'one' | 'following';
  /** Takes an earlier change back. */
  isUndo?: boolean;
}

const CHANGE = { mutationKey: ['change-appointment'] };

/**
 * Shown at once. When the server refuses, the appointments that would have changed are as before. An assistant may
 * have switched to another professional when the reply arrives.
 */
const changeOptions = (
  cache: QueryClient,
  today: string,
  professional: string | undefined,
): MutationOptions<Appointment, Error, ChangeRequest, Appointment[]> => ({
  ...CHANGE,
  mutationFn: async ({ before, change, scope = 'one' }) =>
    withDuration(
      await call(changeAppointment, { params: { id: before._id }, body: { ...change, scope }, professional }),
    ),
  meta: {
    done: (after, request) =>
      withNotice(doneText(request as ChangeRequest), after as Appointment, request as ChangeRequest),
    doneAction: (after: Appointment, { before, change, scope, isUndo }: ChangeRequest) => {
      // Several appointments are not restored: each may have had a day, an hour and a status of its own.
      const undo = isUndo || scope === 'following' ? undefined : reversed(before, change, today);
      if (!undo) return undefined;
      // The toast outlives the page, so the mutation belongs to no component.
      const onPress = () => {
        const mutation = cache.getMutationCache().build(cache, changeOptions(cache, today, professional));
        mutation.execute({ before: after, change: undo, isUndo: true }).catch(() => undefined);
      };
      return { label: 'Deshacer', onPress };
    },
    failed: 'No se pudo cambiar la cita',
  },
  onMutate: async ({ before, change, scope }) => {
    // A list that is under way would show the appointment where it was.
    await cache.cancelQueries(LISTS);
    const following = scope === 'following' ? followingIn(cache, before) : [];
    const later = following.map((one) => laterAfterChange(one, change, before));
    showAppointments(cache, [afterChange(before, change), ...later], professional);
    return [before, ...following];
  },
  onSuccess: (after) => showAppointments(cache, [after], professional),
  onError: (_error, _request, changed = []) => showAppointments(cache, changed, professional),
  onSettled: () => {
    // The lists of the server do not have a change that is under way. The last one loads them.
    if (cache.isMutating(CHANGE) === 1) void cache.invalidateQueries(LISTS);
  },
});

export function useChangeAppointment(today: string) {
  const cache = useQueryClient();
  const professional = useProfessional()?._id;
  return useMutation(changeOptions(cache, today, professional));
}

function doneText({ before, change, scope, isUndo }: ChangeRequest): string {
  if (isUndo) return 'La cita quedó como antes';
  if (scope === 'following') return seriesText(before, change);
  if (change.status === 'cancelled') return 'Cita cancelada. Su hora quedó libre.';
  if (change.status) return `La cita quedó como «${APPOINTMENT_STATUSES[change.status]}»`;
  return placeText(before, change) ?? 'Cita modificada correctamente';
}

/** The reply has the message to the patient, if the server wrote one. */
function withNotice(text: string, after: Appointment, { before, change }: ChangeRequest): string {
  const { lastReminder, date, time } = after;
  const isTold = lastReminder?.status === 'pending' && lastReminder.at !== before.lastReminder?.at;
  const hasNews = change.status === 'cancelled' || date !== before.date || time !== before.time;
  if (!isTold && !(change.notifyPatient && hasNews)) return text;
  const sentence = isTold
    ? 'Se avisará al paciente.'
    : 'No se avisará al paciente: no tiene correo o no recibe recordatorios.';
  return `${text.replace(/\.$/, '')}. ${sentence}`;
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
