import {
  type Addendum,
  type AddendumChange,
  type AddendumContent,
  MAX_ADDENDA,
  MAX_ADDENDA_LENGTH,
  type NewAddendum,
} from '#contract/addenda';
import type { ClinicalNote } from '#contract/clinical-notes';
import { truncate } from '#contract/truncate';
import { UNDECRYPTABLE_TEXT } from '#contract/undecryptable';
import { type Owner, printedProfessionalOf } from '#server/auth/owner';
import { type DraftsDeps, draftsOf } from '#server/drafts/drafts.service';
import { AppError } from '#server/platform/app-error';
import type { OwnerTx } from '#server/platform/database/database';
import {
  addendaOfPatient,
  addendumAuthors,
  countOtherAddenda,
  finalizedAddenda,
  finalizedNote,
} from './addenda.store.ts';
import { clinicalNotes } from './clinical-notes.service.ts';

const MAX_PREVIEW_LENGTH = 500;

export const addenda = draftsOf<AddendumContent, Addendum>({
  name: 'addendum',
  table: 'addenda',
  finalizedError: 'ADDENDUM_FINALIZED',
  notFinalizedError: 'CLINICAL_NOTE_UNFINISHED',
  incompleteError: ({ content }) => (content ? undefined : 'ADDENDUM_BLANK'),
  preview: ({ content }) => ({ content: content && truncate(content, MAX_PREVIEW_LENGTH) }),
  undecryptable: { content: UNDECRYPTABLE_TEXT },
  toReply: ({ content }, fields, noteId = '') => ({
    ...fields,
    noteId,
    content: content ?? '',
    status: fields.finalizedAt ? 'finalized' : 'draft',
  }),
  /** The hash of an addendum covers those of the note and of the addendum before it: none can be changed or left out. */
  predecessorsOf: async (tx, deps, { referenceId: noteId = '', content: { content = '' } }) => {
    const [note, earlier, length] = await Promise.all([
      finalizedNote(tx, noteId),
      finalizedAddenda(tx, noteId),
      finalizedLength(tx, deps, noteId),
    ]);
    if (!note) throw new AppError('ADDENDUM_NOTE_UNFINISHED');
    if (length + content.length > MAX_ADDENDA_LENGTH) throw new AppError('ADDENDA_TOO_LONG');
    const last = earlier.at(-1);
    return {
      links: { note: { id: noteId, contentHash: note.contentHash }, previous: last?.contentHash ?? null },
      lastAt: (last ?? note).finalizedAt,
    };
  },
});

/** The characters of the finalised addenda of a note. */
async function finalizedLength(tx: OwnerTx, deps: Pick<DraftsDeps, 'cipher'>, noteId: string): Promise<number> {
  const found = await addenda.listByReference(tx, deps, noteId);
  return found.reduce((sum, { status, content }) => (status === 'finalized' ? sum + content.length : sum), 0);
}

export const createAddendum = (
  deps: DraftsDeps,
  owner: Owner,
  noteId: string,
  { _id: id, content }: NewAddendum,
): Promise<Addendum> =>
  deps.tenantTransaction(owner.id, async (tx) => {
    const { patientId } = await clinicalNotes.requireFinalized(tx, noteId, 'ADDENDUM_NOTE_UNFINISHED');
    // Read after the lock of the owner, which the creation takes first.
    const contentIn = async (locked: OwnerTx) => {
      if ((await countOtherAddenda(locked, noteId, id)) >= MAX_ADDENDA) throw new AppError('TOO_MANY_ADDENDA');
      return { content };
    };
    const created = await addenda.createIn(tx, deps, owner, { id, patientId, referenceId: noteId, contentIn });
    if (created.noteId !== noteId) throw new AppError('INVALID_INPUT', { fields: { _id: 'Ya se usó en otra nota' } });
    return created;
  });

export const updateAddendum = (
  deps: DraftsDeps,
  owner: Owner,
  id: string,
  { version, content }: AddendumChange,
): Promise<Addendum> =>
  addenda.update(deps, owner, id, { version, patientId: undefined, replaceIn: async () => () => ({ content }) });

export const finalizeAddendum = async (
  deps: DraftsDeps,
  owner: Owner,
  id: string,
  version: number | undefined,
): Promise<Addendum> => ({
  ...(await addenda.finalize(deps, owner, id, { version })),
  author: printedProfessionalOf(owner).name,
});

export const deleteAddendum = (deps: DraftsDeps, owner: Owner, id: string): Promise<undefined> =>
  addenda.delete(deps, owner, id, 'ADDENDUM_FINALIZED');

/** For exports: also addenda in custody. */
export const listAddenda = addendaOfPatient;

/** A note with its addenda and their authors. */
export const getClinicalNote = (deps: DraftsDeps, owner: Owner, id: string): Promise<ClinicalNote> =>
  deps.tenantRead(owner.id, async (db) => {
    const [note, found, authors] = await Promise.all([
      clinicalNotes.getIn(db, deps, id),
      addenda.listByReference(db, deps, id),
      addendumAuthors(db, id, deps.cipher),
    ]);
    return withAddenda(
      note,
      found.map((addendum) => ({ ...addendum, author: authors.get(addendum._id) })),
    );
  });

/** The notes of a patient with the start of each text, also of their addenda. */
export const listClinicalNotes = (deps: DraftsDeps, owner: Owner, patientId: string): Promise<ClinicalNote[]> =>
  deps.tenantRead(owner.id, async (db) => {
    const [notes, found] = await Promise.all([
      clinicalNotes.listIn(db, deps, patientId),
      addenda.listIn(db, deps, patientId),
    ]);
    const byNote = Map.groupBy(found.sort(byFinalization), ({ noteId }) => noteId);
    return notes.map((note) => withAddenda(note, byNote.get(note._id) ?? []));
  });

const withAddenda = (note: ClinicalNote, found: Addendum[]): ClinicalNote =>
  found.length > 0 ? { ...note, addenda: found } : note;

/** Finalised ones in their order, then drafts. */
const byFinalization = (a: Addendum, b: Addendum): number => {
  const momentOf = ({ finalizedAt, createdAt }: Addendum) => (finalizedAt ? `0${finalizedAt}` : `1${createdAt}`);
  return momentOf(a) < momentOf(b) ? -1 : 1;
};
