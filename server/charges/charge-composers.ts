import { dayIn } from '#contract/days';
import { timeZoneOf } from '#contract/regions';
import { recordWithDetail } from '#server/audit/audit.store';
import type { Deps } from '#server/deps';
import { findPageSlug } from '#server/links/booking-page.store';
import { rightsAddress } from '#server/links/link-address';
import type { MailComposers, MailOutcome, OutgoingMail, QueuedComposedMail } from '#server/mail/composed-mail';
import { frameMail, paragraph, rightsLine } from '#server/mail/mail-frame';
import { findContacts } from '#server/patients/patient-contacts.service';
import type { Database } from '#server/platform/database/database';
import { professionalForMail } from '#server/reminders/professionals.service';
import { type ChargeMailParameters, chargeMessage } from './charge-reminders.service.ts';
import { finishReminder, isReminderPending } from './charge-reminders.store.ts';
import { pendingAmount } from './pending-charges.service.ts';

export type ChargeMailDeps = Pick<Database, 'mail'> &
  Pick<Deps, 'tenantRead' | 'tenantTransaction' | 'cipher' | 'now' | 'publicUrl'>;

/** How the mails about what is pending are composed when they are delivered. */
export const chargeComposers = (deps: ChargeMailDeps): Pick<MailComposers, 'charge-reminder'> => ({
  'charge-reminder': {
    compose: async (mail) => (await composeReminder(deps, mail)) ?? drop(deps, mail),
    finish: (mail, outcome) => finish(deps, mail, outcome),
  },
});

// The parameters were written by `sendChargeReminder`.
const readParameters = ({ parameters }: QueuedComposedMail) => parameters as unknown as ChargeMailParameters;

async function composeReminder(deps: ChargeMailDeps, mail: QueuedComposedMail): Promise<OutgoingMail | undefined> {
  const { reminderId, patientId } = readParameters(mail);
  const professional = await professionalForMail(deps, mail.ownerId);
  if (!professional) return undefined;
  return deps.tenantRead(mail.ownerId, async (db) => {
    const [isPending, contacts, amount, page] = await Promise.all([
      isReminderPending(db, reminderId),
      findContacts(db, deps, [patientId]),
      pendingAmount(db, deps, { patientId, today: dayIn(timeZoneOf(professional.region), deps.now()) }),
      findPageSlug(db),
    ]);
    const contact = contacts.get(patientId);
    if (!isPending || !contact || contact.blocked || contact.email === undefined || amount === 0) return undefined;
    const { name, email } = professional;
    const message = await chargeMessage(db, { professional: name, contact, amount });
    return {
      ...frameMail(
        'Tienes un pago pendiente',
        [paragraph(message)],
        [...rightsLine(rightsAddress(deps.publicUrl, page)), paragraph(`Enviado por ${name} con Ficha Austral`)],
      ),
      to: contact.email,
      senderName: name,
      replyTo: email,
      listUnsubscribe: undefined,
    };
  });
}

/** A mail that is no longer true is not sent, and the list says so. */
async function drop(deps: ChargeMailDeps, mail: QueuedComposedMail): Promise<undefined> {
  await finish(deps, mail, { status: 'failed', failure: 'EXPIRED', to: undefined });
  return undefined;
}

/** Stores what became of the mail, with its entry in the access log. The server acts for the professional. */
const finish = (deps: ChargeMailDeps, mail: QueuedComposedMail, { status, to }: MailOutcome): Promise<void> =>
  deps.tenantTransaction(mail.ownerId, async (tx) => {
    const at = deps.now();
    const finished = await finishReminder(tx, readParameters(mail).reminderId, { status, at });
    if (!finished) return;
    const { patientId, amount } = finished;
    const act = status === 'sent' ? 'charge.reminded' : 'charge.not-reminded';
    const entry = { act, at, actorId: mail.ownerId, subjectId: patientId, patientId, address: undefined } as const;
    const message = { kind: 'payment', channel: 'email', recipient: to };
    await recordWithDetail(tx, entry, { content: { message, amount }, cipher: deps.cipher });
  });
