import type { BookingPerson } from '#contract/booking';
import { toClock, toMinutes } from '#contract/days';
import type { MailStatus } from '#contract/mail';
import { compactRut } from '#contract/rut';
import { UNDECRYPTABLE_TEXT } from '#contract/undecryptable';
import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';

export type BookingStatus = 'unverified' | 'requested' | 'offered' | 'accepted' | 'rejected' | 'withdrawn' | 'ended';

/** What somebody booked. Until it is decided, an hour with the same id is held. */
export interface Booking {
  id: string;
  status: BookingStatus;
  serviceId: string;
  serviceName: string;
  date: string;
  time: string;
  duration: number;
  person: BookingPerson;
  /** The document, as patients are found by it. */
  compactRut: string;
  documentType: BookingPerson['documentType'];
  /** Whether the person could not be decrypted. */
  undecryptable: boolean;
  patientId: string | undefined;
  waitingId: string | undefined;
  /** Whether the person who booked is reminded of the visit. */
  reminders: boolean;
  resends: number;
  /** What became of the last mail to the person. */
  mailStatus: MailStatus | undefined;
  createdAt: Date;
  /** Undefined once it is decided. */
  expiresAt: Date | undefined;
}

interface BookingRow
  extends Omit<Booking, 'time' | 'person' | 'undecryptable' | 'patientId' | 'waitingId' | 'mailStatus' | 'expiresAt'> {
  startMinute: number;
  person: Buffer;
  patientId: string | null;
  waitingId: string | null;
  mailStatus: MailStatus | null;
  expiresAt: Date | null;
}

const COLUMNS = fragment`
  id, status, service_id as "serviceId", service_name as "serviceName", date, start_minute as "startMinute", duration,
  person, compact_rut as "compactRut", document_type as "documentType", patient_id as "patientId", waiting_id as "waitingId", reminders, resends, mail_status as "mailStatus",
  created_at as "createdAt", expires_at as "expiresAt"`;

const encryptionContext = (owner: string, row: string) => ({ table: 'bookings', column: 'person', owner, row });

/** A damaged row does not keep the others from being read. */
const unknownPerson = ({
  compactRut: rut,
  documentType,
}: Pick<Booking, 'compactRut' | 'documentType'>): BookingPerson => ({
  name: UNDECRYPTABLE_TEXT,
  rut,
  documentType,
  birthDate: '1900-01-01',
  phone: '',
  email: '',
});

function toBooking(owner: string, row: BookingRow, cipher: FieldCipher): Booking {
  const { startMinute, person, patientId, waitingId, mailStatus, expiresAt, ...booking } = row;
  const text = cipher.tryDecrypt(person, encryptionContext(owner, row.id));
  return {
    ...booking,
    time: toClock(startMinute),
    person: text === undefined ? unknownPerson(row) : (JSON.parse(text) as BookingPerson),
    undecryptable: text === undefined,
    patientId: patientId ?? undefined,
    waitingId: waitingId ?? undefined,
    mailStatus: mailStatus ?? undefined,
    expiresAt: expiresAt ?? undefined,
  };
}

export type NewBookingRow = Omit<
  Booking,
  | 'compactRut'
  | 'documentType'
  | 'undecryptable'
  | 'reminders'
  | 'patientId'
  | 'resends'
  | 'mailStatus'
  | 'createdAt'
  | 'expiresAt'
> & {
  expiresAt: Date;
  keptUntil: Date;
};

export async function insertBooking(tx: OwnerTx, booking: NewBookingRow, cipher: FieldCipher, at: Date): Promise<void> {
  const { id, status, serviceId, serviceName, date, time, duration, person, waitingId, expiresAt, keptUntil } = booking;
  const encrypted = cipher.encrypt(JSON.stringify(person), encryptionContext(tx.owner, id));
  await tx`
    insert into bookings (owner_id, id, status, service_id, service_name, date, start_minute, duration, compact_rut,
                          document_type, person, patient_id, waiting_id, resends, created_at, expires_at, kept_until)
    values (${tx.owner}, ${id}, ${status}, ${serviceId}, ${serviceName}, ${date}, ${toMinutes(time)}, ${duration},
            ${compactRut(person.rut)}, ${person.documentType}, ${encrypted}, null, ${waitingId ?? null}, 0, ${at},
            ${expiresAt}, ${keptUntil})`;
}

export async function findBooking(db: OwnerSql, id: string, cipher: FieldCipher): Promise<Booking | undefined> {
  const [row] = await db<[BookingRow?]>`
    select ${COLUMNS} from bookings where owner_id = ${db.owner} and id = ${id}`;
  return row && toBooking(db.owner, row, cipher);
}

export async function lockBooking(tx: OwnerTx, id: string, cipher: FieldCipher): Promise<Booking | undefined> {
  const [row] = await tx<[BookingRow?]>`
    select ${COLUMNS} from bookings where owner_id = ${tx.owner} and id = ${id} for update`;
  return row && toBooking(tx.owner, row, cipher);
}

