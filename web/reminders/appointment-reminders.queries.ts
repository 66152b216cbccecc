import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { listAppointments } from '#contract/agenda';
import { endAppointmentLinks, listAnswers, listReminders, listRemindersOfDay, sendReminder } from '#contract/reminders';
import { call, queryFor } from '#web/platform/api.ts';
import { whilePending } from '#web/platform/while-pending.ts';

/** All messages about an appointment. They are read again while one of them waits for the mail server. */
export const useReminders = (appointmentId: string) =>
  useQuery({
    ...queryFor(listReminders, { params: { id: appointmentId } }),
    staleTime: 0,
    refetchInterval: whilePending((messages) => messages.some(({ status }) => status === 'pending')),
  });

/** The open appointments of a day, with the addresses of their patients. */
export const remindersOn = (date: string) => ({ ...queryFor(listRemindersOfDay, { query: { date } }), staleTime: 0 });

/** The appointments that patients answered on a day. */
export const answersOn = (date: string) => queryFor(listAnswers, { query: { date } });

/** Loads again all that shows a message or an answer. */
export function reloadReminders(cache: QueryClient): void {
  for (const { path } of [listAppointments, listReminders, listRemindersOfDay, listAnswers]) {
    void cache.invalidateQueries({ queryKey: [path] });
  }
}

export function useSendByMail() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (appointmentId: string) =>
      call(sendReminder, { params: { id: appointmentId }, body: { channel: 'email' } }),
    meta: { done: 'El recordatorio sale por correo en un momento', failed: 'No se pudo enviar el recordatorio' },
    onSettled: () => reloadReminders(cache),
  });
}

export function useEndAppointmentLinks() {
  return useMutation({
    mutationFn: (appointmentId: string) => call(endAppointmentLinks, { params: { id: appointmentId } }),
    meta: { done: 'Los enlaces de la cita ya no funcionan', failed: 'No se pudieron terminar los enlaces' },
  });
}
