import { DEFAULT_REMINDER_SETTINGS, type ReminderSettings } from '#contract/reminder-settings';
import { newToken, tokenHash } from '#server/platform/crypto/tokens';
import type { TestApp } from './test-app.ts';

/** The token of a new link of an appointment, as a message to the patient has one. */
export async function newAppointmentLink(
  { sql }: Pick<TestApp, 'sql'>,
  { ownerId, appointmentId, expiresAt }: { ownerId: string; appointmentId: string; expiresAt: Date },
): Promise<string> {
  const token = newToken();
  await sql`
    insert into appointment_links (owner_id, token_hash, appointment_id, created_at, expires_at)
    values (${ownerId}, ${tokenHash(token)}, ${appointmentId}, now(), ${expiresAt})`;
  return token;
}

/** What the professional has set for reminders, without the plans that follow from it. */
export async function setReminderSettings(
  { sql }: Pick<TestApp, 'sql'>,
  ownerId: string,
  settings: Partial<ReminderSettings>,
): Promise<void> {
  const { enabled, onBooking, hoursBefore, cancelNoticeHours, allowMove, place, phone, message } = {
    ...DEFAULT_REMINDER_SETTINGS,
    ...settings,
  };
  await sql`
    insert into reminder_settings (owner_id, enabled, on_booking, hours_before, cancel_notice_hours, allow_move, place,
                                   phone, message)
    values (${ownerId}, ${enabled}, ${onBooking}, ${hoursBefore}, ${cancelNoticeHours}, ${allowMove}, ${place}, ${phone},
            ${message})
    on conflict (owner_id) do update
      set cancel_notice_hours = excluded.cancel_notice_hours, allow_move = excluded.allow_move`;
}
