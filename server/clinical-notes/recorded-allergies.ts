import { allergyMatches, matchesText } from '#contract/allergies';
import type { PrescriptionItem } from '#contract/prescriptions';
import { actBy, recordAll } from '#server/audit/audit.store';
import type { Owner } from '#server/auth/owner';
import type { DraftsDeps } from '#server/drafts/drafts.service';
import { requirePatient } from '#server/patients/patients.service';
import { canonicalJson } from '#server/platform/crypto/canonical';
import type { OwnerTx } from '#server/platform/database/database';

interface SavedPrescriptions {
  /** Of the note. */
  id: string;
  patientId: string;
  before: readonly PrescriptionItem[];
  after: readonly PrescriptionItem[];
}

/** Records each added prescription that a recorded allergy may concern. The editor asked before it was added. */
export async function recordAllergies(
  tx: OwnerTx,
  deps: DraftsDeps,
  owner: Owner,
  { id, patientId, before, after }: SavedPrescriptions,
): Promise<void> {
  const added = addedTo(before, after);
  if (added.length === 0) return;
  const { allergies } = await requirePatient(tx, deps, owner, patientId);
  const at = deps.now();
  const entries = added.flatMap((item) => {
    const matches = allergyMatches(allergies, item);
    if (matches.length === 0) return [];
    const detail = { prescribed: item.medicamento, allergy: matchesText(matches) };
    return [{ ...actBy(owner, id, patientId), act: 'clinical-note.prescribed-despite-allergy' as const, at, detail }];
  });
  if (entries.length > 0) await recordAll(tx, entries, deps.cipher);
}

/** Equal prescriptions count as often as they are listed. */
function addedTo(before: readonly PrescriptionItem[], after: readonly PrescriptionItem[]): PrescriptionItem[] {
  const left = before.map(canonicalJson);
  return after.filter((item) => {
    const at = left.indexOf(canonicalJson(item));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
