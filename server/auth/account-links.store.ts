import type { IdentityTx } from '#server/platform/database/database';

type Purpose = 'recovery' | 'email-confirmation';

/** The account of a link, whether or not it can still be used. */
export async function userOfLink(
  tx: IdentityTx,
  { tokenHash, purpose }: { tokenHash: Buffer; purpose: Purpose },
): Promise<string | undefined> {
  const [row] = await tx<[{ userId: string }?]>`
    select user_id as "userId" from account_links where token_hash = ${tokenHash} and purpose = ${purpose}`;
  return row?.userId;
}

/**
 * Uses a link and returns its account. Undefined when the link was used before, has expired or never existed, and when
 * the account is closed: this role does not see closed accounts.
 */
export async function useLink(
  tx: IdentityTx,
  { tokenHash, purpose }: { tokenHash: Buffer; purpose: Purpose },
  now: Date,
): Promise<string | undefined> {
  const [row] = await tx<[{ userId: string }?]>`
    update account_links set used_at = ${now}
     where token_hash = ${tokenHash} and purpose = ${purpose} and used_at is null and expires_at > ${now}
       and user_id in (select u.id from users u)
    returning user_id as "userId"`;
  return row?.userId;
}

/** The other links of an account for the same purpose end when one was used, or when they are no longer needed. */
export async function endLinks(tx: IdentityTx, userId: string, purpose: Purpose, now: Date): Promise<void> {
  await tx`
    update account_links set used_at = ${now}
     where user_id = ${userId} and purpose = ${purpose} and used_at is null`;
}

/** False when it was confirmed before. */
export async function confirmEmailOf(tx: IdentityTx, userId: string, now: Date): Promise<boolean> {
  const confirmed = await tx`
    update users set email_confirmed_at = ${now} where id = ${userId} and email_confirmed_at is null`;
  return confirmed.count === 1;
}
