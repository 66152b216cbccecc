import type { QueryClient } from '@tanstack/react-query';
import { sendChargeReminder } from '#contract/charge-reminders';
import { listPendingCharges } from '#contract/charge-summaries';
import { call } from '#web/platform/api.ts';
import { useWhatsappConversation } from '#web/reminders/whatsapp-conversation.ts';

const CONVERSATION = {
  write: (id: string) => call(sendChargeReminder, { params: { id }, body: { channel: 'whatsapp' } }),
  reload: (cache: QueryClient) => void cache.invalidateQueries({ queryKey: [listPendingCharges.path] }),
};

/** Records the reminder of what a patient owes, and opens its conversation in WhatsApp in a new tab. */
export function useRemindByWhatsapp() {
  const { open: remind, openingId } = useWhatsappConversation(CONVERSATION);
  return { remind, isBusy: openingId !== undefined };
}
