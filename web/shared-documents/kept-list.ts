import { TICKET_MINUTES } from '#contract/share-page';
import type { OpenedShare } from '#contract/shares';

/** The list of a right birth date, with the instant until which its ticket works. */
export interface KeptList extends OpenedShare {
  until: number;
}

/** A ticket that is about to end may have ended when its form arrives. */
const MARGIN_MS = 20_000;

export const listFrom = (opened: OpenedShare, openedAt: number): KeptList => ({
  ...opened,
  until: openedAt + TICKET_MINUTES * 60_000 - MARGIN_MS,
});

export const isOver = ({ until }: KeptList, now = Date.now()): boolean => now >= until;

/**
 * The list in this entry of the history. Inside other applications a document opens in the place of the page, and Back
 * must not ask for the birth date again. No other page and no other tab can read it.
 */
export function readKeptList(): KeptList | undefined {
  const kept: KeptList | undefined = history.state?.list;
  return kept && !isOver(kept) ? kept : undefined;
}

export const keepList = (list: KeptList | undefined): void => history.replaceState({ ...history.state, list }, '');
