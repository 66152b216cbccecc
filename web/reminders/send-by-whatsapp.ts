import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SentReminder, sendReminder } from '#contract/reminders';
import { call } from '#web/platform/api.ts';
import { openTab } from '#web/platform/new-tab.ts';
import { reloadReminders } from '#web/reminders/appointment-reminders.queries.ts';

interface Request {
  appointmentId: string;
  /** The tab for the conversation. Null when the browser refused to open it. */
  tab: Window | null;
}

interface SendByWhatsapp {
  /** Call it in the handler of a click or a key: a browser opens a tab only then. */
  send: (appointmentId: string, onSent?: () => void) => void;
  /** The appointment whose message is being written. */
  sendingId: string | undefined;
}

/** Marks the reminder of an appointment as sent, and opens its conversation in WhatsApp in a new tab. */
export function useSendByWhatsapp(): SendByWhatsapp {
  const cache = useQueryClient();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ appointmentId }: Request) =>
      call(sendReminder, { params: { id: appointmentId }, body: { channel: 'whatsapp' } }),
    meta: {
      done: (_, request) =>
        (request as Request).tab ? undefined : 'El mensaje está listo. El navegador bloqueó la ventana de WhatsApp.',
      doneAction: ({ url }: SentReminder) =>
        url ? { label: 'Abrir WhatsApp', onPress: () => void window.open(url, '_blank', 'noopener') } : undefined,
      failed: 'No se pudo preparar el mensaje',
    },
    onSuccess: ({ url }, { tab }) => {
      if (url) tab?.location.replace(url);
      else tab?.close();
    },
    onError: (_error, { tab }) => tab?.close(),
    onSettled: () => reloadReminders(cache),
  });
  const send = (appointmentId: string, onSent?: () => void) =>
    mutate({ appointmentId, tab: openTab() }, { onSuccess: () => onSent?.() });
  return { send, sendingId: isPending ? variables.appointmentId : undefined };
}
