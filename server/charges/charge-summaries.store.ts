import type { ChargedMonth } from '#contract/charge-summaries';
import type { OwnerSql } from '#server/platform/database/database';

/** What was charged and what was paid in each month of a period. A month without either is missing. */
export async function sumsByMonth(
  db: OwnerSql,
  { from, until }: { from: string; until: string },
): Promise<Map<string, Omit<ChargedMonth, 'month'>>> {
  const [charged, paid] = await Promise.all([
    db<{ month: string; sum: number }[]>`
      select to_char(date, 'YYYY-MM') as month, sum(amount)::float8 as sum from charges
       where owner_id = ${db.owner} and voided_at is null and date >= ${from} and date < ${until} group by 1`,
    db<{ month: string; sum: number }[]>`
      select to_char(date, 'YYYY-MM') as month, sum(amount)::float8 as sum from charge_payments
       where owner_id = ${db.owner} and voided_at is null and date >= ${from} and date < ${until} group by 1`,
  ]);
  const [chargedIn, paidIn] = [charged, paid].map((rows) => new Map(rows.map(({ month, sum }) => [month, sum])));
  const months = new Set([...charged, ...paid].map(({ month }) => month));
  return new Map(
    [...months].map((month) => [month, { charged: chargedIn?.get(month) ?? 0, paid: paidIn?.get(month) ?? 0 }]),
  );
}

/** What is known of the valid charges of the appointments of a period. */
export async function chargesOfAppointments(
  db: OwnerSql,
  { from, to }: { from: string; to: string },
): Promise<{ appointmentId: string; chargeId: string; amount: number; paid: number }[]> {
  return db<{ appointmentId: string; chargeId: string; amount: number; paid: number }[]>`
    select a.id as "appointmentId", c.id as "chargeId", c.amount,
           coalesce((select sum(v.amount) from charge_payments v
                      where v.owner_id = ${db.owner} and v.charge_id = c.id and v.voided_at is null), 0)::float8 as paid
      from appointments a
      join charges c on c.owner_id = a.owner_id and c.appointment_id = a.id and c.voided_at is null
     where a.owner_id = ${db.owner} and a.date >= ${from} and a.date <= ${to}
     order by a.date, a.start_minute, a.id`;
}
