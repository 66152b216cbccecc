import type { Modality, NewService, Service } from '#contract/services';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';

interface ServiceRow {
  id: string;
  name: string;
  duration: Service['duration'];
  price: number | null;
  modality: Modality;
  description: string | null;
  bookable: boolean;
  deposit: number | null;
}

const columns = fragment`id, name, duration, price, modality, description, bookable, deposit`;

const toService = ({ id, description, ...row }: ServiceRow): Service => ({
  _id: id,
  ...row,
  description: description ?? undefined,
});

export async function allServices(db: OwnerSql): Promise<Service[]> {
  const rows = await db<ServiceRow[]>`select ${columns} from services where owner_id = ${db.owner}`;
  return rows.map(toService);
}

export async function findService(db: OwnerSql, id: string): Promise<Service | undefined> {
  const [row] = await db<[ServiceRow?]>`
    select ${columns} from services where owner_id = ${db.owner} and id = ${id}`;
  return row && toService(row);
}

export async function insertService(
  tx: OwnerTx,
  id: string,
  { name, duration, price, modality, description, bookable, deposit }: NewService,
  at: Date,
): Promise<void> {
  await tx`
    insert into services (owner_id, id, name, duration, price, modality, description, bookable, deposit,
                          created_at)
    values (${tx.owner}, ${id}, ${name}, ${duration}, ${price}, ${modality}, ${description ?? null}, ${bookable},
            ${deposit}, ${at})`;
}

export async function replaceService(
  tx: OwnerTx,
  id: string,
  { name, duration, price, modality, description, bookable, deposit }: NewService,
): Promise<void> {
  await tx`
    update services
       set name = ${name}, duration = ${duration}, price = ${price}, modality = ${modality},
           description = ${description ?? null}, bookable = ${bookable}, deposit = ${deposit}
     where owner_id = ${tx.owner} and id = ${id}`;
}

/** False for an unknown one. */
export async function removeService(tx: OwnerTx, id: string): Promise<boolean> {
  const removed = await tx`delete from services where owner_id = ${tx.owner} and id = ${id}`;
  return removed.count === 1;
}
