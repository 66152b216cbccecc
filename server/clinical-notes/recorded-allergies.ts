import { allergyMatcher, matchesText } from '#contract/allergies';
import type { WarnedPrescription } from '#contract/allergy-warnings';
import type { Act } from '#contract/audit-acts';
import { actBy, type DetailedEntry, recordAll } from '#server/audit/audit.store';
import type { Owner } from '#server/auth/owner';
import type { DraftsDeps } from '#server/drafts/drafts.service';
import { requirePatient } from '#server/patients/patients.service';
import type { OwnerTx } from '#server/platform/database/database';
import { lockOwner } from '#server/platform/database/lock-owner';

/** Words of the allergies in one entry. A record may have a thousand. */
const MAX_RECORDED = 10;

interface SavedPrescriptions {
  /** Of the note. */
  id: string;
  patientId: string;
  before: readonly WarnedPrescription[];
  after: readonly WarnedPrescription[];
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
  const by = actBy(owner, id, patientId);
  await recordConcerned(tx, deps, { ...by, act: 'clinical-note.prescribed-despite-allergy' }, allergies, added);
}

/** Records that the person chose to review prescriptions instead of adding them. No note has them. */
export function recordReview(
  deps: DraftsDeps,
  owner: Owner,
  patientId: string,
  prescriptions: readonly WarnedPrescription[],
): Promise<undefined> {
  return deps.tenantTransaction(owner.id, async (tx) => {
    const [, { allergies }] = await Promise.all([lockOwner(tx), requirePatient(tx, deps, owner, patientId)]);
    const by = actBy(owner, patientId, patientId);
    await recordConcerned(tx, deps, { ...by, act: 'prescription.reviewed-for-allergy' }, allergies, prescriptions);
    return undefined;
  });
}

/** One entry for each prescription that a recorded allergy may concern, with its medicine. */
async function recordConcerned(
  tx: OwnerTx,
  deps: Pick<DraftsDeps, 'now' | 'cipher'>,
  act: ReturnType<typeof actBy> & { act: Act },
  allergies: string | null,
  prescriptions: readonly WarnedPrescription[],
): Promise<void> {
  const at = deps.now();
  const matchesOf = allergyMatcher(allergies);
  const entries = prescriptions.flatMap((item): DetailedEntry[] => {
    const matches = matchesOf(item);
    if (matches.length === 0) return [];
    const detail = { prescribed: item.medicamento, allergy: matchesText(matches.slice(0, MAX_RECORDED)) };
    return [{ ...act, at, detail }];
  });
  if (entries.length > 0) await recordAll(tx, entries, deps.cipher);
}

const medicineOf = ({ medicamento, dci = '' }: WarnedPrescription): string => `${medicamento}\n${dci}`;

/** By their medicine: another dose of it is not added. Equal ones count as often as they are listed. */
function addedTo(before: readonly WarnedPrescription[], after: readonly WarnedPrescription[]): WarnedPrescription[] {
  const left = before.map(medicineOf);
  return after.filter((item) => {
    const at = left.indexOf(medicineOf(item));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
