import { type PendingPatient, pendingAge } from '#contract/charge-summaries';
import { daysBetween } from '#contract/days';
import { type Owner, todayOf } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { findContacts, type PatientContact } from '#server/patients/patient-contacts.service';
import type { OwnerSql } from '#server/platform/database/database';
import { type ChargeRecord, readCharges } from './charge-records.service.ts';
import { lastReminders } from './charge-reminders.store.ts';

/** What each patient owes, the oldest first. A charge of a day to come is not owed yet. */
export function listPendingCharges(
  deps: Pick<Deps, 'tenantRead' | 'cipher' | 'now'>,
  owner: Owner,
): Promise<PendingPatient[]> {
  const today = todayOf(owner, deps.now());
  return deps.tenantRead(owner.id, async (db) => {
    const charges = await readCharges(db, deps, { owedOn: today });
    const byPatient = Map.groupBy(charges, ({ patientId }) => patientId);
    const patientIds = [...byPatient.keys()];
    const [contacts, reminders] = await Promise.all([
      findContacts(db, deps, patientIds),
      lastReminders(db, patientIds),
    ]);
    const patients = [...byPatient].map(([id, owed]) => ({
      ...toPending(owed, today),
      ...contactFields(contacts.get(id)),
      lastReminder: reminders.get(id),
    }));
    return patients.toSorted((a, b) => (a.oldest < b.oldest ? -1 : a.oldest > b.oldest ? 1 : b.pending - a.pending));
  });
}

const contactFields = (contact: PatientContact | undefined) => ({
  email: contact?.email,
  phone: contact?.phone,
  blocked: contact?.blocked || undefined,
});

/** The charges of one patient, the last ones first. */
function toPending(charges: readonly ChargeRecord[], today: string) {
  const byAge = { recent: 0, month: 0, old: 0 };
  for (const { date, pending } of charges) byAge[pendingAge(daysBetween(date, today))] += pending;
  const inOrder = charges.toReversed();
  const [last] = charges;
  return {
    patientId: last?.isPatientDeleted ? null : (last?.patientId ?? null),
    patientName: last?.patient.name ?? '',
    patientSocialName: last?.patient.socialName,
    pending: sumPending(charges),
    byAge,
    oldest: inOrder[0]?.date ?? today,
    chargeIds: inOrder.map(({ id }) => id),
  };
}

const sumPending = (charges: readonly ChargeRecord[]): number => charges.reduce((sum, { pending }) => sum + pending, 0);

/** What one patient owes today. */
export const pendingAmount = async (
  db: OwnerSql,
  deps: Pick<Deps, 'cipher'>,
  { patientId, today }: { patientId: string; today: string },
): Promise<number> => sumPending(await readCharges(db, deps, { patientId, owedOn: today }));
