import type { Appointment } from '#contract/agenda';
import type { PatientAnswer } from '#contract/reminder-states';
import { type Actor, recordAll } from '#server/audit/audit.store';
import { AppError } from '#server/platform/app-error';
import type { OwnerTx } from '#server/platform/database/database';
import { lockOwner } from '#server/platform/database/lock-owner';
import { storeAnswer } from '#server/reminders/reminder-states.service';
import type { AgendaDeps } from './agenda.service.ts';
import { writeRevisions } from './appointment-change.service.ts';
import { lockAppointment } from './appointment-change.store.ts';
import { noticeOfOwnMove, planChangedVisits } from './patient-notices.service.ts';

interface Decision {
  answer: PatientAnswer['answer'];
  reason?: string | undefined;
  /** The appointment as the patient wants it. */
  after: Appointment;
}

/**
 * Changes an appointment as its patient answers. `decide` sees the appointment while no other request can change the
 * agenda, refuses what is not allowed, and returns undefined for an answer that was given before. The patient gets a
 * mail about their own act only for a move, because their calendar has the former hour.
 */
export function answerAsPatient(
  deps: AgendaDeps,
  actor: Actor,
  { id, timeZone }: { id: string; timeZone: string },
  decide: (tx: OwnerTx, current: Appointment, at: Date) => Promise<Decision | undefined>,
): Promise<void> {
  return deps.tenantTransaction(actor.id, async (tx) => {
    const [, before] = await Promise.all([lockOwner(tx), lockAppointment(tx, id, deps.cipher)]);
    if (!before) throw new AppError('LINK_ENDED');
    const at = deps.now();
    const decision = await decide(tx, before, at);
    if (!decision) return;
    const { answer, reason, after } = decision;
    const { changed, entries } = await writeRevisions(tx, deps, actor, [{ before, after }], at);
    await planChangedVisits(tx, changed, { timeZone, at });
    const from = answer === 'moved' ? { date: before.date, time: before.time } : undefined;
    await storeAnswer(tx, deps, id, { answer, reason, from, at });
    if (from) await noticeOfOwnMove(deps, tx, { before, after }, { timeZone, at });
    await recordAll(tx, entries, deps.cipher);
  });
}
