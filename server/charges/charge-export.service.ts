import { Diagnosis } from '#contract/charge-diagnosis';
import type { Charge } from '#contract/charges';
import { UNDECRYPTABLE_TEXT } from '#contract/undecryptable';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { diagnosesOfCharges } from './charge-diagnosis.store.ts';
import { type ChargeReadDeps, readChargesAfter, toCharges } from './charge-records.service.ts';
import { type ReminderRecord, remindersAfter } from './charge-reminders.store.ts';
import type { ChargedPatient } from './charges.store.ts';

export type ChargeExportDeps = Pick<Deps, 'tenantRead'> & ChargeReadDeps;

/** A charge in an export. */
export interface ExportedCharge {
  charge: Charge;
  patient: ChargedPatient;
  /** Empty without one. */
  diagnosis: string;
}

const CHARGES_AT_ONCE = 500;

/** All charges of a patient, or of the account, in pages. */
export async function* pagesOfCharges(
  deps: ChargeExportDeps,
  owner: Owner,
  patientId?: string,
): AsyncGenerator<ExportedCharge[]> {
  let after: string | undefined;
  for (;;) {
    const window = { patientId, after, limit: CHARGES_AT_ONCE };
    const page = await deps.tenantRead(owner.id, async (db) => {
      const records = await readChargesAfter(db, deps, window);
      const ids = records.map(({ id }) => id);
      const [charges, diagnoses] = await Promise.all([
        toCharges(db, deps, owner, records),
        diagnosesOfCharges(db, ids, deps.cipher),
      ]);
      return charges.map((charge, position) => ({
        charge,
        patient: records[position]?.patient ?? { name: charge.patientName, rut: '', documentType: 'rut' as const },
        diagnosis: diagnosisText(diagnoses.get(charge._id)),
      }));
    });
    yield page;
    if (page.length < CHARGES_AT_ONCE) return;
    after = page.at(-1)?.charge._id;
  }
}

function diagnosisText(json: string | null | undefined): string {
  if (json === undefined) return '';
  if (json === null) return UNDECRYPTABLE_TEXT;
  const { code, description } = Diagnosis.parse(JSON.parse(json));
  return `${code} ${description}`;
}

const REMINDERS_AT_ONCE = 1000;

/** What patients were told about what is pending, in pages, the first reminder first. */
export async function* pagesOfChargeReminders(
  deps: Pick<Deps, 'tenantRead'>,
  owner: Owner,
  patientId?: string,
): AsyncGenerator<ReminderRecord[]> {
  let after: string | undefined;
  for (;;) {
    const window = { patientId, after, limit: REMINDERS_AT_ONCE };
    const page = await deps.tenantRead(owner.id, (db) => remindersAfter(db, window));
    yield page;
    if (page.length < REMINDERS_AT_ONCE) return;
    after = page.at(-1)?.id;
  }
}
