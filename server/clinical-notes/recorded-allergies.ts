import { allergyMatcher, matchesText } from '#contract/allergies';
import type { PrescriptionItem } from '#contract/prescriptions';
import { actBy, recordAll } from '#server/audit/audit.store';
import type { Owner } from '#server/auth/owner';
import type { DraftsDeps } from '#server/drafts/drafts.service';
import { requirePatient } from '#server/patients/patients.service';
import type { OwnerTx } from '#server/platform/database/database';

/** Words of the allergies in one entry. A record may have a thousand. */
const MAX_RECORDED = 10;

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
  const matchesOf = allergyMatcher(allergies);
  const entries = added.flatMap((item) => {
    const matches = matchesOf(item);
    if (matches.length === 0) return [];
    const detail = { prescribed: item.medicamento, allergy: matchesText(matches.slice(0, MAX_RECORDED)) };
    return [{ ...actBy(owner, id, patientId), act: 'clinical-note.prescribed-despite-allergy' as const, at, detail }];
  });
  if (entries.length > 0) await recordAll(tx, entries, deps.cipher);
}

const medicineOf = ({ medicamento, dci = '' }: PrescriptionItem): string => `${medicamento}\n${dci}`;

/** By their medicine: another dose of it is not added. Equal ones count as often as they are listed. */
function addedTo(before: readonly PrescriptionItem[], after: readonly PrescriptionItem[]): PrescriptionItem[] {
  const left = before.map(medicineOf);
  return after.filter((item) => {
    const at = left.indexOf(medicineOf(item));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
