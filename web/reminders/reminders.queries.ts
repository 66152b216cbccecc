import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  getReminderSettings,
  putReminderSettings,
  type ReminderSettings,
  sendTestReminder,
} from '#contract/reminder-settings';
import { call, queryFor, type ReplyOf } from '#web/platform/api.ts';

export const SETTINGS_NOT_LOADED = 'No se pudo cargar la configuración de tus recordatorios';

// The card shows its own failure, and the agenda reads the same data without a toast.
export const reminderSettings = () => queryFor(getReminderSettings, {});

export function useSaveReminderSettings() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: ReminderSettings) => call(putReminderSettings, { body }),
    // The message of the reply is the text for the patients, not for the toast.
    meta: { done: () => 'Recordatorios guardados correctamente', failed: 'No se pudieron guardar los recordatorios' },
    onSuccess: (saved) => cache.setQueryData(reminderSettings().queryKey, saved),
  });
}

export const useSendTestReminder = () =>
  useMutation({
    mutationFn: () => call(sendTestReminder),
    meta: {
      done: (reply) => `Enviamos la prueba a ${(reply as ReplyOf<typeof sendTestReminder>).email}`,
      failed: 'No se pudo enviar la prueba',
    },
  });
