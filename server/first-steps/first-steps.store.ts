import type { FirstSteps } from '#contract/first-steps';
import type { OwnerSql } from '#server/platform/database/database';

/** A note of a deleted patient, kept in custody, was a first note too. */
export async function firstSteps(db: OwnerSql): Promise<FirstSteps> {
  const [patients, appointments, notes] = await Promise.all([
    db`select from patients where owner_id = ${db.owner} limit 1`,
    db`select from appointments where owner_id = ${db.owner} and held_until is null limit 1`,
    db`select from clinical_notes where owner_id = ${db.owner} limit 1`,
  ]);
  return { patient: patients.length > 0, appointment: appointments.length > 0, note: notes.length > 0 };
}
