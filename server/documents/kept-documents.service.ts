import { type DocumentKind, readableCode } from '#contract/documents';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import type { FinalizedSnapshot } from '#server/drafts/drafts.service';
import type { PrintedPart } from '#server/pdf/printable';
import { AppError } from '#server/platform/app-error';
import type { OwnerSql } from '#server/platform/database/database';
import { type PrintingDeps, printDocument } from './documents.service.ts';
import { fileOfDocument, keptDocuments, type KeptDocument as StoredDocument } from './documents.store.ts';

export type KeptDocument = StoredDocument;

/** The stored files of a note, certificate or receipt, also in custody, without their bytes. */
export const listKeptDocuments = (
  db: OwnerSql,
  deps: Pick<Deps, 'cipher'>,
  sourceId: string,
): Promise<KeptDocument[]> => keptDocuments(db, sourceId, deps.cipher);

export async function getKeptFile(db: OwnerSql, deps: Pick<Deps, 'cipher'>, id: string): Promise<Uint8Array> {
  const file = await fileOfDocument(db, id, deps.cipher);
  if (!file) throw new AppError('NOT_FOUND');
  return file;
}

/** Where a document is verified. */
export const verifyUrlOf = (deps: Pick<Deps, 'publicUrl'>, { code }: KeptDocument): string | undefined =>
  code ? `${deps.publicUrl}/verificar/${readableCode(code)}` : undefined;

/** Prints a finalised document whose snapshot was read before, also one in custody. */
export async function printSnapshot<Content>(
  deps: PrintingDeps,
  owner: Owner,
  patientId: string,
  snapshot: FinalizedSnapshot<Content>,
  part: PrintedPart,
): Promise<void> {
  const kind: DocumentKind = part.kind;
  await printDocument(deps, owner, {
    id: snapshot.id,
    kind,
    isClinical: true,
    records: { requireFinalized: async () => ({ patientId }), getSnapshot: async () => snapshot },
    partOf: () => part,
  });
}
