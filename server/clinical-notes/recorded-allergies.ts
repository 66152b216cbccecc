import type { AccessDetail } from '#contract/access-log';
import { addedTo } from '#contract/added-prescriptions';
import { type AllergyMatch, allergyMatcher, matchesText } from '#contract/allergies';
import type { WarnedPrescription } from '#contract/allergy-warnings';
import { fold } from '#contract/fold';
import { actBy, type DetailedEntry, detailsOf, type Entry, recordAll } from '#server/audit/audit.store';
import type { Owner } from '#server/auth/owner';
import type { DraftsDeps } from '#server/drafts/drafts.service';
import { requirePatient } from '#server/patients/patients.service';
import { AppError } from '#server/platform/app-error';
import type { OwnerTx } from '#server/platform/database/database';
import { lockOwner } from '#server/platform/database/lock-owner';

/** Words of the allergies in one entry. A record may have a thousand. */
const MAX_RECORDED = 10;

const ADDED = 'clinical-note.prescribed-despite-allergy';

interface SavedPrescriptions {
  /** The id of the note. */
  id: string;
  patientId: string;
  before: readonly WarnedPrescription[];
  after: readonly WarnedPrescription[];
  /** Undefined for a client that did not ask. */
  knownAllergies: string | undefined;
}

/**
 * Records each prescription that was added in spite of an allergy that the client knew. Nobody was asked about an
 * allergy that was recorded meanwhile.
 */
export async function recordAllergies(
  tx: OwnerTx,
  deps: DraftsDeps,
  owner: Owner,
  { id, patientId, before, after, knownAllergies }: SavedPrescriptions,
): Promise<void> {
  const added = knownAllergies ? addedTo(before, after) : [];
  if (!knownAllergies || added.length === 0) return;
  const { allergies } = await requirePatient(tx, deps, owner, patientId);
  const entry = { ...actBy(owner, id, patientId), act: ADDED, at: deps.now() } as const;
  await recordConcerned(tx, deps, entry, knownFrom(knownAllergies, added, concernedBy(allergies, added)));
}

/**
 * Records that the person chose to review prescriptions, instead of adding them or finalising their note. The subject
 * is the patient, because a prescription that is not added yet is in no note.
 */
export function recordReview(
  deps: DraftsDeps,
  owner: Owner,
  patientId: string,
  prescriptions: readonly WarnedPrescription[],
): Promise<undefined> {
  return deps.tenantTransaction(owner.id, async (tx) => {
    const [, { allergies }] = await Promise.all([lockOwner(tx), requirePatient(tx, deps, owner, patientId)]);
    const by = actBy(owner, patientId, patientId);
    const entry = { ...by, act: 'prescription.reviewed-for-allergy', at: deps.now() } as const;
    await recordConcerned(tx, deps, entry, concernedBy(allergies, prescriptions));
    return undefined;
  });
}

interface FinalizedPrescriptions {
  /** The id of the note. */
  id: string;
  patientId: string;
  prescriptions: readonly WarnedPrescription[];
  allergies: string | null | undefined;
  at: Date;
}

/**
 * The entries about the prescriptions of a finalised note that a recorded allergy may concern, and about which nobody
 * was asked when they were added. With `asks` the note is refused instead, and the editor asks.
 */
export async function unconfirmedEntries(
  tx: OwnerTx,
  deps: Pick<DraftsDeps, 'cipher'>,
  owner: Owner,
  { id, patientId, prescriptions, allergies, at }: FinalizedPrescriptions,
  asks: boolean,
): Promise<DetailedEntry[]> {
  const concerned = concernedBy(allergies, prescriptions);
  if (concerned.length === 0) return [];
  const confirmed = await detailsOf(tx, { act: ADDED, subjectId: id, patientId }, deps.cipher);
  const unconfirmed = concerned.flatMap((one) => unconfirmedFirst(one, confirmed));
  if (asks && unconfirmed.length > 0) {
    const fields = unconfirmed.map(({ index, medicine, matches }) => [
      `prescriptions.${index}`,
      `${medicine}: ${recordedText(matches)}`,
    ]);
    throw new AppError('ALLERGY_UNCONFIRMED', { fields: Object.fromEntries(fields) });
  }
  const entry = { ...actBy(owner, id, patientId), act: 'clinical-note.finalized-despite-allergy', at } as const;
  return allergyEntries(entry, unconfirmed);
}

interface Concerned {
  /** In the list of prescriptions. */
  index: number;
  medicine: string;
  matches: AllergyMatch[];
}

/** The prescriptions that a recorded allergy may concern. */
function concernedBy(allergies: string | null | undefined, prescriptions: readonly WarnedPrescription[]): Concerned[] {
  const matchesOf = allergyMatcher(allergies);
  return prescriptions.flatMap((item, index) => {
    const matches = matchesOf(item);
    return matches.length > 0 ? [{ index, medicine: item.medicamento, matches }] : [];
  });
}

/** Keeps only the matches that `knownAllergies` contains. */
function knownFrom(
  knownAllergies: string,
  prescriptions: readonly WarnedPrescription[],
  concerned: readonly Concerned[],
): Concerned[] {
  const known = new Map(concernedBy(knownAllergies, prescriptions).map(({ index, matches }) => [index, matches]));
  return concerned.flatMap((one) => {
    const words = new Set(known.get(one.index)?.map(wordOf));
    const matches = one.matches.filter((match) => words.has(wordOf(match)));
    return matches.length > 0 ? [{ ...one, matches }] : [];
  });
}

const recordedText = (matches: readonly AllergyMatch[]): string => matchesText(matches.slice(0, MAX_RECORDED));

const wordOf = (match: AllergyMatch): string => fold(matchesText([match]));

/**
 * Empty when the entries name the medicine and each of the words. Otherwise the words that no entry names come first.
 */
function unconfirmedFirst(one: Concerned, entries: readonly AccessDetail[]): Concerned[] {
  const texts = entries
    .filter(({ prescribed }) => prescribed === one.medicine)
    .map(({ allergy = '' }) => fold(allergy));
  const isConfirmed = (match: AllergyMatch) => texts.some((words) => words.includes(wordOf(match)));
  const { true: confirmed = [], false: others = [] } = Object.groupBy(one.matches, (match) => `${isConfirmed(match)}`);
  return others.length > 0 ? [{ ...one, matches: [...others, ...confirmed] }] : [];
}

/** One entry for each medicine, however many prescriptions have it: the log does not count against the quota. */
const allergyEntries = (entry: Entry, concerned: readonly Concerned[]): DetailedEntry[] =>
  [...new Map(concerned.map((one) => [one.medicine, one])).values()].map(({ medicine, matches }) => ({
    ...entry,
    detail: { prescribed: medicine, allergy: recordedText(matches) },
  }));

async function recordConcerned(
  tx: OwnerTx,
  { cipher }: Pick<DraftsDeps, 'cipher'>,
  entry: Entry,
  concerned: readonly Concerned[],
): Promise<void> {
  const entries = allergyEntries(entry, concerned);
  if (entries.length > 0) await recordAll(tx, entries, cipher);
}
