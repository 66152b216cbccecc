import { randomUUID } from 'node:crypto';
import type { TestApp } from './test-app.ts';

export type LinkPurpose = 'recovery' | 'email-confirmation';

/** The token of a link as a mail carries it, for an hour. */
export async function accountLink(
  { sql, deps }: Pick<TestApp, 'sql' | 'deps'>,
  userId: string,
  purpose: LinkPurpose,
): Promise<string> {
  const token = randomUUID();
  const at = deps.now();
  await sql`
    insert into account_links (token_hash, user_id, purpose, created_at, expires_at)
    values (sha256(${Buffer.from(token)}), ${userId}, ${purpose}, ${at}, ${new Date(at.getTime() + 3600 * 1000)})`;
  return token;
}
