import { sendReminder } from '#contract/reminders';
import { call } from '#web/platform/api.ts';
import { reloadReminders } from '#web/reminders/appointment-reminders.queries.ts';
import { useWhatsappConversation } from '#web/reminders/whatsapp-conversation.ts';

const CONVERSATION = {
  write: (id: string) => call(sendReminder, { params: { id }, body: { channel: 'whatsapp' } }),
  reload: reloadReminders,
};

/** Marks the reminder of an appointment as sent, and opens its conversation in WhatsApp in a new tab. */
export function useSendByWhatsapp() {
  const { open: send, openingId: sendingId } = useWhatsappConversation(CONVERSATION);
  return { send, sendingId };
}
