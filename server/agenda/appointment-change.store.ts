import type { Appointment } from '#contract/agenda';
import { toMinutes } from '#contract/days';
import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import type { OwnerTx } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';
import { appointmentColumnsWithContact } from './agenda.store.ts';
import { type AppointmentRow, encryptionContext, toAppointment } from './appointment-row.ts';
import type { StoredAct } from './last-acts.store.ts';

/** Citus locks rows of a plain join only. */
const fromLockable = fragment`
  from appointments a join patients p on p.owner_id = a.owner_id and p.id = a.patient_id`;

export async function lockAppointment(tx: OwnerTx, id: string, cipher: FieldCipher): Promise<Appointment | undefined> {
  const [row] = await tx<[AppointmentRow?]>`
    select ${appointmentColumnsWithContact} ${fromLockable}
     where a.owner_id = ${tx.owner} and a.id = ${id} for update of a`;
  return row && toAppointment(tx.owner, row, cipher);
}

/** The later ones of the series of an appointment: those that are not cancelled, or those cancelled together with it. */
export async function lockFollowing(
  tx: OwnerTx,
  { _id, seriesId, date, time }: Appointment,
  which: 'not-cancelled' | 'cancelled-together',
  cipher: FieldCipher,
): Promise<Appointment[]> {
  const condition =
    which === 'not-cancelled'
      ? fragment`a.status <> 'cancelled'`
      : fragment`a.status = 'cancelled' and a.changed_at = (
          select c.changed_at from appointments c where c.owner_id = ${tx.owner} and c.id = ${_id})`;
  const rows = await tx<AppointmentRow[]>`
    select ${appointmentColumnsWithContact} ${fromLockable}
     where a.owner_id = ${tx.owner} and a.series_id = ${seriesId}
       and (a.date, a.start_minute, a.id) > (${date}, ${toMinutes(time)}, ${_id}) and ${condition}
     order by a.date, a.start_minute, a.id for update of a`;
  return rows.map((row) => toAppointment(tx.owner, row, cipher));
}

/** Takes appointments out of their slots until they are updated: each may get the slot that another one has now. */
export async function leaveSlots(tx: OwnerTx, ids: readonly string[]): Promise<void> {
  await tx`update appointments set overbooked = true where owner_id = ${tx.owner} and id = any (${ids}::uuid[])`;
}

const EXCLUSION_VIOLATION = '23P01';

/** Returns false when it overlaps another one. The transaction has failed then. */
export async function updateAppointment(
  tx: OwnerTx,
  { _id, date, time, duration, note, status, overbooked }: Appointment,
  { at, act, writesNote, cipher }: { at: Date; act: StoredAct | undefined; writesNote: boolean; cipher: FieldCipher },
): Promise<boolean> {
  const encryptedNote = note === undefined ? null : cipher.encrypt(note, encryptionContext(tx.owner, _id));
  try {
    await tx`
      update appointments
         set date = ${date}, start_minute = ${toMinutes(time)}, duration = ${duration}, status = ${status},
             overbooked = ${overbooked}, changed_at = ${at}, revision = revision + 1,
             acted_by = ${act?.accountId}, act = ${act?.act}, acted_at = ${act?.at}
             ${writesNote ? fragment`, note = ${encryptedNote}` : fragment``}
       where owner_id = ${tx.owner} and id = ${_id}`;
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === EXCLUSION_VIOLATION) return false;
    throw error;
  }
}
