import type { IdentitySql, IdentityTx } from '#server/platform/database/database';

/** Whether somebody has logged in to the account of that e-mail address on the device. */
export async function isKnownDevice(db: IdentitySql, tokenHash: Buffer, email: string): Promise<boolean> {
  const [row] = await db<[{ found: boolean }]>`
    select exists (select from known_devices d join users u on u.id = d.user_id
                    where d.token_hash = ${tokenHash} and u.email = ${email}) as found`;
  return row.found;
}

/** Whether somebody has logged in to the account of that challenge on the device. */
export async function isKnownToChallenge(db: IdentitySql, tokenHash: Buffer, challengeHash: Buffer): Promise<boolean> {
  const [row] = await db<[{ found: boolean }]>`
    select exists (select from known_devices d join login_challenges c on c.user_id = d.user_id
                    where d.token_hash = ${tokenHash} and c.token_hash = ${challengeHash}) as found`;
  return row.found;
}

/** Whether somebody has logged in to the account of that passkey on the device. */
export async function isKnownToPasskey(db: IdentitySql, tokenHash: Buffer, credentialId: Buffer): Promise<boolean> {
  const [row] = await db<[{ found: boolean }]>`
    select exists (select from known_devices d join passkeys p on p.user_id = d.user_id
                    where d.token_hash = ${tokenHash} and p.credential_id = ${credentialId}) as found`;
  return row.found;
}

/** Whether the token was given to a browser, for this account or for another one. */
export async function isIssuedToken(db: IdentitySql, tokenHash: Buffer): Promise<boolean> {
  const [row] = await db<[{ found: boolean }]>`
    select exists (select from known_devices where token_hash = ${tokenHash}) as found`;
  return row.found;
}

export async function rememberDevice(tx: IdentityTx, userId: string, tokenHash: Buffer, now: Date): Promise<void> {
  await tx`
    insert into known_devices (user_id, token_hash, last_used_at) values (${userId}, ${tokenHash}, ${now})
    on conflict (user_id, token_hash) do update set last_used_at = excluded.last_used_at`;
}

/** Forgets the device of a session, for that account. */
export async function forgetDeviceOf(tx: IdentityTx, userId: string, sessionId: string): Promise<void> {
  await tx`
    delete from known_devices
     where user_id = ${userId} and token_hash = (select device_token_hash from sessions where id = ${sessionId})`;
}

/** Forgets all devices of an account. */
export async function forgetDevices(tx: IdentityTx, userId: string): Promise<void> {
  await tx`delete from known_devices where user_id = ${userId}`;
}

/** Forgets all devices of an account but that of a session. */
export async function forgetOtherDevices(tx: IdentityTx, userId: string, sessionId: string): Promise<void> {
  await tx`
    delete from known_devices
     where user_id = ${userId}
       and token_hash is distinct from (select device_token_hash from sessions where id = ${sessionId})`;
}
