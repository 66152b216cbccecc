import type { AddendumContent } from '#contract/addenda';
import { printingRefusal } from '#contract/clinical-notes';
import type { ErrorCode } from '#contract/errors';
import type { Owner } from '#server/auth/owner';
import { type PrintingDeps, type PrintSource, printDocument } from '#server/documents/documents.service';
import { type DocumentToShare, documentToShare } from '#server/documents/shared-print.service';
import { type FinalizedSnapshot, parseSnapshot } from '#server/drafts/drafts.service';
import type { PrintedAddendum } from '#server/pdf/printable';
import { AppError } from '#server/platform/app-error';
import type { OwnerSql } from '#server/platform/database/database';
import { addenda } from './addenda.service.ts';
import { finalizedAddenda } from './addenda.store.ts';
import { type ClinicalNotesDeps, clinicalNotes } from './clinical-notes.service.ts';
import type { StoredNote } from './note-content.ts';

type NotePart = keyof typeof printingRefusal;

export async function printClinicalNote(
  deps: ClinicalNotesDeps,
  owner: Owner,
  id: string,
  kind: 'clinical-note' | NotePart,
): Promise<Uint8Array> {
  const { file } = await (kind === 'clinical-note'
    ? printDocument(deps, owner, await noteSource(deps, owner, id))
    : printDocument(deps, owner, partSource(id, kind)));
  return file;
}

/** A document of a note, for a link to the patient. */
export const noteToShare = async (
  deps: ClinicalNotesDeps,
  owner: Owner,
  id: string,
  kind: 'clinical-note' | NotePart,
): Promise<DocumentToShare> =>
  kind === 'clinical-note'
    ? documentToShare(deps, owner, await noteSource(deps, owner, id))
    : documentToShare(deps, owner, partSource(id, kind));

const partSource = (id: string, kind: NotePart): PrintSource<StoredNote> => ({
  id,
  kind,
  isClinical: true,
  records: clinicalNotes,
  partOf: (content) => {
    const refusal = printingRefusal[kind](content);
    if (refusal) throw new AppError(refusal);
    return { kind, content };
  },
});

/**
 * A note is one document, and the note with each further addendum is another one, whose source is that addendum. Its hash
 * is that of the addendum, which covers the note and the addenda before.
 */
async function noteSource(
  deps: ClinicalNotesDeps,
  owner: Owner,
  noteId: string,
): Promise<PrintSource<NoteWithAddenda>> {
  const last = await deps.tenantRead(owner.id, async (db) => (await finalizedAddenda(db, noteId)).at(-1));
  return {
    id: last?.id ?? noteId,
    kind: 'clinical-note',
    isClinical: true,
    records: {
      requireFinalized: (db) => clinicalNotes.requireFinalized(db, noteId),
      getSnapshot: (db) =>
        last ? snapshotUntil(db, deps, noteId, last.id) : clinicalNotes.getSnapshot(db, deps, noteId),
    },
    partOf: (content) => ({ kind: 'clinical-note', content }),
  };
}

/** Prints a note up to that addendum, also in custody. */
export async function printUntilAddendum(
  deps: PrintingDeps,
  owner: Owner,
  { patientId, noteId, addendumId }: { patientId: string; noteId: string; addendumId: string },
): Promise<void> {
  await printDocument(deps, owner, {
    id: addendumId,
    kind: 'clinical-note',
    isClinical: true,
    records: {
      requireFinalized: async () => ({ patientId }),
      getSnapshot: (db) => snapshotUntil(db, deps, noteId, addendumId),
    },
    partOf: (content: NoteWithAddenda) => ({ kind: 'clinical-note', content }),
  });
}

type NoteWithAddenda = StoredNote & { addenda?: PrintedAddendum[] };

/**
 * The snapshot of a note with its addenda up to that one. The hash of each is compared with the hash that the next one
 * names.
 */
async function snapshotUntil(
  db: OwnerSql,
  deps: Pick<PrintingDeps, 'cipher'>,
  noteId: string,
  lastId: string,
): Promise<FinalizedSnapshot<NoteWithAddenda>> {
  const [found, links] = await Promise.all([
    clinicalNotes.findForExport(db, deps, noteId),
    finalizedAddenda(db, noteId),
  ]);
  const note = parseSnapshot<StoredNote>(requireSnapshot(found, 'UNDECRYPTABLE'));
  const printed: PrintedAddendum[] = [];
  let previous: string | null = null;
  for (const { id } of links.slice(0, links.findIndex((link) => link.id === lastId) + 1)) {
    const addendum = await addenda.findForExport(db, deps, id);
    const snapshot = parseSnapshot<AddendumContent>(requireSnapshot(addendum, 'ADDENDUM_UNDECRYPTABLE'));
    if (snapshot.note?.contentHash !== note.contentHash || snapshot.previous !== previous) {
      throw new AppError('ADDENDA_ALTERED');
    }
    const { finalizedAt, professional, content } = snapshot;
    printed.push({ finalizedAt, professional: professional.name, content: content.content ?? '' });
    previous = snapshot.contentHash;
  }
  return { ...note, content: { ...note.content, addenda: printed }, contentHash: previous ?? note.contentHash };
}

function requireSnapshot(found: { snapshot: string | undefined } | undefined, undecryptable: ErrorCode): string {
  if (!found) throw new AppError('NOT_FOUND');
  if (found.snapshot === undefined) throw new AppError(undecryptable);
  return found.snapshot;
}
