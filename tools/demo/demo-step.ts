import type { AppDeps } from '#server/app';
import type { Owner } from '#server/auth/owner';
import type { Person } from './visits.ts';

/** Something that happened in a practice, and when. */
export interface DemoStep {
  at: Date;
  /** Whether it needs more than one transaction, or another role than that of the tenant. */
  isOnItsOwn?: boolean;
  /** Allowed after the plan has expired. */
  isReading?: boolean;
  /** Whether the assistant did it for the professional. */
  byAssistant?: boolean;
  run(deps: AppDeps, owner: Owner): Promise<unknown>;
}

export const later = (time: Date, minutes: number): Date => new Date(time.getTime() + minutes * 60_000);

/** The patients of a history are created before they visit. */
export function idOf({ id, input }: Person): string {
  if (!id) throw new Error(`${input.name} was not created yet`);
  return id;
}
