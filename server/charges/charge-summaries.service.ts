import { chargeBalance, chargeTotals } from '#contract/charge-amounts';
import type { AppointmentCharge, ChargedMonth, ChargesQuery, ChargeTotals } from '#contract/charge-summaries';
import type { Charge } from '#contract/charges';
import { fold } from '#contract/fold';
import { addMonths, daysOfMonth } from '#contract/months';
import { type Owner, todayOf } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { type ChargeReadDeps, readCharges, readChargesAndPaidIn, toCharges } from './charge-records.service.ts';
import { chargesOfAppointments, sumsByMonth } from './charge-summaries.store.ts';
import { chargesCsv } from './charges-csv.ts';

type SummaryDeps = Pick<Deps, 'tenantRead'> & ChargeReadDeps;

export function listCharges(
  deps: SummaryDeps,
  owner: Owner,
  { status, search = '', withoutInvoice, ...filter }: ChargesQuery,
): Promise<{ charges: Charge[]; totals: ChargeTotals }> {
  const words = fold(search).split(' ').filter(Boolean);
  const isListed = (charge: Charge): boolean => {
    if (status === undefined ? charge.status === 'void' : charge.status !== status) return false;
    if (withoutInvoice && (charge.paid === 0 || charge.invoiceNumber !== undefined)) return false;
    return words.length === 0 || hasWords(charge, words);
  };
  return deps.tenantRead(owner.id, async (db) => {
    const all = await toCharges(db, deps, owner, await readCharges(db, deps, filter));
    const charges = all.filter(isListed);
    return { charges, totals: chargeTotals(charges) };
  });
}

function hasWords(
  { patientName, patientSocialName = '', concept, invoiceNumber, payments }: Charge,
  words: readonly string[],
): boolean {
  const references = payments.map(({ reference }) => reference ?? '');
  const text = fold([patientName, patientSocialName, concept, invoiceNumber ?? '', ...references].join(' '));
  return words.every((word) => text.includes(word));
}

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

/** The charges and the payments of a month, for an accountant. */
export function exportCharges(
  deps: Pick<Deps, 'tenantRead' | 'cipher'>,
  owner: Owner,
  month: string,
): Promise<Uint8Array> {
  const period = daysOfMonth(month);
  return deps.tenantRead(owner.id, async (db) =>
    Buffer.from(chargesCsv(await readChargesAndPaidIn(db, deps, period), period), 'utf8'),
  );
}
