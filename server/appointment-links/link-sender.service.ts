import { findLinked, type LinkDeps } from './open-link.ts';

export type LinkSenderDeps = LinkDeps;

/** The professional of a link that leads somewhere. A blocked patient keeps their rights, so their link counts. */
export const findSenderOfLink = async (deps: LinkSenderDeps, token: string): Promise<string | undefined> =>
  (await findLinked(deps, token))?.opened.ownerId;
