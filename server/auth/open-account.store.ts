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

/** What everybody may see of a professional who offers hours. */
export interface OpenProfile {
  name: string;
  profession: string | undefined;
  specialty: string | undefined;
  city: string | undefined;
  region: Region | undefined;
}

type ProfileRow = { [Field in keyof OpenProfile]: OpenProfile[Field] | null } & { name: string };

export async function findOpenProfile(db: IdentitySql, id: string): Promise<OpenProfile | undefined> {
  const [row] = await db<[ProfileRow?]>`select name, profession, specialty, city, region from users where id = ${id}`;
  return (
    row && {
      name: row.name,
      profession: row.profession ?? undefined,
      specialty: row.specialty ?? undefined,
      city: row.city ?? undefined,
      region: row.region ?? undefined,
    }
  );
}
