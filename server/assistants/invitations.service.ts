import type { z } from 'zod';
import type { acceptInvitation as acceptEndpoint, getInvitation as getEndpoint } from '#contract/assistants';
import { accountRole, logInAssistant } from '#server/auth/assistant-account.service';
import type { Device } from '#server/auth/login-device.service';
import type { Deps } from '#server/deps';
import { AppError } from '#server/platform/app-error';
import { tokenHash } from '#server/platform/crypto/tokens';
import type { IdentityTx } from '#server/platform/database/database';
import { acceptInvitation as accept, findInvitation, type OpenInvitation } from './invitations.store.ts';

type InvitationDeps = Parameters<typeof logInAssistant>[0];
type Shown = z.output<(typeof getEndpoint)['reply']>;
type Accepted = z.input<(typeof acceptEndpoint)['reply']>;

export async function getInvitation(deps: Pick<Deps, 'identity' | 'now'>, token: string): Promise<Shown> {
  const { professional, name, email } = await requireInvitation(deps, token);
  const hasAccount = (await accountRole(deps.identity, email)) === 'assistant';
  return { professional, name, email, hasAccount };
}

/** Accepts with the password of the person's account, or creates the account with it, and logs in. */
export async function acceptInvitation(
  deps: InvitationDeps,
  { token, password }: { token: string; password: string },
  device: Device,
): Promise<Accepted> {
  const { id, ownerId, name, email } = await requireInvitation(deps, token);
  const at = deps.now();
  const grant = async (tx: IdentityTx, accountId: string) => {
    if (!(await accept(tx, { id, tokenHash: tokenHash(token), accountId, at }))) throw new AppError('LINK_ENDED');
    const { address } = device;
    return { act: 'assistant.accepted', at, actorId: accountId, ownerId, subjectId: id, address } as const;
  };
  return logInAssistant(deps, { name, credentials: { email, password }, device, grant });
}

/** An unknown, ended, used or expired link is refused in the same way. */
async function requireInvitation(
  { identity, now }: Pick<Deps, 'identity' | 'now'>,
  token: string,
): Promise<OpenInvitation> {
  const invitation = await findInvitation(identity, tokenHash(token), now());
  if (!invitation) throw new AppError('LINK_ENDED');
  return invitation;
}
