import { timeZoneOf } from '#contract/regions';
import { findSenderOfLink, type LinkSenderDeps } from '#server/appointment-links/link-sender.service';
import { openAccount } from '#server/auth/open-account.service';
import { findSlugOwner } from '#server/booking/booking-page.service';
import { findSenderOfWaitingLink } from '#server/booking/waiting-link.service';
import { AppError } from '#server/platform/app-error';
import { findSenderOfShare } from '#server/shares/open-share.service';

export type RecipientDeps = LinkSenderDeps;

/** The professional towards whom somebody exercises a right. */
export interface Recipient {
  ownerId: string;
  professional: string;
  timeZone: string;
}

type FindOwner = (deps: RecipientDeps, token: string) => Promise<string | undefined>;

/** The links that people receive. Each function finds the professional who sent one. */
const LINKS: readonly FindOwner[] = [findSenderOfLink, findSenderOfWaitingLink, findSenderOfShare];

async function findLinkOwner(deps: RecipientDeps, token: string): Promise<string | undefined> {
  for (const findOwner of LINKS) {
    const ownerId = await findOwner(deps, token);
    if (ownerId) return ownerId;
  }
  return undefined;
}

/** A closed account is answered like an unknown one. */
async function toRecipient(deps: RecipientDeps, ownerId: string | undefined): Promise<Recipient | undefined> {
  const account = ownerId === undefined ? undefined : await openAccount(deps, ownerId);
  return account && ownerId ? { ownerId, professional: account.name, timeZone: timeZoneOf(account.region) } : undefined;
}

export async function recipientBySlug(deps: RecipientDeps, slug: string): Promise<Recipient> {
  const recipient = await toRecipient(deps, await findSlugOwner(deps, slug));
  if (!recipient) throw new AppError('NOT_FOUND');
  return recipient;
}

export async function recipientByLink(deps: RecipientDeps, token: string): Promise<Recipient> {
  const recipient = await toRecipient(deps, await findLinkOwner(deps, token));
  if (!recipient) throw new AppError('LINK_ENDED');
  return recipient;
}
