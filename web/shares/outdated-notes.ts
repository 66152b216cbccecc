import type { ClinicalNote } from '#contract/clinical-notes';
import type { Share } from '#contract/shares';

/**
 * The notes whose newest version the patient does not have: an addendum was finalised after the printed note was sent.
 * A link that was revoked does not count.
 */
export function outdatedNotes(notes: readonly ClinicalNote[], shares: readonly Share[]): ClinicalNote[] {
  const sent = new Set(
    shares
      .filter(({ status }) => status !== 'revoked')
      .flatMap(({ documents }) => documents.filter(({ kind }) => kind === 'clinical-note').map(({ id }) => id)),
  );
  return notes.filter((note) => {
    const versions = printedVersions(note);
    return versions.some((id) => sent.has(id)) && !sent.has(versions.at(-1) ?? '');
  });
}

/** What each printed version of a note ends with: the note itself, then each finalised addendum. */
const printedVersions = ({ _id, addenda = [] }: ClinicalNote): string[] => [
  _id,
  ...addenda.filter(({ status }) => status === 'finalized').map((addendum) => addendum._id),
];
