import type { User } from '#contract/auth';
import { setPasskeyOffered, wasPasskeyOffered } from '#web/platform/device-choices.ts';

/** The account to which a passkey is offered. Not stored: the offer belongs to the visit that began with the login. */
let due: string | undefined;

/** Called after a login by password. Offers once for each account in this browser, and not with a temporary password. */
export function offerPasskeyTo({ _id, mustChangePassword }: User): void {
  due = mustChangePassword || wasPasskeyOffered(_id) ? undefined : _id;
}

export const isPasskeyOfferDue = (userId: string): boolean => due === userId;

/** The account has a passkey: nothing is offered in this visit. */
export function withdrawPasskeyOffer(): void {
  due = undefined;
}

/** The offer was answered, or a passkey was used on this device. */
export function endPasskeyOffer(userId: string): void {
  due = undefined;
  setPasskeyOffered(userId);
}
