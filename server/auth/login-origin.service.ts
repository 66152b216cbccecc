import { createHash } from 'node:crypto';
import type { Deps } from '#server/deps';
import { enqueueMail } from '#server/mail/outbox';
import { truncateAddress } from '#server/platform/address';
import type { IdentityTx } from '#server/platform/database/database';
import { hasOrigins, insertOrigin, touchOrigin } from './login-origin.store.ts';

interface Login {
  userId: string;
  address: string;
  userAgent: string | undefined;
  at: Date;
}

/** Remembers the browser and network of a login. The owner is told about each new origin after the first one. */
export async function rememberLoginOrigin(
  deps: Pick<Deps, 'cipher' | 'sendsMail'>,
  tx: IdentityTx,
  { userId, address, userAgent, at }: Login,
): Promise<void> {
  if (!deps.sendsMail) return;
  const network = truncateAddress(address);
  const origin = originOf(userId, userAgent, network);
  if (await touchOrigin(tx, userId, origin, at)) return;
  const isFirst = !(await hasOrigins(tx, userId));
  await insertOrigin(tx, userId, origin, at);
  if (!isFirst) await enqueueMail(deps, tx, { kind: 'new-device', userId, network }, at);
}

/** The hash leaves out the numbers of versions, which change every few weeks. */
const originOf = (userId: string, userAgent: string | undefined, network: string): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([userId, (userAgent ?? '').replaceAll(/[\d._]+/g, ''), network]))
    .digest();
