import type { BookingPerson } from '#contract/booking';
import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import type { OwnerSql } from '#server/platform/database/database';

/** How a person who booked online is reached. */
export interface Booker {
  /** The patient with the document that was typed. */
  id: string;
  name: string;
  socialName: undefined;
  phone: string;
  email: string;
  reminders: boolean;
  /** Whether the patient with that document is blocked. */
  blocked: boolean;
}

interface BookerRow {
  id: string;
  person: Buffer;
  patientId: string;
  reminders: boolean;
  blocked: boolean;
}

/**
 * The people who booked visits online, by visit. Mails about such a visit go to the address that was typed, and not to
 * the one in the file: nobody knows whether the person who typed the document of a patient is that patient.
 */
export async function bookersOfVisits(
  db: OwnerSql,
  ids: readonly string[],
  cipher: FieldCipher,
): Promise<Map<string, Booker>> {
  const rows = await db<BookerRow[]>`
    select b.id, b.person, b.patient_id as "patientId", b.reminders, p.blocked
      from bookings b join patients p on p.owner_id = b.owner_id and p.id = b.patient_id
     where b.owner_id = ${db.owner} and b.id = any (${ids}::uuid[]) and b.status = 'accepted'`;
  return new Map(
    rows.flatMap(({ id, person, patientId, reminders, blocked }) => {
      const text = cipher.tryDecrypt(person, { table: 'bookings', column: 'person', owner: db.owner, row: id });
      if (text === undefined) return [];
      const { name, phone, email }: BookingPerson = JSON.parse(text);
      return [[id, { id: patientId, name, socialName: undefined, phone, email, reminders, blocked }]];
    }),
  );
}
