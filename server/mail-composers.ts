import { type AssistantMailDeps, assistantComposers } from './assistants/assistant-composers.ts';
import { type BookingMailDeps, bookingComposers } from './booking/booking-composers.ts';
import { type ChargeMailDeps, chargeComposers } from './charges/charge-composers.ts';
import type { MailComposers } from './mail/composed-mail.ts';
import type { MessageMailDeps } from './reminders/message-mail.service.ts';
import { reminderComposers } from './reminders/reminder-composers.ts';
import { type RightsMailDeps, rightsComposers } from './rights-requests/rights-composers.ts';
import { type ShareMailDeps, shareComposers } from './shares/share-composers.ts';

/** How the mails of features are composed when they are delivered. */
export const mailComposers = (
  deps: MessageMailDeps & BookingMailDeps & RightsMailDeps & ShareMailDeps & AssistantMailDeps & ChargeMailDeps,
): MailComposers => ({
  ...reminderComposers(deps),
  ...bookingComposers(deps),
  ...rightsComposers(deps),
  ...shareComposers(deps),
  ...assistantComposers(deps),
  ...chargeComposers(deps),
});
