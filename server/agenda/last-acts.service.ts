import type { Appointment, AssistantAct } from '#contract/agenda';
import type { Actor } from '#server/audit/audit.store';
import { assistantNames } from '#server/auth/account-names.service';
import type { Deps } from '#server/deps';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';
import { isServingAssistant } from '#server/platform/database/request-role';
import { withReminderStates } from '#server/reminders/reminder-states.service';
import { lastActs, type StoredAct, storeAct } from './last-acts.store.ts';
import { isMoved, type Revision } from './patient-notices.service.ts';

/** The act of an assistant. Undefined when the professional or the patient acts. */
const toStoredAct = (actor: Actor, act: AssistantAct, at: Date): StoredAct | undefined =>
  isServingAssistant() ? { accountId: actor.actorId ?? actor.id, act, at } : undefined;

/** What is stored as the last act of an assistant when an appointment is changed. */
export function actOfChange(actor: Actor, revision: Revision, at: Date): StoredAct | undefined {
  const { before, after } = revision;
  if (isMoved(revision)) return toStoredAct(actor, 'moved', at);
  return toStoredAct(actor, before.status === after.status ? 'changed' : 'status-changed', at);
}

/** Stores who created appointments, if it was an assistant. */
export async function storeCreation(tx: OwnerTx, actor: Actor, ids: readonly string[], at: Date): Promise<void> {
  const act = toStoredAct(actor, 'created', at);
  if (act) await storeAct(tx, ids, act);
}

/** Adds to appointments what became of their reminders, and what an assistant did last. */
export async function withRemindersAndLastAct<Item extends { _id: string }>(
  db: OwnerSql,
  deps: Pick<Deps, 'cipher' | 'identity'>,
  appointments: readonly Item[],
) {
  const [withReminders, acts] = await Promise.all([
    withReminderStates(db, deps, appointments),
    readLastActs(db, deps, appointments),
  ]);
  return withReminders.map((one) => ({ ...one, lastAct: acts.get(one._id) }));
}

async function readLastActs(
  db: OwnerSql,
  deps: Pick<Deps, 'identity'>,
  appointments: readonly { _id: string }[],
): Promise<Map<string, Appointment['lastAct']>> {
  if (appointments.length === 0) return new Map();
  const acts = await lastActs(
    db,
    appointments.map(({ _id }) => _id),
  );
  const accountIds = [...new Set([...acts.values()].map(({ accountId }) => accountId))];
  const names = await assistantNames(deps, db.owner, accountIds);
  return new Map(
    [...acts].map(([id, { accountId, act, at }]) => [
      id,
      { act, by: names.get(accountId) ?? 'Secretaría', at: at.toISOString() },
    ]),
  );
}
