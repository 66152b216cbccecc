import type { AccessEntry, AccessLogQuery } from '#contract/access-log';
import {
  type Assistant,
  type AssistantInvitation,
  type AssistantPermissions,
  FREE_ASSISTANT_LIMIT,
  INVITATION_DAYS,
  type InvitedAssistant,
  MAX_ASSISTANTS,
} from '#contract/assistants';
import { isPaid } from '#contract/plans';
import { actorLog } from '#server/access-log/access-log.service';
import { actBy, record } from '#server/audit/audit.store';
import { accountRole, lockOwnAccount, requireNoOtherRole } from '#server/auth/assistant-account.service';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { invitationAddress } from '#server/links/link-address';
import { enqueueMailOfOwner } from '#server/mail/outbox';
import { AppError } from '#server/platform/app-error';
import { newToken, tokenHash } from '#server/platform/crypto/tokens';
import type { IdentityTx } from '#server/platform/database/database';
import { planAndPatientCount } from '#server/platform/plans.store';
import { uuidv7 } from '#server/platform/uuid';
import * as store from './assistants.store.ts';

type AssistantsDeps = Pick<Deps, 'identity' | 'identityTransaction' | 'now'>;
type InvitingDeps = AssistantsDeps & Pick<Deps, 'cipher' | 'sendsMail' | 'publicUrl' | 'countsTestPayments'>;

const DAY_MS = 24 * 3600 * 1000;

export const listAssistants = ({ identity }: Pick<Deps, 'identity'>, owner: Owner): Promise<Assistant[]> =>
  store.openAssistants(identity, owner.id);

/**
 * Invites a person, by mail where mail is sent. Whoever has the link accepts: only the mail and the answer have it. A
 * second invitation of the same address takes the place of the first.
 */
export async function inviteAssistant(
  deps: InvitingDeps,
  owner: Owner,
  invitation: AssistantInvitation,
): Promise<InvitedAssistant> {
  // An administrator has no agenda.
  if (owner.role !== 'professional') throw new AppError('NOT_ALLOWED');
  requireNoOtherRole(await accountRole(deps.identity, invitation.email));
  const at = deps.now();
  const token = newToken();
  const expiresAt = new Date(at.getTime() + INVITATION_DAYS * DAY_MS);
  const invited = { ownerId: owner.id, invitation, tokenHash: tokenHash(token), at, expiresAt };
  return deps.identityTransaction(async (tx) => {
    // Two invitations at once would pass the limit together.
    await lockOwnAccount(tx, owner);
    const open = await store.openAssistants(tx, owner.id);
    const same = open.find(({ email }) => email === invitation.email);
    if (same && same.status !== 'invited') throw new AppError('ASSISTANT_EXISTS');
    if (!same) await requireRoom(deps, tx, { ownerId: owner.id, count: open.length });
    const assistant = same
      ? await store.replaceInvitation(tx, { ...invited, id: same._id })
      : await store.insertInvitation(tx, { ...invited, id: uuidv7(at) });
    // The person accepted the former invitation at this moment.
    if (!assistant) throw new AppError('ASSISTANT_EXISTS');
    const mail = { kind: 'assistant-invitation', parameters: { token } } as const;
    await enqueueMailOfOwner(deps, tx, { owner: owner.id, mail, at });
    await record(tx, { ...actBy(owner, assistant._id), act: 'assistant.invited', at });
    return { ...assistant, url: invitationAddress(deps.publicUrl, token) };
  });
}

async function requireRoom(
  { now, countsTestPayments }: InvitingDeps,
  tx: IdentityTx,
  { ownerId, count }: { ownerId: string; count: number },
): Promise<void> {
  if (count >= MAX_ASSISTANTS) throw new AppError('TOO_MANY_ASSISTANTS');
  if (count < FREE_ASSISTANT_LIMIT) return;
  const { plan } = await planAndPatientCount(tx, ownerId, countsTestPayments);
  if (!isPaid(plan, now())) throw new AppError('ASSISTANT_LIMIT');
}

export function changeAssistant(
  deps: AssistantsDeps,
  owner: Owner,
  id: string,
  permissions: AssistantPermissions,
): Promise<Assistant> {
  return deps.identityTransaction(async (tx) => {
    const changed = await store.replacePermissions(tx, { ownerId: owner.id, id }, permissions);
    if (!changed) throw new AppError('NOT_FOUND');
    await record(tx, { ...actBy(owner, id), act: 'assistant.changed', at: deps.now() });
    return changed;
  });
}

/** Lets an assistant whose access a restored backup brought back act again. */
export function confirmAssistant(deps: AssistantsDeps, owner: Owner, id: string): Promise<Assistant> {
  return deps.identityTransaction(async (tx) => {
    const access = await store.findAccess(tx, { ownerId: owner.id, id });
    if (!access) throw new AppError('NOT_FOUND');
    if (access.status === 'active') return access;
    await store.storeConfirmation(tx, { ownerId: owner.id, id });
    await record(tx, { ...actBy(owner, id), act: 'assistant.confirmed', at: deps.now() });
    return { ...access, status: 'active' };
  });
}

/** Ends the access at the next request of the person, or the link of the invitation. */
export function endAssistant(deps: AssistantsDeps, owner: Owner, id: string): Promise<undefined> {
  const at = deps.now();
  return deps.identityTransaction(async (tx) => {
    if (!(await store.endAssistant(tx, { ownerId: owner.id, id }, at))) throw new AppError('NOT_FOUND');
    await record(tx, { ...actBy(owner, id), act: 'assistant.ended', at });
    return undefined;
  });
}

/** Answers also for a person whose access has ended. */
export async function listAssistantActs(
  deps: Parameters<typeof actorLog>[0],
  owner: Owner,
  id: string,
  query: AccessLogQuery,
): Promise<AccessEntry[]> {
  const found = await store.findAssistantAccount(deps.identity, { ownerId: owner.id, id });
  if (!found) throw new AppError('NOT_FOUND');
  return found.accountId ? actorLog(deps, owner, found.accountId, query) : [];
}
