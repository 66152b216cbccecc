import type { Deps } from '#server/deps';
import { findContacts, type PatientContact } from '#server/patients/patient-contacts.service';
import type { OwnerSql } from '#server/platform/database/database';
import { bookersOfVisits } from './visit-contacts.store.ts';

/** Who gets the mails about a visit. */
export interface VisitContact extends PatientContact {
  /** Whether it is the person who booked online. Their links show what they typed, and nothing of the file. */
  isBooker: boolean;
}

/** By visit. A visit whose patient was deleted is missing. */
export async function findVisitContacts(
  db: OwnerSql,
  { cipher }: Pick<Deps, 'cipher'>,
  visits: readonly { id: string; patientId: string }[],
): Promise<Map<string, VisitContact>> {
  const [bookers, contacts] = await Promise.all([
    bookersOfVisits(
      db,
      visits.map(({ id }) => id),
      cipher,
    ),
    findContacts(db, { cipher }, [...new Set(visits.map(({ patientId }) => patientId))]),
  ]);
  return new Map(
    visits.flatMap(({ id, patientId }) => {
      const booker = bookers.get(id);
      const contact = booker ?? contacts.get(patientId);
      return contact ? [[id, { ...contact, isBooker: booker !== undefined }]] : [];
    }),
  );
}
