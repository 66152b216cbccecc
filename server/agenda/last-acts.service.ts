import type { Appointment, AssistantAct } from '#contract/agenda';
import type { Actor } from '#server/audit/audit.store';
import { assistantNames } from '#server/auth/account-names.service';
import type { Deps } from '#server/deps';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';
import { isServingAssistant } from '#server/platform/database/request-role';
import { withReminderStates } from '#server/reminders/reminder-states.service';
import { appointmentsWithIds } from './agenda.store.ts';
import type { StoredAppointment } from './appointment-row.ts';
import { type StoredAct, storeAct } from './last-acts.store.ts';
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

/** Adds to appointments the states of their reminders, and the name of the assistant who acted last. */
export async function withRemindersAndLastAct(
  db: OwnerSql,
  deps: Pick<Deps, 'cipher' | 'identity'>,
  appointments: readonly StoredAppointment[],
): Promise<Appointment[]> {
  const accountIds = new Set(appointments.flatMap(({ acted }) => acted?.accountId ?? []));
  const [withReminders, names] = await Promise.all([
    withReminderStates(db, deps, appointments),
    assistantNames(deps, db.owner, [...accountIds]),
  ]);
  return withReminders.map(({ acted, ...appointment }) => ({
    ...appointment,
    lastAct: acted && {
      act: acted.act,
      by: names.get(acted.accountId) ?? 'Secretaría',
      at: acted.at.toISOString(),
    },
  }));
}

/** An appointment as it is shown after a change. */
export async function shownAppointment(
  tx: OwnerTx,
  deps: Pick<Deps, 'cipher' | 'identity'>,
  id: string,
): Promise<Appointment> {
  const [shown] = await withRemindersAndLastAct(tx, deps, await appointmentsWithIds(tx, [id], deps.cipher));
  if (!shown) throw new Error('a changed appointment is gone');
  return shown;
}
