import type { Region } from '#contract/regions';
import type { MailSql } from '#server/platform/database/database';

/** On whose behalf a mail is sent. */
export interface Professional {
  name: string;
  email: string;
  region: Region | undefined;
}

/** Undefined for a closed account, which this role does not see. */
export async function findProfessional(db: MailSql, id: string): Promise<Professional | undefined> {
  const [row] = await db<[{ name: string; email: string; region: Region | null }?]>`
    select name, email, region from users where id = ${id}`;
  return row && { ...row, region: row.region ?? undefined };
}
