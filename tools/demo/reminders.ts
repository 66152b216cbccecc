import { timeZoneOf } from '#contract/regions';
import { ReminderSettings } from '#contract/reminder-settings';
import { answerAsPatient } from '#server/agenda/patient-answer.service';
import type { AppDeps } from '#server/app';
import { PATIENT_BY_LINK } from '#server/audit/audit.store';
import type { Owner } from '#server/auth/owner';
import type { MailOutcome } from '#server/mail/composed-mail';
import { finishMessage } from '#server/reminders/message-mail.service';
import { queueMessages } from '#server/reminders/messages.service';
import { putReminderSettings } from '#server/reminders/reminder-settings.service';
import { sendReminder } from '#server/reminders/reminders.service';
import type { Professional } from './accounts.ts';
import { type DemoStep, idOf, later } from './demo-step.ts';
import { remindingSince } from './messages.ts';
import type { Message, Visit } from './visits.ts';

/** The addresses of patients are of the networks for documentation (RFC 5737). */
export const PATIENT_ADDRESS = '198.51.100.23';

export const settingsStep = ({ place, phone }: Professional['reminders'], now: Date): DemoStep => ({
  at: remindingSince(now),
  run: (deps, owner) => {
    const settings = { enabled: true, onBooking: true, hoursBefore: [24, 3], cancelNoticeHours: 12, allowMove: true };
    return putReminderSettings(deps, owner, ReminderSettings.parse({ ...settings, place, phone, message: '' }));
  },
});

/** The messages to a patient about a visit. */
export const messageSteps = (visit: Visit, appointmentId: () => string): DemoStep[] =>
  (visit.messages ?? []).map((message) => ({
    at: message.kind === 'booking' ? later(message.at, 1) : message.at,
    run: (deps, owner) =>
      message.outcome === 'whatsapp'
        ? sendReminder(deps, owner, appointmentId(), 'whatsapp')
        : sendMail(deps, owner, { visit, message, id: appointmentId() }),
  }));

interface SentMail {
  visit: Visit;
  message: Message;
  id: string;
}

/** A demonstration sends nothing: a message is queued without its mail, and finished as the mail would have been. */
async function sendMail(deps: AppDeps, owner: Owner, { visit, message, id }: SentMail): Promise<void> {
  const { person, day: date, time, duration } = visit;
  const { kind, outcome } = message;
  const at = deps.now();
  const timeZone = timeZoneOf(owner.user.region);
  const about = { kind, patientId: idOf(person), visits: [{ id, date, time, duration }] as const, timeZone };
  const [reminderId] = await deps.tenantTransaction(owner.id, (tx) =>
    queueMessages(deps, tx, [{ ...about, previous: undefined, deletedRevision: undefined }], at),
  );
  if (outcome === 'waiting') return;
  const to = person.input.email ?? undefined;
  const result: MailOutcome =
    outcome === 'sent' ? { status: 'sent', to } : { status: 'failed', failure: 'EENVELOPE 550', to };
  await finishMessage(deps, { ownerId: owner.id, parameters: { reminderId }, createdAt: at }, result);
}

/** What the patient did with the link of a message. */
export function answerSteps(visit: Visit, appointmentId: () => string): DemoStep[] {
  const { answer: given, status, day: date, time } = visit;
  if (!given) return [];
  const { at, ...answer } = given;
  return [
    {
      at,
      run: (deps, owner) => {
        const actor = { id: owner.id, actorId: PATIENT_BY_LINK, address: PATIENT_ADDRESS };
        const appointment = { id: appointmentId(), timeZone: timeZoneOf(owner.user.region) };
        return answerAsPatient(deps, actor, appointment, async (_tx, current) => ({
          ...answer,
          after: { ...current, status, date, time },
        }));
      },
    },
  ];
}
