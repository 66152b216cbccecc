import { randomBytes } from 'node:crypto';
import { AccessDetail } from '#contract/access-log';
import type { Act } from '#contract/audit-acts';
import { storedAddress } from '#server/platform/address';
import { sha256 } from '#server/platform/crypto/canonical';
import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import type {
  AuditTx,
  BillingTx,
  CatalogueTx,
  CustodyTx,
  IdentityTx,
  KeysTx,
  OwnerSql,
  OwnerTx,
  PurgeTx,
} from '#server/platform/database/database';
import { uuidv7 } from '#server/platform/uuid';

/** The actor of commands on the server. It is not an account and owns no data. */
export const OPERATOR = '00000000-0000-0000-0000-000000000000';

/** The actor when a report of the payment provider changes a payment. */
export const PAYMENT_PROVIDER = '00000000-0000-0000-0000-000000000001';

/** The actor of a failed login: whoever it was did not prove to be the owner. */
export const UNKNOWN_PERSON = '00000000-0000-0000-0000-000000000002';

/** The actor of a read of an agenda by its secret address: a program that somebody gave it to. */
export const CALENDAR_PROGRAM = '00000000-0000-0000-0000-000000000003';

/** The actor of what is done with a link that a patient received: whoever has it acts as the patient. */
export const PATIENT_BY_LINK = '00000000-0000-0000-0000-000000000004';

/** The actor of a booking before it is an appointment. Nobody knows who it is. */
export const BOOKING_PERSON = '00000000-0000-0000-0000-000000000005';

/** The actor of a request about rights. Nobody knows who it is. */
export const REQUESTING_PERSON = '00000000-0000-0000-0000-000000000007';

export interface Entry {
  act: Act;
  at: Date;
  actorId: string;
  /** The owner of the affected data. Defaults to the actor. */
  ownerId?: string | undefined;
  subjectId?: string | undefined;
  /** The patient whose data it is about. */
  patientId?: string | undefined;
  /** The client's address. Undefined when the server acts by itself: nobody leaves it out by mistake. */
  address: string | undefined;
}

/** Who acts on the data of a professional, and from where. */
export interface Actor {
  /** The owner of the data. */
  id: string;
  /** Who acts. Defaults to the owner. */
  actorId?: string;
  /** Undefined when the server acts by itself. */
  address: string | undefined;
}

/** The part of an entry that says who acted, from where, on whose data and on what. */
export const actBy = ({ id, actorId = id, address }: Actor, subjectId?: string, patientId?: string) => ({
  actorId,
  ownerId: id,
  address,
  subjectId,
  patientId,
});

/** What an entry says beyond ids. It is stored encrypted, apart from the entry, which has its hash. */
interface Detail {
  content: AccessDetail;
  cipher: FieldCipher;
}

type Transaction = OwnerTx | IdentityTx | CatalogueTx | BillingTx | PurgeTx | KeysTx | CustodyTx | AuditTx;
type DetailTransaction = OwnerTx | IdentityTx;

/**
 * Adds an entry in the transaction of the act: both are committed, or neither. A trigger adds it to the chain of its
 * owner, which stays locked until the end. So it comes after the other locks of a transaction: the opposite order would
 * deadlock. Returns the id of the entry.
 */
export async function record(tx: Transaction, entry: Entry): Promise<string> {
  const id = uuidv7(entry.at);
  await insertEntries(tx, [{ ...entry, id, detailHash: undefined }]);
  return id;
}

/** The same with a detail. Returns the id of the entry. */
export async function recordWithDetail(tx: DetailTransaction, entry: Entry, detail: Detail): Promise<string> {
  const [id = ''] = await recordAll(tx, [{ ...entry, detail: detail.content }], detail.cipher);
  return id;
}

/** Adds one entry for each subject, in one statement. */
export async function recordEach(
  tx: Transaction,
  entry: Omit<Entry, 'subjectId'>,
  subjectIds: readonly string[],
): Promise<void> {
  const entries = subjectIds.map((subjectId) => ({ ...entry, subjectId, id: uuidv7(entry.at), detailHash: undefined }));
  if (entries.length > 0) await insertEntries(tx, entries);
}

/** Adds entries of one owner. A chain grows by one row at a time, so they should be at most some thousands. */
export async function recordMany(tx: OwnerTx, entries: readonly Entry[]): Promise<void> {
  const rows = entries.map((entry) => ({ ...entry, id: uuidv7(entry.at), detailHash: undefined }));
  if (rows.length > 0) await insertEntries(tx, rows);
}

export type DetailedEntry = Entry & { detail: AccessDetail | undefined };

/** Adds entries of one owner, some of them with a detail. Returns their ids. */
export async function recordAll(
  tx: DetailTransaction,
  entries: readonly DetailedEntry[],
  cipher: FieldCipher,
): Promise<string[]> {
  const { rows, detailedIds, details } = toRows(entries, cipher);
  await Promise.all([
    insertEntries(tx, rows),
    details.length > 0 &&
      tx`insert into audit_details (owner_id, entry_id, detail)
         values (${ownerOf(rows)}, unnest(${detailedIds}::uuid[]), unnest(${details}::encrypted[]))`,
  ]);
  return rows.map(({ id }) => id);
}

