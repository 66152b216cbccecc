import { CONFIRMATION_SENT_MESSAGE } from '#contract/recovery';
import { record } from '#server/audit/audit.store';
import type { Deps } from '#server/deps';
import { hashOfToken } from '#server/mail/delivery';
import { enqueueMail } from '#server/mail/outbox';
import { AppError } from '#server/platform/app-error';
import { confirmEmailOf, endLinks, useLink, userOfLink } from './account-links.store.ts';
import { lockAccount } from './auth.store.ts';
import type { Owner } from './owner.ts';

type ConfirmationDeps = Pick<Deps, 'identityTransaction' | 'now' | 'cipher' | 'sendsMail'>;

export async function confirmEmail(deps: ConfirmationDeps, token: string, address: string): Promise<undefined> {
  if (!deps.sendsMail) throw new AppError('NOT_FOUND');
  const at = deps.now();
  await deps.identityTransaction(async (tx) => {
    const link = { tokenHash: hashOfToken(token), purpose: 'email-confirmation' } as const;
    // Two links of one account that are used at the same time would wait for each other.
    const owner = await userOfLink(tx, link);
    if (owner) await lockAccount(tx, owner);
    const userId = await useLink(tx, link, at);
    if (!userId) throw new AppError('LINK_INVALID');
    await endLinks(tx, userId, 'email-confirmation', at);
    if (await confirmEmailOf(tx, userId, at))
      await record(tx, { act: 'email.confirmed', at, actorId: userId, address });
  });
}

/** Answers the same when the address is confirmed already, and sends nothing then. */
export async function requestConfirmationMail(
  deps: ConfirmationDeps,
  { id, user }: Owner,
): Promise<{ message: string }> {
  if (!deps.sendsMail) throw new AppError('NOT_FOUND');
  if (user.emailUnconfirmed) {
    const mail = { kind: 'email-confirmation', userId: id } as const;
    await deps.identityTransaction((tx) => enqueueMail(deps, tx, mail, deps.now()));
  }
  return { message: CONFIRMATION_SENT_MESSAGE };
}