/** The bookings that hold their hours, by date. */
export async function liveBookings(db: OwnerSql, now: Date, cipher: FieldCipher): Promise<Booking[]> {
  const rows = await db<BookingRow[]>`
    select ${COLUMNS} from bookings
     where owner_id = ${db.owner} and expires_at > ${now}
     order by date, start_minute, id`;
  return rows.map((row) => toBooking(db.owner, row, cipher));
}

/** A booking in an export. The person is undefined when they cannot be decrypted. */
export interface BookingRecord
  extends Pick<Booking, 'id' | 'status' | 'serviceName' | 'date' | 'time' | 'duration' | 'createdAt' | 'expiresAt'> {
  person: BookingPerson | undefined;
}

/** A page of all bookings that are kept, in the order in which they were made. */
export async function bookingsAfter(
  db: OwnerSql,
  { after, limit }: { after: string | undefined; limit: number },
  cipher: FieldCipher,
): Promise<BookingRecord[]> {
  const isLater = after ? fragment`and id > ${after}` : fragment``;
  const rows = await db<BookingRow[]>`
    select ${COLUMNS} from bookings where owner_id = ${db.owner} ${isLater} order by id limit ${limit}`;
  return rows.map(({ id, status, serviceName, date, startMinute, duration, person, ...row }) => {
    const text = cipher.tryDecrypt(person, encryptionContext(db.owner, id));
    return {
      id,
      status,
      serviceName,
      date,
      time: toClock(startMinute),
      duration,
      createdAt: row.createdAt,
      expiresAt: row.expiresAt ?? undefined,
      person: text === undefined ? undefined : (JSON.parse(text) as BookingPerson),
    };
  });
}

/** Those that count against the limit of a person: undecided ones, and accepted ones from a day on. */
export async function openBookingsFrom(
  db: OwnerSql,
  { today, now }: { today: string; now: Date },
  cipher: FieldCipher,
): Promise<Booking[]> {
  const rows = await db<BookingRow[]>`
    select ${COLUMNS} from bookings b
     where b.owner_id = ${db.owner}
       and (b.expires_at > ${now} or b.status = 'accepted' and exists (
             select from appointments a
              where a.owner_id = ${db.owner} and a.id = b.id and a.date >= ${today} and a.status <> 'cancelled'))`;
  return rows.map((row) => toBooking(db.owner, row, cipher));
}

/** How many wait for the professional, and when the last one came. */
export async function countRequested(db: OwnerSql, now: Date): Promise<{ total: number; latest: Date | null }> {
  const [row] = await db<[{ total: number; latest: Date | null }]>`
    select count(*) filter (where status = 'requested')::int as total, max(created_at) as latest from bookings
     where owner_id = ${db.owner} and expires_at > ${now} and status in ('unverified', 'requested')`;
  return row;
}

interface NewState {
  status: BookingStatus;
  expiresAt?: Date;
  keptUntil: Date;
  patientId?: string;
}

export async function storeState(
  tx: OwnerTx,
  id: string,
  { status, expiresAt, keptUntil, patientId }: NewState,
): Promise<void> {
  await tx`
    update bookings
       set status = ${status}, expires_at = ${expiresAt ?? null}, kept_until = ${keptUntil},
           patient_id = ${patientId ?? null}
     where owner_id = ${tx.owner} and id = ${id}`;
}

/** The mail is sent again, perhaps to another address. */
export async function storeResend(
  tx: OwnerTx,
  { id, person }: Pick<Booking, 'id' | 'person'>,
  { expiresAt, keptUntil }: { expiresAt: Date; keptUntil: Date },
  cipher: FieldCipher,
): Promise<void> {
  const encrypted = cipher.encrypt(JSON.stringify(person), encryptionContext(tx.owner, id));
  await tx`
    update bookings
       set person = ${encrypted}, resends = resends + 1, expires_at = ${expiresAt}, kept_until = ${keptUntil}
     where owner_id = ${tx.owner} and id = ${id}`;
}

/** What became of the mail about a state, unless the booking has another state since. */
export async function finishMail(
  tx: OwnerTx,
  id: string,
  outcome: { in: BookingStatus; as: MailStatus },
): Promise<void> {
  await tx`
    update bookings set mail_status = ${outcome.as}
     where owner_id = ${tx.owner} and id = ${id} and status = ${outcome.in}`;
}

export async function storeMailStatus(tx: OwnerTx, id: string, status: MailStatus): Promise<void> {
  await tx`update bookings set mail_status = ${status} where owner_id = ${tx.owner} and id = ${id}`;
}

/** The hours of which so many offers to the waiting list led to nothing: '2026-11-18 09:30'. */
export async function hoursOfferedOften(db: OwnerSql, count: number): Promise<string[]> {
  const rows = await db<{ date: string; startMinute: number }[]>`
    select date, start_minute as "startMinute" from bookings
     where owner_id = ${db.owner} and waiting_id is not null and status in ('ended', 'withdrawn', 'rejected')
     group by date, start_minute having count(*) >= ${count}`;
  return rows.map(({ date, startMinute }) => `${date} ${toClock(startMinute)}`);
}

/** False when there are none already. */
export async function stopBookingReminders(tx: OwnerTx, id: string): Promise<boolean> {
  const stopped = await tx`
    update bookings set reminders = false where owner_id = ${tx.owner} and id = ${id} and reminders`;
  return stopped.count === 1;
}