function toRows(entries: readonly DetailedEntry[], cipher: FieldCipher) {
  const owner = ownerOf(entries);
  const rows = entries.map(({ detail, ...entry }) => {
    const text = detail ? detailText(detail) : undefined;
    return { ...entry, id: uuidv7(entry.at), text, detailHash: text === undefined ? undefined : sha256(text) };
  });
  const detailed = rows.flatMap(({ id, text }) => (text === undefined ? [] : [{ id, text }]));
  return {
    rows,
    detailedIds: detailed.map(({ id }) => id),
    details: detailed.map(({ id, text }) => cipher.encrypt(text, detailContext(owner, id))),
  };
}

/**
 * Adds entries of several owners: one statement each, because Citus sends each to the worker of its owner. They are
 * sorted, so that two such transactions take the ends of the chains in the same order and cannot deadlock.
 */
export async function recordForOwners(
  tx: AuditTx,
  entries: readonly (DetailedEntry & { ownerId: string })[],
  cipher: FieldCipher,
): Promise<void> {
  const byOwner = Map.groupBy(entries, ({ ownerId }) => ownerId);
  const owners = [...byOwner.keys()].sort();
  await Promise.all(owners.map((owner) => appendEntries(tx, byOwner.get(owner) ?? [], cipher)));
}

/** More than any real note has. */
const MAX_DETAILS = 1000;

/** What the newest entries say of that act on the subject. Details that do not decrypt are left out. */
export async function detailsOf(
  db: OwnerSql,
  { act, subjectId, patientId }: Required<Pick<Entry, 'act' | 'subjectId'>> & { patientId: string },
  cipher: FieldCipher,
): Promise<AccessDetail[]> {
  const rows = await db<{ id: string; detail: Buffer }[]>`
    select e.id, d.detail
      from audit_entries e
      join audit_details d on d.owner_id = e.owner_id and d.entry_id = e.id
     where e.owner_id = ${db.owner} and e.patient_id = ${patientId} and e.subject_id = ${subjectId} and e.act = ${act}
     order by e.number desc limit ${MAX_DETAILS}`;
  return rows.flatMap(({ id, detail }) => readDetail(detail, db.owner, id, cipher) ?? []);
}

/** The detail without the fields that this release does not know. Null when it cannot be decrypted. */
export function readDetail(detail: Buffer, owner: string, id: string, cipher: FieldCipher): AccessDetail | null {
  const text = cipher.tryDecrypt(detail, detailContext(owner, id));
  return text === undefined ? null : (AccessDetail.safeParse(JSON.parse(text)).data ?? null);
}

/** The random part keeps the hash from telling whether a guessed text is right. */
const detailText = (detail: AccessDetail): string =>
  JSON.stringify({ ...detail, salt: randomBytes(16).toString('base64url') });

type EntryRow = Entry & { id: string; detailHash: Buffer | undefined };

/** All rows are of one owner. */
async function insertEntries(tx: Transaction, rows: readonly EntryRow[]): Promise<void> {
  const [row] = rows;
  if (row && rows.length === 1) return insertEntry(tx, row);
  const column = <T>(read: (row: EntryRow) => T | undefined) => rows.map((one) => read(one) ?? null);
  await tx`
    insert into audit_entries (owner_id, id, at, actor_id, act, subject_id, patient_id, address, detail_hash)
    values (${ownerOf(rows)}, unnest(${column(({ id }) => id)}::uuid[]), unnest(${column(({ at }) => at)}::timestamptz[]),
            unnest(${column(({ actorId }) => actorId)}::uuid[]), unnest(${column(({ act }) => act)}::text[]),
            unnest(${column(({ subjectId }) => subjectId)}::uuid[]),
            unnest(${column(({ patientId }) => patientId)}::uuid[]),
            unnest(${column(({ address }) => address && storedAddress(address))}::inet[]),
            unnest(${column(({ detailHash }) => detailHash)}::bytea[]))`;
}

/** Adds entries of one owner. The chain is locked and written once. */
async function appendEntries(tx: AuditTx, entries: readonly DetailedEntry[], cipher: FieldCipher): Promise<void> {
  const { rows, detailedIds, details } = toRows(entries, cipher);
  const column = <T>(read: (row: EntryRow) => T | undefined) => rows.map((one) => read(one) ?? null);
  await tx`
    select append_audit_entries(
      ${ownerOf(rows)}, ${column(({ id }) => id)}::uuid[], ${column(({ at }) => at)}::timestamptz[],
      ${column(({ actorId }) => actorId)}::uuid[], ${column(({ act }) => act)}::text[],
      ${column(({ subjectId }) => subjectId)}::uuid[], ${column(({ patientId }) => patientId)}::uuid[],
      ${column(({ address }) => address && storedAddress(address))}::inet[],
      ${column(({ detailHash }) => detailHash)}::bytea[], ${detailedIds}::uuid[], ${details}::encrypted[])`;
}

async function insertEntry(tx: Transaction, row: EntryRow): Promise<void> {
  const { id, at, actorId, act, subjectId = null, patientId = null, address, detailHash = null } = row;
  await tx`
    insert into audit_entries (owner_id, id, at, actor_id, act, subject_id, patient_id, address, detail_hash)
    values (${ownerOf([row])}, ${id}, ${at}, ${actorId}, ${act}, ${subjectId}, ${patientId},
            ${(address && storedAddress(address)) ?? null}, ${detailHash})`;
}

export const detailContext = (owner: string, row: string) => ({ table: 'audit_details', column: 'detail', owner, row });

const ownerOf = ([first]: readonly Entry[]): string => first?.ownerId ?? first?.actorId ?? '';
