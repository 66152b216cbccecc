import type { Modality } from '#contract/services';
import type { OwnerTx } from '#server/platform/database/database';

/** An hour that is held for a booking. It has the id of the booking. */
export interface HeldHour {
  id: string;
  date: string;
  startMinute: number;
  duration: number;
  serviceId: string;
  serviceName: string;
  modality: Modality;
  heldUntil: Date;
}

/** Returns false when the hour is taken. */
export async function insertHeldHour(tx: OwnerTx, held: HeldHour, at: Date): Promise<boolean> {
  const { id, date, startMinute, duration, serviceId, serviceName, modality, heldUntil } = held;
  const inserted = await tx`
    insert into appointments (owner_id, id, date, start_minute, duration, service_id, service_name, modality,
                              booked_online, held_until, created_at)
    values (${tx.owner}, ${id}, ${date}, ${startMinute}, ${duration}, ${serviceId}, ${serviceName},
            ${modality}, true, ${heldUntil}, ${at})
    on conflict do nothing`;
  return inserted.count === 1;
}

/** Returns false when the hour is no longer held. */
export async function holdUntil(tx: OwnerTx, id: string, until: Date): Promise<boolean> {
  const held = await tx`
    update appointments set held_until = ${until}
     where owner_id = ${tx.owner} and id = ${id} and held_until is not null`;
  return held.count === 1;
}

/** The held hour becomes an appointment of the patient. Returns false when it is no longer held. */
export async function giveHeldHour(tx: OwnerTx, id: string, patientId: string): Promise<boolean> {
  const given = await tx`
    update appointments set patient_id = ${patientId}, held_until = null
     where owner_id = ${tx.owner} and id = ${id} and held_until is not null`;
  return given.count === 1;
}

export async function releaseHeldHour(tx: OwnerTx, id: string): Promise<void> {
  await tx`delete from appointments where owner_id = ${tx.owner} and id = ${id} and held_until is not null`;
}

/** Deletes holds that have ended, before somebody takes their hours. */
export async function deleteEndedHolds(tx: OwnerTx, now: Date): Promise<void> {
  await tx`delete from appointments where owner_id = ${tx.owner} and held_until <= ${now}`;
}
