import type { MailStatus } from '#contract/mail';
import type { DocumentType } from '#contract/patient-identity';
import type { RightsKind } from '#contract/rights-kinds';
import type { RightsState, RightsStatus } from '#contract/rights-requests';
import { UNDECRYPTABLE_TEXT } from '#contract/undecryptable';
import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import type { MailSql, OwnerSql, OwnerTx } from '#server/platform/database/database';
import { type Fragment, fragment } from '#server/platform/database/sql';

/** Who made a request, as they wrote it. */
export interface RequestingPerson {
  name: string;
  rut: string;
  documentType: DocumentType;
  email: string;
}

export interface StoredRequest {
  id: string;
  year: number;
  sequence: number;
  kind: RightsKind;
  status: RightsStatus;
  person: RequestingPerson;
  /** Whether the person could not be decrypted. */
  undecryptable: boolean;
  text: string;
  /** The patient with that document when the request was received or answered. The patient may have been deleted since. */
  patientId: string | undefined;
  receivedAt: Date;
  dueOn: string;
  extensionReason: string | undefined;
  extendedAt: Date | undefined;
  answer: string | undefined;
  answeredAt: Date | undefined;
  mailStatus: MailStatus | undefined;
}

interface RequestRow {
  id: string;
  year: number;
  sequence: number;
  kind: RightsKind;
  status: RightsStatus;
  person: Buffer;
  text: Buffer | null;
  patientId: string | null;
  receivedAt: Date;
  dueOn: string;
  extensionReason: Buffer | null;
  extendedAt: Date | null;
  answer: Buffer | null;
  answeredAt: Date | null;
  mailStatus: MailStatus | null;
}

const COLUMNS = fragment`
  id, year, sequence, kind, status, person, text, patient_id as "patientId", received_at as "receivedAt",
  due_on as "dueOn", extension_reason as "extensionReason", extended_at as "extendedAt", answer,
  answered_at as "answeredAt", mail_status as "mailStatus"`;

type EncryptedColumn = 'person' | 'text' | 'extension_reason' | 'answer';

const contextOf = (owner: string, row: string, column: EncryptedColumn) => ({
  table: 'rights_requests',
  column,
  owner,
  row,
});

/** A damaged row does not keep the others from being read. */
const UNDECRYPTABLE_PERSON: RequestingPerson = { name: UNDECRYPTABLE_TEXT, rut: '', documentType: 'rut', email: '' };

function toRequest(owner: string, row: RequestRow, cipher: FieldCipher): StoredRequest {
  const { person, text, patientId, extensionReason, extendedAt, answer, answeredAt, mailStatus, ...request } = row;
  const read = (column: EncryptedColumn, value: Buffer | null): string | undefined =>
    value ? (cipher.tryDecrypt(value, contextOf(owner, row.id, column)) ?? UNDECRYPTABLE_TEXT) : undefined;
  const decrypted = cipher.tryDecrypt(person, contextOf(owner, row.id, 'person'));
  return {
    ...request,
    person: decrypted === undefined ? UNDECRYPTABLE_PERSON : (JSON.parse(decrypted) as RequestingPerson),
    undecryptable: decrypted === undefined,
    text: read('text', text) ?? '',
    patientId: patientId ?? undefined,
    extensionReason: read('extension_reason', extensionReason),
    extendedAt: extendedAt ?? undefined,
    answer: read('answer', answer),
    answeredAt: answeredAt ?? undefined,
    mailStatus: mailStatus ?? undefined,
  };
}

export interface NewRequest {
  id: string;
  kind: RightsKind;
  person: RequestingPerson;
  text: string;
  patientId: string | undefined;
  year: number;
  dueOn: string;
  remindAt: Date;
  mailStatus: MailStatus | undefined;
}

/** Numbers the request within its year, and returns that number. The owner is locked. */
export async function insertRequest(
  tx: OwnerTx,
  { id, kind, person, text, patientId, year, dueOn, remindAt, mailStatus }: NewRequest,
  cipher: FieldCipher,
  at: Date,
): Promise<number> {
  const encrypt = (column: EncryptedColumn, value: string) => cipher.encrypt(value, contextOf(tx.owner, id, column));
  const [last] = await tx<[{ sequence: number }]>`
    select coalesce(max(sequence), 0) as sequence from rights_requests where owner_id = ${tx.owner} and year = ${year}`;
  const sequence = last.sequence + 1;
  await tx`
    insert into rights_requests (owner_id, id, year, sequence, kind, status, person, text, patient_id, received_at,
                                 due_on, remind_at, mail_status)
    values (${tx.owner}, ${id}, ${year}, ${sequence}, ${kind}, 'open', ${encrypt('person', JSON.stringify(person))},
            ${text === '' ? null : encrypt('text', text)}, ${patientId ?? null}, ${at}, ${dueOn}, ${remindAt},
            ${mailStatus ?? null})`;
  return sequence;
}

