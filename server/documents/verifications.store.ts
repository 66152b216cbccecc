import type { DocumentKind, TimestampState } from '#contract/documents';
import type { OwnerTx, PublicSql } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';

/** What is kept of a printed document also when its account is deleted. */
export interface IssuedDocument {
  kind: DocumentKind;
  /** As it is printed. */
  title: string;
  folio: string;
  /** Undefined without addenda. */
  addendaCount: number | undefined;
  finalizedAt: Date;
  timeZone: string;
  contentHash: Buffer;
  fileHash: Buffer;
  timestamp: TimestampState;
  /** When the document was voided. Only receipts ever are. */
  voidedAt: Date | undefined;
}

/** The data that the verification page shows to anyone who has the code, and whose document it is. */
export interface StoredVerification extends IssuedDocument {
  ownerId: string;
  professionalName: string;
  profession: string | undefined;
  rnpi: string | undefined;
  patientInitials: string;
}

export type NewVerification = Omit<StoredVerification, 'ownerId' | 'voidedAt'>;

export async function insertVerification(tx: OwnerTx, codeHash: Buffer, stored: NewVerification): Promise<void> {
  await tx`
    insert into verifications (owner_id, code_hash, kind, title, folio, finalized_at, time_zone, professional_name,
                               professional_profession, professional_rnpi, patient_initials, content_hash, file_hash,
                               timestamp, addenda_count)
    values (${tx.owner}, ${codeHash}, ${stored.kind}, ${stored.title}, ${stored.folio}, ${stored.finalizedAt}, ${stored.timeZone},
            ${stored.professionalName}, ${stored.profession}, ${stored.rnpi}, ${stored.patientInitials},
            ${stored.contentHash}, ${stored.fileHash}, ${stored.timestamp}, ${stored.addendaCount})`;
}

const ISSUED_COLUMNS = fragment`
  kind, title, folio, finalized_at as "finalizedAt", time_zone as "timeZone", content_hash as "contentHash",
  file_hash as "fileHash", timestamp, addenda_count as "addendaCount", voided_at as "voidedAt"`;

interface IssuedRow extends Omit<IssuedDocument, 'addendaCount' | 'voidedAt'> {
  addendaCount: number | null;
  voidedAt: Date | null;
}
type VerificationRow = IssuedRow &
  Omit<StoredVerification, keyof IssuedDocument | 'profession' | 'rnpi'> & {
    profession: string | null;
    rnpi: string | null;
  };

const toIssued = <Row extends IssuedRow>(row: Row) => ({
  ...row,
  addendaCount: row.addendaCount ?? undefined,
  voidedAt: row.voidedAt ?? undefined,
});

export async function findVerification(db: PublicSql, codeHash: Buffer): Promise<StoredVerification | undefined> {
  const [row] = await db<[VerificationRow?]>`
    select ${ISSUED_COLUMNS}, owner_id as "ownerId", professional_name as "professionalName",
           professional_profession as profession, professional_rnpi as rnpi, patient_initials as "patientInitials"
      from verifications where code_hash = ${codeHash}`;
  return row && { ...toIssued(row), profession: row.profession ?? undefined, rnpi: row.rnpi ?? undefined };
}

/** Once voided, a document stays so. */
export async function voidVerifications(tx: OwnerTx, codeHashes: readonly Buffer[], at: Date): Promise<void> {
  if (codeHashes.length === 0) return;
  await tx`
    update verifications set voided_at = ${at}
     where owner_id = ${tx.owner} and code_hash = any (${codeHashes}::bytea[])`;
}

/** What the deletion of the account has left (server/admin/purge.store.ts). */
export async function findVerificationOfDeletedAccount(
  db: PublicSql,
  codeHash: Buffer,
): Promise<IssuedDocument | undefined> {
  const [row] = await db<[IssuedRow?]>`
    select ${ISSUED_COLUMNS} from verifications_of_deleted_accounts where code_hash = ${codeHash}`;
  return row && toIssued(row);
}
