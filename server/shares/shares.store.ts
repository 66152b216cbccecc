import type { DocumentKind } from '#contract/documents';
import type { MailStatus } from '#contract/mail';
import { type BlockedShare, KEPT_OPENINGS, type Share } from '#contract/shares';
import { UNDECRYPTABLE_TEXT } from '#contract/undecryptable';
import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';

export interface NewShareRow {
  id: string;
  patientId: string;
  createdAt: Date;
  expiresAt: Date;
  /** Undefined when no mail was asked for. */
  mailStatus: MailStatus | undefined;
}

export interface NewSharedDocument {
  documentId: string;
  title: string;
  date: string;
}

const titleContext = (owner: string, shareId: string, documentId: string) => ({
  table: 'shared_documents',
  column: 'title',
  owner,
  row: `${shareId}/${documentId}`,
});

export async function insertShare(
  tx: OwnerTx,
  { id, patientId, createdAt, expiresAt, mailStatus }: NewShareRow,
  documents: readonly NewSharedDocument[],
  cipher: FieldCipher,
): Promise<void> {
  await tx`
    insert into shares (owner_id, id, patient_id, created_at, expires_at, mail_status)
    values (${tx.owner}, ${id}, ${patientId}, ${createdAt}, ${expiresAt}, ${mailStatus ?? null})`;
  const titles = documents.map(({ documentId, title }) =>
    cipher.encrypt(title, titleContext(tx.owner, id, documentId)),
  );
  await tx`
    insert into shared_documents (owner_id, share_id, document_id, position, title, date)
    values (${tx.owner}, ${id}, unnest(${documents.map(({ documentId }) => documentId)}::uuid[]),
            unnest(${documents.map((_, position) => position)}::integer[]), unnest(${titles}::encrypted[]),
            unnest(${documents.map(({ date }) => date)}::date[]))`;
}

/** A document of a link as its pages show it. */
export interface SharedDocumentRow {
  shareId: string;
  documentId: string;
  /** The certificate, the charge of a receipt, the note, or the last addendum of a printed note that has some. */
  sourceId: string;
  kind: DocumentKind;
  folio: string;
  title: string;
  date: string;
}

export async function documentsOfShares(
  db: OwnerSql,
  shareIds: readonly string[],
  cipher: FieldCipher,
): Promise<SharedDocumentRow[]> {
  const rows = await db<(Omit<SharedDocumentRow, 'title'> & { title: Buffer })[]>`
    select s.share_id as "shareId", s.document_id as "documentId", coalesce(r.charge_id, d.source_id) as "sourceId",
           d.kind, d.folio, s.title, s.date
      from shared_documents s
      join documents d on d.owner_id = s.owner_id and d.id = s.document_id
      left join receipts r on r.owner_id = d.owner_id and r.id = d.source_id
     where s.owner_id = ${db.owner} and s.share_id = any (${shareIds}::uuid[])
     order by s.share_id, s.position`;
  return rows.map((row) => ({
    ...row,
    title: cipher.tryDecrypt(row.title, titleContext(db.owner, row.shareId, row.documentId)) ?? UNDECRYPTABLE_TEXT,
  }));
}

interface ShareRow {
  id: string;
  createdAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
  blockedAt: Date | null;
  opens: number;
  mailStatus: MailStatus | null;
}

function statusOf({ revokedAt, blockedAt, expiresAt }: ShareRow, now: Date): Share['status'] {
  if (revokedAt) return 'revoked';
  if (blockedAt) return 'blocked';
  return expiresAt <= now ? 'expired' : 'active';
}

/** More than any patient is sent. */
export const SHARES_AT_ONCE = 500;

/** The newest first, or those before a share of an earlier page. */
export async function sharesOfPatient(
  db: OwnerSql,
  patientId: string,
  { cipher, now, before }: { cipher: FieldCipher; now: Date; before: string | undefined },
): Promise<Share[]> {
  const isEarlier = before ? fragment`and id < ${before}` : fragment``;
  const rows = await db<ShareRow[]>`
    select id, created_at as "createdAt", expires_at as "expiresAt", revoked_at as "revokedAt",
           blocked_at as "blockedAt", opens, mail_status as "mailStatus"
      from shares where owner_id = ${db.owner} and patient_id = ${patientId} ${isEarlier}
     order by id desc limit ${SHARES_AT_ONCE}`;
  const ids = rows.map(({ id }) => id);
  const [documents, openings] = await Promise.all([documentsOfShares(db, ids, cipher), openingsOfShares(db, ids)]);
  const documentsBy = Map.groupBy(documents, ({ shareId }) => shareId);
  const openingsBy = Map.groupBy(openings, ({ shareId }) => shareId);
  return rows.map((row) => ({
    _id: row.id,
    documents: (documentsBy.get(row.id) ?? []).map(({ kind, sourceId, title, folio }) => ({
      kind,
      id: sourceId,
      title,
      folio,
    })),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    status: statusOf(row, now),
    mailStatus: row.mailStatus ?? undefined,
    opens: row.opens,
    openings: (openingsBy.get(row.id) ?? []).map(({ at, network }) => ({ at: at.toISOString(), address: network })),
  }));
}