const IN_STATE: Record<RightsState, Fragment> = {
  waiting: fragment`and answered_at is null`,
  ended: fragment`and answered_at is not null`,
};

/** The requests that wait for an answer, by their last day, and then the ended ones, the newest first. Ties go by number. */
export async function requestsInOrder(
  db: OwnerSql,
  { state, limit, offset }: { state: RightsState | undefined; limit: number; offset: number },
  cipher: FieldCipher,
): Promise<StoredRequest[]> {
  const rows = await db<RequestRow[]>`
    select ${COLUMNS} from rights_requests where owner_id = ${db.owner} ${state ? IN_STATE[state] : fragment``}
     order by answered_at is not null, case when answered_at is null then due_on end,
              case when answered_at is not null then received_at end desc, year, sequence
     limit ${limit} offset ${offset}`;
  return rows.map((row) => toRequest(db.owner, row, cipher));
}

/** A page of the requests in the order of their numbers. */
export async function requestsAfter(
  db: OwnerSql,
  { after, limit }: { after: Pick<StoredRequest, 'year' | 'sequence'> | undefined; limit: number },
  cipher: FieldCipher,
): Promise<StoredRequest[]> {
  const rows = await db<RequestRow[]>`
    select ${COLUMNS} from rights_requests
     where owner_id = ${db.owner}
       ${after ? fragment`and (year, sequence) > (${after.year}, ${after.sequence})` : fragment``}
     order by year, sequence limit ${limit}`;
  return rows.map((row) => toRequest(db.owner, row, cipher));
}

export async function findRequest(db: OwnerSql, id: string, cipher: FieldCipher): Promise<StoredRequest | undefined> {
  const [row] = await db<[RequestRow?]>`
    select ${COLUMNS} from rights_requests where owner_id = ${db.owner} and id = ${id}`;
  return row && toRequest(db.owner, row, cipher);
}

export async function countRequests(db: OwnerSql, state: RightsState): Promise<number> {
  const [counted] = await db<[{ total: number }]>`
    select count(*)::int as total from rights_requests where owner_id = ${db.owner} ${IN_STATE[state]}`;
  return counted.total;
}

/** Decrypts nothing. */
export async function mostUrgentRequest(db: OwnerSql): Promise<{ kind: RightsKind; dueOn: string } | undefined> {
  const [first] = await db<[{ kind: RightsKind; dueOn: string }?]>`
    select kind, due_on as "dueOn" from rights_requests
     where owner_id = ${db.owner} and answered_at is null order by due_on, id limit 1`;
  return first;
}

export async function storeExtension(
  tx: OwnerTx,
  id: string,
  { reason, dueOn, remindAt }: { reason: string; dueOn: string; remindAt: Date },
  cipher: FieldCipher,
  at: Date,
): Promise<void> {
  await tx`
    update rights_requests
       set status = 'extended', extension_reason = ${cipher.encrypt(reason, contextOf(tx.owner, id, 'extension_reason'))},
           extended_at = ${at}, due_on = ${dueOn}, remind_at = ${remindAt}
     where owner_id = ${tx.owner} and id = ${id}`;
}

export async function storeAnswer(
  tx: OwnerTx,
  id: string,
  { status, answer, patientId }: { status: 'answered' | 'refused'; answer: string; patientId: string | undefined },
  cipher: FieldCipher,
  at: Date,
): Promise<void> {
  await tx`
    update rights_requests
       set status = ${status}, answer = ${cipher.encrypt(answer, contextOf(tx.owner, id, 'answer'))},
           answered_at = ${at}, patient_id = ${patientId ?? null}, remind_at = null
     where owner_id = ${tx.owner} and id = ${id}`;
}

/** Stores what became of a mail, unless the request has left the state that the mail tells about. */
export async function storeMailStatus(
  tx: OwnerTx,
  id: string,
  { status, during }: { status: MailStatus; during: RightsStatus },
): Promise<void> {
  await tx`
    update rights_requests set mail_status = ${status}
     where owner_id = ${tx.owner} and id = ${id} and status = ${during}`;
}

/** False when the professional was reminded already, or has answered. */
export async function takeReminder(tx: OwnerTx, id: string, now: Date): Promise<boolean> {
  const taken = await tx`
    update rights_requests set remind_at = null
     where owner_id = ${tx.owner} and id = ${id} and remind_at <= ${now}`;
  return taken.count === 1;
}

/** A round sends no more reminders. */
const MAX_REMINDED = 1000;

/** The requests that are about to run out, of all professionals with an open account. */
export function dueReminders(db: MailSql, now: Date): Promise<{ ownerId: string; id: string }[]> {
  return db<{ ownerId: string; id: string }[]>`
    select r.owner_id as "ownerId", r.id from rights_requests r join users u on u.id = r.owner_id
     where r.remind_at <= ${now}
     order by r.remind_at limit ${MAX_REMINDED}`;
}
