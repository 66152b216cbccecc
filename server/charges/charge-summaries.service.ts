import { chargeBalance } from '#contract/charge-amounts';
import type { AppointmentCharge, ChargedMonth } from '#contract/charge-summaries';
import { addMonths, daysOfMonth } from '#contract/months';
import { type Owner, todayOf } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { type ChargeRecord, readChargesAndPaidIn } from './charge-records.service.ts';
import { chargesOfAppointments, sumsByMonth } from './charge-summaries.store.ts';
import { CHARGES_HEADING, chargesCsv } from './charges-csv.ts';

const MONTHS = 12;

/** Twelve months, the last of which is the given one or the current one. */
export function listChargedMonths(
  deps: Pick<Deps, 'tenantRead' | 'now'>,
  owner: Owner,
  until: string = todayOf(owner, deps.now()).slice(0, 7),
): Promise<ChargedMonth[]> {
  const months = Array.from({ length: MONTHS }, (_, position) => addMonths(until, position - MONTHS + 1));
  return deps.tenantRead(owner.id, async (db) => {
    const sums = await sumsByMonth(db, { from: `${months[0]}-01`, until: `${addMonths(until, 1)}-01` });
    return months.map((month) => ({ month, ...(sums.get(month) ?? { charged: 0, paid: 0 }) }));
  });
}

export const listAppointmentCharges = (
  deps: Pick<Deps, 'tenantRead'>,
  owner: Owner,
  period: { from: string; to: string },
): Promise<AppointmentCharge[]> =>
  deps.tenantRead(owner.id, async (db) => {
    const charges = await chargesOfAppointments(db, period);
    return charges.map(({ appointmentId, chargeId, amount, paid }) => {
      const { status, pending } = chargeBalance(amount, [{ amount: paid }], false);
      return { appointmentId, chargeId, status, pending };
    });
  });

const EXPORTED_AT_ONCE = 500;

/** The charges and the payments of a month, for an accountant. A part of the charges in memory at a time. */
export function exportCharges(
  deps: Pick<Deps, 'tenantRead' | 'cipher'>,
  owner: Owner,
  month: string,
): Promise<Uint8Array> {
  const period = daysOfMonth(month);
  return deps.tenantRead(owner.id, async (db) => {
    const parts = [CHARGES_HEADING];
    let after: ChargeRecord | undefined;
    for (;;) {
      const charges = await readChargesAndPaidIn(db, deps, period, { limit: EXPORTED_AT_ONCE, after });
      parts.push(chargesCsv(charges, period));
      if (charges.length < EXPORTED_AT_ONCE) return Buffer.from(parts.join(''), 'utf8');
      after = charges.at(-1);
    }
  });
}