const openingsOfShares = (db: OwnerSql, shareIds: readonly string[]) =>
  db<{ shareId: string; at: Date; network: string }[]>`
    select share_id as "shareId", at, network from share_openings
     where owner_id = ${db.owner} and share_id = any (${shareIds}::uuid[])
     order by share_id, at desc, id desc`;

export async function insertOpening(
  tx: OwnerTx,
  { id, shareId, at, network }: { id: string; shareId: string; at: Date; network: string },
): Promise<void> {
  const [{ opens }] = await tx<[{ opens: number }]>`
    update shares set opens = opens + 1 where owner_id = ${tx.owner} and id = ${shareId} returning opens`;
  await tx`
    insert into share_openings (owner_id, id, share_id, at, network)
    values (${tx.owner}, ${id}, ${shareId}, ${at}, ${network})`;
  if (opens <= KEPT_OPENINGS) return;
  await tx`
    delete from share_openings
     where owner_id = ${tx.owner} and share_id = ${shareId}
       and id = any (array(
         select id from share_openings
          where owner_id = ${tx.owner} and share_id = ${shareId}
          order by at desc, id desc offset ${KEPT_OPENINGS}))`;
}

/** What decides whether the link of a share works. */
export interface OpenedRow {
  id: string;
  patientId: string;
  expiresAt: Date;
  isEnded: boolean;
  wrongDates: number;
  /** Whether the processing of the patient's data is blocked. */
  isPatientBlocked: boolean;
  birthDate: string;
}

const opened = (db: OwnerSql, id: string) => db<[OpenedRow?]>`
  select s.id, s.patient_id as "patientId", s.expires_at as "expiresAt",
         s.revoked_at is not null or s.blocked_at is not null as "isEnded", s.wrong_dates as "wrongDates",
         p.blocked as "isPatientBlocked", p.birth_date as "birthDate"
    from shares s
    join patients p on p.owner_id = s.owner_id and p.id = s.patient_id
   where s.owner_id = ${db.owner} and s.id = ${id}`;

export async function findShare(db: OwnerSql, id: string): Promise<OpenedRow | undefined> {
  const [row] = await opened(db, id);
  return row;
}

/** The tries at a link are decided one after the other. */
export async function lockShare(tx: OwnerTx, id: string): Promise<OpenedRow | undefined> {
  await tx`select from shares where owner_id = ${tx.owner} and id = ${id} for update`;
  return findShare(tx, id);
}

export async function storeWrongDates(
  tx: OwnerTx,
  { id, wrongDates, blockedAt }: { id: string; wrongDates: number; blockedAt: Date | undefined },
): Promise<void> {
  await tx`
    update shares set wrong_dates = ${wrongDates}, blocked_at = ${blockedAt ?? null}
     where owner_id = ${tx.owner} and id = ${id}`;
}

/** False when it was revoked before. */
export async function storeRevocation(tx: OwnerTx, id: string, at: Date): Promise<boolean> {
  const revoked = await tx`
    update shares set revoked_at = ${at} where owner_id = ${tx.owner} and id = ${id} and revoked_at is null`;
  return revoked.count === 1;
}

/** A blocked share is listed until it is revoked, it expires, or the patient gets a new link. The newest first. */
export async function blockedShares(db: OwnerSql, now: Date): Promise<BlockedShare[]> {
  const rows = await db<(Omit<BlockedShare, 'blockedAt'> & { blockedAt: Date })[]>`
    select s.id as "_id", s.patient_id as "patientId", p.name as "patientName", s.blocked_at as "blockedAt"
      from shares s
      join patients p on p.owner_id = s.owner_id and p.id = s.patient_id
     where s.owner_id = ${db.owner} and s.blocked_at is not null and s.revoked_at is null and s.expires_at > ${now}
       and not exists (
         select from shares n
          where n.owner_id = s.owner_id and n.patient_id = s.patient_id and n.created_at > s.blocked_at)
     order by s.blocked_at desc, s.id`;
  return rows.map((row) => ({ ...row, blockedAt: row.blockedAt.toISOString() }));
}

/** How many links were mailed to a patient since then. */
export async function countMailedSince(db: OwnerSql, patientId: string, since: Date): Promise<number> {
  const [row] = await db<[{ mailed: number }]>`
    select count(*)::int as mailed from shares
     where owner_id = ${db.owner} and patient_id = ${patientId} and mail_status is not null and created_at > ${since}`;
  return row.mailed;
}

export async function isMailPending(db: OwnerSql, id: string): Promise<boolean> {
  const pending = await db`select from shares where owner_id = ${db.owner} and id = ${id} and mail_status = 'pending'`;
  return pending.count === 1;
}

/** Returns the patient. Undefined when the mail was finished before, or the share was deleted with its patient. */
export async function finishMail(tx: OwnerTx, id: string, status: MailStatus): Promise<string | undefined> {
  const [row] = await tx<[{ patientId: string }?]>`
    update shares set mail_status = ${status}
     where owner_id = ${tx.owner} and id = ${id} and mail_status = 'pending'
    returning patient_id as "patientId"`;
  return row?.patientId;
}
