import { dayIn } from '#contract/days';
import type { Owner } from '#server/auth/owner';
import { completionOf, countPrescriptions, wordingOf } from '#server/pdf/layout/wording';
import type { OwnerSql } from '#server/platform/database/database';
import { type PrintedDocument, type PrintingDeps, type PrintSource, printDocument } from './documents.service.ts';

/** A document that the patient gets as it is printed. */
export interface DocumentToShare {
  /** Throws for a draft and for an unknown id. */
  requireFinalized(db: OwnerSql): Promise<{ patientId: string | undefined }>;
  /** The title and the day of the document. Throws when that part of a note is empty. */
  describe(db: OwnerSql): Promise<{ title: string; date: string }>;
  print(): Promise<PrintedDocument>;
}

export const documentToShare = <Content>(
  deps: PrintingDeps,
  owner: Owner,
  source: PrintSource<Content>,
): DocumentToShare => ({
  requireFinalized: (db) => source.records.requireFinalized(db, source.id),
  describe: async (db) => {
    const snapshot = await source.records.getSnapshot(db, deps, source.id);
    const part = source.partOf(snapshot.content);
    const { profession, timeZone } = snapshot.professional;
    const date = dayIn(timeZone, completionOf(snapshot, part));
    // The list shows the title that the professional wrote. The heading of the PDF is the same for all certificates.
    if (part.kind === 'certificate') return { title: part.content.title, date };
    const { title } = wordingOf({ kind: part.kind, profession, prescriptions: countPrescriptions(part) });
    return { title, date };
  },
  print: () => printDocument(deps, owner, source),
});
