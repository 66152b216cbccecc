import type { BookingPerson } from '#contract/booking';
import { compactRut } from '#contract/rut';
import type { NewWaitingEntry } from '#contract/waiting-list';
import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';

/** Somebody who waits for an hour to become free. */
export interface Waiting {
  id: string;
  serviceId: string;
  person: BookingPerson;
  from: string;
  to: string;
  times: NewWaitingEntry['times'];
  /** '2026-11-18 09:30': free since the person joined. */
  seenHours: string[];
  /** None of them is offered again. */
  offeredHours: string[];
  createdAt: Date;
  offeredAt: Date | undefined;
}

interface WaitingRow extends Omit<Waiting, 'person' | 'offeredAt'> {
  person: Buffer;
  offeredAt: Date | null;
}

const encryptionContext = (owner: string, row: string) => ({ table: 'waiting_list', column: 'person', owner, row });

export async function insertWaiting(
  tx: OwnerTx,
  { id, serviceId, person, from, to, times, seenHours }: Omit<Waiting, 'offeredHours' | 'createdAt' | 'offeredAt'>,
  cipher: FieldCipher,
  at: Date,
): Promise<void> {
  const encrypted = cipher.encrypt(JSON.stringify(person), encryptionContext(tx.owner, id));
  await tx`
    insert into waiting_list (owner_id, id, service_id, compact_rut, document_type, person, first_day, last_day, times,
                              seen_hours, offered_hours, created_at, offered_at)
    values (${tx.owner}, ${id}, ${serviceId}, ${compactRut(person.rut)}, ${person.documentType}, ${encrypted}, ${from},
            ${to}, ${times}, ${seenHours}::text[], '{}', ${at}, null)`;
}

/** A row and the person in it. Undefined when they cannot be decrypted. */
function toWaiting(owner: string, { person, offeredAt, ...row }: WaitingRow, cipher: FieldCipher): Waiting | undefined {
  const text = cipher.tryDecrypt(person, encryptionContext(owner, row.id));
  if (text === undefined) return undefined;
  return { ...row, person: JSON.parse(text) as BookingPerson, offeredAt: offeredAt ?? undefined };
}

const COLUMNS = fragment`
  id, service_id as "serviceId", person, first_day as "from", last_day as "to", times, seen_hours as "seenHours",
  offered_hours as "offeredHours", created_at as "createdAt", offered_at as "offeredAt"`;

export async function findWaiting(db: OwnerSql, id: string, cipher: FieldCipher): Promise<Waiting | undefined> {
  const [row] = await db<[WaitingRow?]>`
    select ${COLUMNS} from waiting_list where owner_id = ${db.owner} and id = ${id}`;
  return row && toWaiting(db.owner, row, cipher);
}

/** The people who still wait on a day or later, in the order in which they joined or were last offered an hour. */
export async function waitingFrom(db: OwnerSql, day: string, cipher: FieldCipher): Promise<Waiting[]> {
  const rows = await db<WaitingRow[]>`
    select ${COLUMNS} from waiting_list
     where owner_id = ${db.owner} and last_day >= ${day}
     order by coalesce(offered_at, created_at), id`;
  // A damaged row does not keep the others from being read.
  return rows.flatMap((row) => toWaiting(db.owner, row, cipher) ?? []);
}

/** An entry in an export. The person is undefined when they cannot be decrypted. */
export interface WaitingRecord
  extends Pick<Waiting, 'serviceId' | 'from' | 'to' | 'times' | 'createdAt' | 'offeredAt'> {
  person: BookingPerson | undefined;
}

/** All entries that are kept, also those whose days are over. */
export async function keptWaiting(db: OwnerSql, cipher: FieldCipher): Promise<WaitingRecord[]> {
  const rows = await db<WaitingRow[]>`
    select id, service_id as "serviceId", person, first_day as "from", last_day as "to", times,
           created_at as "createdAt", offered_at as "offeredAt"
      from waiting_list where owner_id = ${db.owner} order by id`;
  return rows.map(({ id, person, offeredAt, ...row }) => {
    const text = cipher.tryDecrypt(person, encryptionContext(db.owner, id));
    return {
      ...row,
      offeredAt: offeredAt ?? undefined,
      person: text === undefined ? undefined : (JSON.parse(text) as BookingPerson),
    };
  });
}

export async function removeWaiting(tx: OwnerTx, id: string): Promise<boolean> {
  const removed = await tx`delete from waiting_list where owner_id = ${tx.owner} and id = ${id}`;
  return removed.count === 1;
}

export async function storeSeenHours(tx: OwnerTx, id: string, hours: readonly string[]): Promise<void> {
  await tx`update waiting_list set seen_hours = ${hours}::text[] where owner_id = ${tx.owner} and id = ${id}`;
}

/** Notes an offer. The same hour is not offered to the person again. */
export async function storeOffer(tx: OwnerTx, id: string, hour: string, at: Date): Promise<void> {
  await tx`
    update waiting_list set offered_at = ${at}, offered_hours = array_append(offered_hours, ${hour}::text)
     where owner_id = ${tx.owner} and id = ${id}`;
}
