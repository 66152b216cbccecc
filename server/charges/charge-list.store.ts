import { type ChargeStatus, METHODS, type PaymentMethod } from '#contract/charge-amounts';
import type { ChargeTotals } from '#contract/charge-summaries';
import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import type { OwnerSql } from '#server/platform/database/database';
import { type Fragment, fragment } from '#server/platform/database/sql';
import { type ChargeRow, type StoredCharge, selectCharges, toCharge } from './charges.store.ts';

/** Which charges are listed. Void ones only by their status. */
export interface ChargeFilter {
  from?: string | undefined;
  to?: string | undefined;
  patientId?: string | undefined;
  patientIds?: readonly string[];
  appointmentId?: string | undefined;
  status?: ChargeStatus | undefined;
  withoutInvoice?: 'true' | undefined;
  /** Only these. */
  ids?: readonly string[];
  /** Only the charges of which something is owed on this day. What a deposit left is owed from the day of the visit. */
  owedOn?: string;
}

/** A part of the list. All of it when nothing is said. */
export interface ChargeWindow {
  limit?: number;
  offset?: number;
  /** The part begins with the charge that follows this one. */
  after?: Position | undefined;
}

const NOTHING = fragment``;

export const paidOf = (owner: string) => fragment`
  (select coalesce(sum(v.amount), 0) from charge_payments v
    where v.owner_id = ${owner} and v.charge_id = c.id and v.voided_at is null)`;

const HAS_STATUS: Record<ChargeStatus, (owner: string) => Fragment> = {
  pending: (owner) => fragment`and c.voided_at is null and ${paidOf(owner)} = 0`,
  partial: (owner) => fragment`and c.voided_at is null and ${paidOf(owner)} between 1 and c.amount - 1`,
  paid: (owner) => fragment`and c.voided_at is null and ${paidOf(owner)} = c.amount`,
  void: () => fragment`and c.voided_at is not null`,
};

const stillOwed = (owner: string, day: string) => fragment`
  and c.id in (
    select o.id from charges o
      left join appointments a
        on a.owner_id = o.owner_id and a.id = o.appointment_id and a.status <> 'cancelled' and o.created_by is null
      left join charge_payments v on v.owner_id = o.owner_id and v.charge_id = o.id and v.voided_at is null
     where o.owner_id = ${owner} and o.voided_at is null and coalesce(a.date, o.date) <= ${day}
     group by o.id, o.amount having o.amount > coalesce(sum(v.amount), 0))`;

export const isListed = (owner: string, filter: ChargeFilter) => {
  const { from, to, patientId, patientIds, appointmentId, status, withoutInvoice, ids, owedOn } = filter;
  return fragment`
    c.owner_id = ${owner}
    ${from === undefined ? NOTHING : fragment`and c.date >= ${from}`}
    ${to === undefined ? NOTHING : fragment`and c.date <= ${to}`}
    ${patientId === undefined ? NOTHING : fragment`and c.patient_id = ${patientId}`}
    ${patientIds === undefined ? NOTHING : fragment`and c.patient_id = any (${patientIds}::uuid[])`}
    ${appointmentId === undefined ? NOTHING : fragment`and c.appointment_id = ${appointmentId}`}
    ${ids === undefined ? NOTHING : fragment`and c.id = any (${ids}::uuid[])`}
    ${status === undefined ? fragment`and c.voided_at is null` : HAS_STATUS[status](owner)}
    ${withoutInvoice ? fragment`and c.voided_at is null and c.invoice_number is null and ${paidOf(owner)} > 0` : NOTHING}
    ${owedOn === undefined ? NOTHING : stillOwed(owner, owedOn)}`;
};

export type Position = Pick<StoredCharge, 'id' | 'date'>;

const positionOf = (owner: string, { id }: Position) => fragment`
  (select o.date, o.created_at, o.id from charges o where o.owner_id = ${owner} and o.id = ${id})`;

/** The condition on the date lets the index skip what came before. */
export const isBefore = (owner: string, one: Position) => fragment`
  and c.date <= ${one.date} and (c.date, c.created_at, c.id) < ${positionOf(owner, one)}`;
const isAfter = (owner: string, one: Position) => fragment`
  and c.date >= ${one.date} and (c.date, c.created_at, c.id) > ${positionOf(owner, one)}`;

/** By date, the last ones first. */
export async function findCharges(
  db: OwnerSql,
  filter: ChargeFilter,
  { limit, offset = 0, after }: ChargeWindow,
  cipher: FieldCipher,
): Promise<StoredCharge[]> {
  const rows = await db<ChargeRow[]>`
    ${selectCharges(db.owner)}
     where ${isListed(db.owner, filter)} ${after ? isBefore(db.owner, after) : NOTHING}
     order by c.date desc, c.created_at desc, c.id desc limit ${limit ?? null} offset ${offset}`;
  return rows.map((row) => toCharge(db.owner, row, cipher));
}

/** The charges of a period and the charges that were paid in it, void ones included, by date, the first ones first. */
export async function findChargesAndPaidIn(
  db: OwnerSql,
  { from, to }: { from: string; to: string },
  { limit, after }: Pick<ChargeWindow, 'limit' | 'after'>,
  cipher: FieldCipher,
): Promise<StoredCharge[]> {
  const rows = await db<ChargeRow[]>`
    ${selectCharges(db.owner)}
     where c.owner_id = ${db.owner} and (c.date between ${from} and ${to} or c.id in (
       select charge_id from charge_payments where owner_id = ${db.owner} and date between ${from} and ${to}))
       ${after ? isAfter(db.owner, after) : NOTHING}
     order by c.date, c.created_at, c.id limit ${limit ?? null}`;
  return rows.map((row) => toCharge(db.owner, row, cipher));
}

interface ChargeSums {
  total: number;
  totals: ChargeTotals;
  due: number;
}

/** How many charges are listed, what they add up to, and what is pending of the charges up to today. */
export async function sumCharges(db: OwnerSql, filter: ChargeFilter, today: string): Promise<ChargeSums> {
  const where = isListed(db.owner, filter);
  const [[sums], payments] = await Promise.all([
    db<[{ total: number; charged: number; past: number }]>`
      select count(*)::int as total, coalesce(sum(c.amount) filter (where c.voided_at is null), 0)::float8 as charged,
             coalesce(sum(c.amount) filter (where c.voided_at is null and c.date <= ${today}), 0)::float8 as past
        from charges c where ${where}`,
    db<{ method: PaymentMethod; paid: number; past: number }[]>`
      select p.method, sum(p.amount)::float8 as paid,
             coalesce(sum(p.amount) filter (where c.date <= ${today}), 0)::float8 as past
        from charges c
        join charge_payments p on p.owner_id = c.owner_id and p.charge_id = c.id and p.voided_at is null
       where ${where} and c.voided_at is null
       group by p.method`,
  ]);
  const byMethod = Object.fromEntries(METHODS.map((method) => [method, 0])) as ChargeTotals['byMethod'];
  for (const { method, paid } of payments) byMethod[method] = paid;
  const paid = payments.reduce((sum, one) => sum + one.paid, 0);
  const { total, charged } = sums;
  const due = sums.past - payments.reduce((sum, { past }) => sum + past, 0);
  return { total, totals: { charged, paid, pending: charged - paid, byMethod }, due };
}
