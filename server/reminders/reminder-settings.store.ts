import { DEFAULT_REMINDER_SETTINGS, type ReminderSettings } from '#contract/reminder-settings';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';

export async function findReminderSettings(db: OwnerSql): Promise<ReminderSettings> {
  const [row] = await db<[ReminderSettings?]>`
    select enabled, on_booking as "onBooking", hours_before as "hoursBefore",
           cancel_notice_hours as "cancelNoticeHours", allow_move as "allowMove", place, phone, message
      from reminder_settings where owner_id = ${db.owner}`;
  return row ?? DEFAULT_REMINDER_SETTINGS;
}

export async function storeReminderSettings(tx: OwnerTx, settings: ReminderSettings): Promise<void> {
  const { enabled, onBooking, hoursBefore, cancelNoticeHours, allowMove, place, phone, message } = settings;
  await tx`
    insert into reminder_settings (owner_id, enabled, on_booking, hours_before, cancel_notice_hours, allow_move, place,
                                   phone, message)
    values (${tx.owner}, ${enabled}, ${onBooking}, ${hoursBefore}::int[], ${cancelNoticeHours}, ${allowMove}, ${place},
            ${phone}, ${message})
    on conflict (owner_id) do update
      set enabled = excluded.enabled, on_booking = excluded.on_booking, hours_before = excluded.hours_before,
          cancel_notice_hours = excluded.cancel_notice_hours, allow_move = excluded.allow_move, place = excluded.place,
          phone = excluded.phone, message = excluded.message`;
}
