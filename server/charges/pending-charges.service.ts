import {
  LAST_DAYS,
  type PendingPatient,
  type PendingQuery,
  type PendingTotals,
  pendingAge,
} from '#contract/charge-summaries';
import { addDays, daysBetween } from '#contract/days';
import { type Owner, todayOf } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { findContacts, type PatientContact } from '#server/patients/patient-contacts.service';
import type { OwnerSql } from '#server/platform/database/database';
import { type ChargeRecord, readCharges } from './charge-records.service.ts';
import { lastReminders } from './charge-reminders.store.ts';
import { pendingPatients, sumPending } from './pending-charges.store.ts';

/** What each patient owes, the oldest first. A charge of a day to come is not owed yet. */
export function listPendingCharges(
  deps: Pick<Deps, 'tenantRead' | 'cipher' | 'now'>,
  owner: Owner,
  { patientId, page, limit }: PendingQuery,
): Promise<PendingPatient[]> {
  const today = todayOf(owner, deps.now());
  return deps.tenantRead(owner.id, async (db) => {
    const patientIds = await pendingPatients(db, { patientId, today }, { limit, offset: (page - 1) * limit });
    const [charges, contacts, reminders] = await Promise.all([
      readCharges(db, deps, { patientIds, owedOn: today }),
      findContacts(db, deps, patientIds),
      lastReminders(db, patientIds),
    ]);
    const byPatient = Map.groupBy(charges, (charge) => charge.patientId);
    return patientIds.map((id) => ({
      ...toPending(byPatient.get(id) ?? [], today),
      ...contactFields(contacts.get(id)),
      lastReminder: reminders.get(id),
    }));
  });
}

/** What all patients owe. */
export function sumPendingCharges(deps: Pick<Deps, 'tenantRead' | 'now'>, owner: Owner): Promise<PendingTotals> {
  const today = todayOf(owner, deps.now());
  const since = { recent: addDays(today, -LAST_DAYS.recent), month: addDays(today, -LAST_DAYS.month) };
  return deps.tenantRead(owner.id, (db) => sumPending(db, today, since));
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
    pending: sumOf(charges),
    byAge,
    oldest: inOrder[0]?.date ?? today,
    chargeIds: inOrder.map(({ id }) => id),
  };
}

const sumOf = (charges: readonly ChargeRecord[]): number => charges.reduce((sum, { pending }) => sum + pending, 0);

/** What one patient owes today. */
export const pendingAmount = async (
  db: OwnerSql,
  deps: Pick<Deps, 'cipher'>,
  { patientId, today }: { patientId: string; today: string },
): Promise<number> => sumOf(await readCharges(db, deps, { patientId, owedOn: today }));
