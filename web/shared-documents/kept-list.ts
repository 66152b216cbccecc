import { TICKET_MINUTES } from '#contract/share-page';
import type { OpenedShare } from '#contract/shares';

/** The documents of a link that was opened, with the instant until which the ticket works. */
export interface KeptList extends OpenedShare {
  until: number;
}

/** A ticket that is about to end may have ended when the server reads it. */
const MARGIN_MS = 20_000;

export const listFrom = (opened: OpenedShare, openedAt: number): KeptList => ({
  ...opened,
  until: openedAt + TICKET_MINUTES * 60_000 - MARGIN_MS,
});

export const isOver = ({ until }: KeptList, now = Date.now()): boolean => now >= until;

/**
 * The list in this entry of the history. Inside other applications a document replaces the page, and Back must not ask
 * for the birth date again. No other page and no other tab can read the list.
 */
export function readKeptList(): KeptList | undefined {
  const kept: KeptList | undefined = history.state?.list;
  return kept && !isOver(kept) ? kept : undefined;
}

export const keepList = (list: KeptList | undefined): void => history.replaceState({ ...history.state, list }, '');
