import type { ClinicalNote } from '#contract/clinical-notes';
import type { Share } from '#contract/shares';

/**
 * The notes that the patient has in an older version: an addendum was finalised after the last link with the printed
 * note. A link that was revoked is not replaced.
 */
export function outdatedNotes(notes: readonly ClinicalNote[], shares: readonly Share[]): ClinicalNote[] {
  const sent = shares.filter(({ status }) => status !== 'revoked');
  return notes.filter(({ _id, addenda = [] }) => {
    const sentAt = newest(
      sent
        .filter(({ documents }) => documents.some(({ kind, id }) => kind === 'clinical-note' && id === _id))
        .map(({ createdAt }) => createdAt),
    );
    const changedAt = newest(addenda.flatMap(({ finalizedAt }) => finalizedAt ?? []));
    return sentAt !== undefined && changedAt !== undefined && changedAt > sentAt;
  });
}

const newest = (instants: readonly string[]): string | undefined => instants.toSorted().at(-1);
