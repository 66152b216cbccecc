import type { Region } from '#contract/regions';
import type { IdentitySql } from '#server/platform/database/database';

export interface OpenAccount {
  name: string;
  email: string;
  region: Region | undefined;
}

/** To this role a closed account does not exist. */
export async function findOpenAccount(db: IdentitySql, id: string): Promise<OpenAccount | undefined> {
  const [row] = await db<[{ name: string; email: string; region: Region | null }?]>`
    select name, email, region from users where id = ${id}`;
  return row && { ...row, region: row.region ?? undefined };
}
