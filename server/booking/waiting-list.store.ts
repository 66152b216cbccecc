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
  /** Undefined until the person has confirmed it: nothing is offered before. */
  confirmedAt: Date | undefined;
  offeredAt: Date | undefined;
  /** The site from which the person joined. */
  network: string | undefined;
}

interface WaitingRow extends Omit<Waiting, 'person' | 'network' | 'confirmedAt' | 'offeredAt'> {
  person: Buffer;
  confirmedAt: Date | null;
  offeredAt: Date | null;
}

const encryptionContext = (owner: string, row: string) => ({ table: 'waiting_list', column: 'person', owner, row });

export async function insertWaiting(
  tx: OwnerTx,
  entry: Omit<Waiting, 'offeredHours' | 'createdAt' | 'offeredAt'>,
  cipher: FieldCipher,
  at: Date,
): Promise<void> {
  const { id, serviceId, person, network, from, to, times, seenHours, confirmedAt } = entry;
  const encrypted = cipher.encrypt(JSON.stringify({ ...person, network }), encryptionContext(tx.owner, id));
  await tx`
    insert into waiting_list (owner_id, id, service_id, compact_rut, document_type, person, first_day, last_day, times,
                              seen_hours, offered_hours, created_at, confirmed_at, offered_at)
    values (${tx.owner}, ${id}, ${serviceId}, ${compactRut(person.rut)}, ${person.documentType}, ${encrypted}, ${from},
            ${to}, ${times}, ${seenHours}::text[], '{}', ${at}, ${confirmedAt ?? null}, null)`;
}

/** A row and the person in it. Undefined when they cannot be decrypted. */
function toWaiting(
  owner: string,
  { person, confirmedAt, offeredAt, ...row }: WaitingRow,
  cipher: FieldCipher,
): Waiting | undefined {
  const text = cipher.tryDecrypt(person, encryptionContext(owner, row.id));
  if (text === undefined) return undefined;
  return {
    ...row,
    ...parsePerson(text),
    confirmedAt: confirmedAt ?? undefined,
    offeredAt: offeredAt ?? undefined,
  };
}

/** The network is encrypted with the person. */
function parsePerson(text: string): Pick<Waiting, 'person' | 'network'> {
  const { network, ...person }: BookingPerson & { network?: string } = JSON.parse(text);
  return { person, network };
}

const COLUMNS = fragment`
  id, service_id as "serviceId", person, first_day as "from", last_day as "to", times, seen_hours as "seenHours",
  offered_hours as "offeredHours", created_at as "createdAt", confirmed_at as "confirmedAt",
  offered_at as "offeredAt"`;

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
      person: text === undefined ? undefined : parsePerson(text).person,
    };
  });
}

export async function removeWaiting(tx: OwnerTx, id: string): Promise<boolean> {
  const removed = await tx`delete from waiting_list where owner_id = ${tx.owner} and id = ${id}`;
  return removed.count === 1;
}

export async function storeConfirmation(tx: OwnerTx, id: string, at: Date): Promise<void> {
  await tx`update waiting_list set confirmed_at = ${at} where owner_id = ${tx.owner} and id = ${id}`;
}

/** Returns those that were removed now. */
export async function removeAllWaiting(tx: OwnerTx, ids: readonly string[]): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    delete from waiting_list where owner_id = ${tx.owner} and id = any (${ids}::uuid[]) returning id`;
  return rows.map(({ id }) => id);
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
