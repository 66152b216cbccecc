import type { BookingPerson } from '#contract/booking';
import { toClock, toMinutes } from '#contract/days';
import type { MailStatus } from '#contract/mail';
import { compactRut } from '#contract/rut';
import type { Modality } from '#contract/services';
import { UNDECRYPTABLE_TEXT } from '#contract/undecryptable';
import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';

/** 'unplaced' was paid when its hour was gone: the person chooses another hour, or the money is returned. */
export type BookingStatus =
  | 'unpaid'
  | 'unverified'
  | 'requested'
  | 'offered'
  | 'unplaced'
  | 'accepted'
  | 'rejected'
  | 'withdrawn'
  | 'ended';

/** What somebody booked. Until it is decided, an hour with the same id is held. */
export interface Booking {
  id: string;
  status: BookingStatus;
  serviceId: string;
  serviceName: string;
  /** The present modality of the service. A deleted service counts as it was when the hour was held. */
  modality: Modality;
  date: string;
  time: string;
  duration: number;
  person: BookingPerson;
  /** The site from which it was made, or its person joined the waiting list. */
  network: string | undefined;
  /** False for a request that was taken without an hour, and for an unplaced booking. */
  holdsHour: boolean;
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
  extends Omit<
    Booking,
    'time' | 'person' | 'network' | 'undecryptable' | 'patientId' | 'waitingId' | 'mailStatus' | 'expiresAt'
  > {
  startMinute: number;
  person: Buffer;
  patientId: string | null;
  waitingId: string | null;
  mailStatus: MailStatus | null;
  expiresAt: Date | null;
}

const columns = (owner: string) => fragment`
  id, status, service_id as "serviceId", service_name as "serviceName",
  coalesce((select s.modality from services s where s.owner_id = ${owner} and s.id = service_id),
           (select a.modality from appointments a where a.owner_id = ${owner} and a.id = bookings.id), 'in-person')
    as modality, date, start_minute as "startMinute", duration,
  person, compact_rut as "compactRut", document_type as "documentType", patient_id as "patientId", waiting_id as "waitingId", reminders, resends, mail_status as "mailStatus",
  created_at as "createdAt", expires_at as "expiresAt",
  exists (select from appointments a
           where a.owner_id = ${owner} and a.id = bookings.id and a.held_until is not null) as "holdsHour"`;

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

/** The network is encrypted with the person. */
const encryptPerson = (
  cipher: FieldCipher,
  owner: string,
  { id, person, network }: Pick<Booking, 'id' | 'person' | 'network'>,
): Buffer => cipher.encrypt(JSON.stringify({ ...person, network }), encryptionContext(owner, id));

function parsePerson(text: string): Pick<Booking, 'person' | 'network'> {
  const { network, ...person }: BookingPerson & { network?: string } = JSON.parse(text);
  return { person, network };
}

function toBooking(owner: string, row: BookingRow, cipher: FieldCipher): Booking {
  const { startMinute, person, patientId, waitingId, mailStatus, expiresAt, ...booking } = row;
  const text = cipher.tryDecrypt(person, encryptionContext(owner, row.id));
  return {
    ...booking,
    time: toClock(startMinute),
    ...(text === undefined ? { person: unknownPerson(row), network: undefined } : parsePerson(text)),
    undecryptable: text === undefined,
    patientId: patientId ?? undefined,
    waitingId: waitingId ?? undefined,
    mailStatus: mailStatus ?? undefined,
    expiresAt: expiresAt ?? undefined,
  };
}

type BookedHour = Pick<Booking, 'serviceId' | 'serviceName' | 'date' | 'time' | 'duration'>;

export type NewBookingRow = BookedHour &
  Pick<Booking, 'id' | 'status' | 'person' | 'network' | 'waitingId'> & { expiresAt: Date; keptUntil: Date };

export async function insertBooking(tx: OwnerTx, booking: NewBookingRow, cipher: FieldCipher, at: Date): Promise<void> {
  const { id, status, serviceId, serviceName, date, time, duration, person, waitingId, expiresAt, keptUntil } = booking;
  const encrypted = encryptPerson(cipher, tx.owner, booking);
  await tx`
    insert into bookings (owner_id, id, status, service_id, service_name, date, start_minute, duration, compact_rut,
                          document_type, person, patient_id, waiting_id, resends, created_at, expires_at, kept_until)
    values (${tx.owner}, ${id}, ${status}, ${serviceId}, ${serviceName}, ${date}, ${toMinutes(time)}, ${duration},
            ${compactRut(person.rut)}, ${person.documentType}, ${encrypted}, null, ${waitingId ?? null}, 0, ${at},
            ${expiresAt}, ${keptUntil})`;
}

export async function findBooking(db: OwnerSql, id: string, cipher: FieldCipher): Promise<Booking | undefined> {
  const [row] = await db<[BookingRow?]>`
    select ${columns(db.owner)} from bookings where owner_id = ${db.owner} and id = ${id}`;
  return row && toBooking(db.owner, row, cipher);
}

export async function lockBooking(tx: OwnerTx, id: string, cipher: FieldCipher): Promise<Booking | undefined> {
  const [row] = await tx<[BookingRow?]>`
    select ${columns(tx.owner)} from bookings where owner_id = ${tx.owner} and id = ${id} for update of bookings`;
  return row && toBooking(tx.owner, row, cipher);
}

/** The bookings that hold their hours, and the unplaced ones, by date. */
export async function liveBookings(db: OwnerSql, now: Date, cipher: FieldCipher): Promise<Booking[]> {
  const rows = await db<BookingRow[]>`
    select ${columns(db.owner)} from bookings
     where owner_id = ${db.owner} and expires_at > ${now}
     order by date, start_minute, id`;
  return rows.map((row) => toBooking(db.owner, row, cipher));
}

/** Those that count against the limit of a network: live ones, and those accepted that were made since an instant. */
export async function bookingsSince(
  db: OwnerSql,
  { since, now }: { since: Date; now: Date },
  cipher: FieldCipher,
): Promise<Booking[]> {
  const rows = await db<BookingRow[]>`
    select ${columns(db.owner)} from bookings
     where owner_id = ${db.owner} and (expires_at > ${now} or status = 'accepted' and created_at > ${since})`;
  return rows.map((row) => toBooking(db.owner, row, cipher));
}

/** A page of all bookings that are kept, in the order in which they were made. */
export async function bookingsAfter(
  db: OwnerSql,
  { after, limit }: { after: string | undefined; limit: number },
  cipher: FieldCipher,
): Promise<Booking[]> {
  const isLater = after ? fragment`and id > ${after}` : fragment``;
  const rows = await db<BookingRow[]>`
    select ${columns(db.owner)} from bookings where owner_id = ${db.owner} ${isLater} order by id limit ${limit}`;
  return rows.map((row) => toBooking(db.owner, row, cipher));
}

/** Those that count against the limit of a person: undecided ones, and accepted ones from a day on. */
export async function openBookingsFrom(
  db: OwnerSql,
  { today, now }: { today: string; now: Date },
  cipher: FieldCipher,
): Promise<Booking[]> {
  const rows = await db<BookingRow[]>`
    select ${columns(db.owner)} from bookings
     where owner_id = ${db.owner}
       and (expires_at > ${now} or status = 'accepted' and exists (
             select from appointments a
              where a.owner_id = ${db.owner} and a.id = bookings.id and a.date >= ${today} and a.status <> 'cancelled'))`;
  return rows.map((row) => toBooking(db.owner, row, cipher));
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

/** The hour that the person chose because the first one was gone. */
export async function storeHour(
  tx: OwnerTx,
  id: string,
  { date, time }: Pick<Booking, 'date' | 'time'>,
): Promise<void> {
  await tx`
    update bookings set date = ${date}, start_minute = ${toMinutes(time)}
     where owner_id = ${tx.owner} and id = ${id}`;
}

/** The mail is sent again, perhaps to another address. */
export async function storeResend(
  tx: OwnerTx,
  booking: Pick<Booking, 'id' | 'person' | 'network'>,
  { expiresAt, keptUntil }: { expiresAt: Date; keptUntil: Date },
  cipher: FieldCipher,
): Promise<void> {
  const encrypted = encryptPerson(cipher, tx.owner, booking);
  await tx`
    update bookings
       set person = ${encrypted}, resends = resends + 1, expires_at = ${expiresAt}, kept_until = ${keptUntil}
     where owner_id = ${tx.owner} and id = ${booking.id}`;
}
