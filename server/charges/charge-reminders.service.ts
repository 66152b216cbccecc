import {
  type ChargeReminder,
  fillChargeMessage,
  MAX_CHARGE_MAILS_A_DAY,
  MAX_CHARGE_MAILS_TO_ADDRESS,
} from '#contract/charge-reminders';
import { internationalDigits } from '#contract/phone-numbers';
import { formatMoney } from '#contract/plans';
import { addressedName } from '#contract/reminder-message';
import type { ReminderChannel } from '#contract/reminder-states';
import { actBy, recordWithDetail } from '#server/audit/audit.store';
import { type Owner, todayOf } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { enqueueComposedMails, type OutboxDeps } from '#server/mail/outbox';
import { findContacts, type PatientContact } from '#server/patients/patient-contacts.service';
import { AppError } from '#server/platform/app-error';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';
import { lockOwner } from '#server/platform/database/lock-owner';
import { uuidv7 } from '#server/platform/uuid';
import { insertReminder, patientsMailedSince } from './charge-reminders.store.ts';
import { findChargeSettings } from './charge-settings.store.ts';
import { pendingAmount } from './pending-charges.service.ts';

type ReminderDeps = OutboxDeps & Pick<Deps, 'tenantTransaction' | 'now'>;

/** The parameters of a queued mail. */
export interface ChargeMailParameters {
  reminderId: string;
  patientId: string;
}

interface Reminding {
  owner: Owner;
  contact: PatientContact;
  amount: number;
  at: Date;
}

/** Reminds a patient of what is pending: queues a mail, or makes the text and the address of a conversation. */
export function sendChargeReminder(
  deps: ReminderDeps,
  owner: Owner,
  patientId: string,
  channel: ReminderChannel,
): Promise<ChargeReminder> {
  if (channel === 'email' && !deps.sendsMail) throw new AppError('MAIL_NOT_CONFIGURED');
  return deps.tenantTransaction(owner.id, async (tx) => {
    await lockOwner(tx);
    const [contacts, amount] = await Promise.all([
      findContacts(tx, deps, [patientId]),
      pendingAmount(tx, deps, { patientId, today: todayOf(owner, deps.now()) }),
    ]);
    const contact = contacts.get(patientId);
    if (!contact) throw new AppError('NOT_FOUND');
    if (contact.blocked) throw new AppError('PATIENT_BLOCKED');
    if (amount === 0) throw new AppError('NOTHING_PENDING');
    const send = channel === 'email' ? queueMail : writeToWhatsapp;
    return send(deps, tx, { owner, contact, amount, at: deps.now() });
  });
}

const DAY_MS = 24 * 60 * 60 * 1000;

async function queueMail(deps: ReminderDeps, tx: OwnerTx, { contact, amount, at }: Reminding): Promise<ChargeReminder> {
  if (contact.email === undefined) throw new AppError('PATIENT_WITHOUT_EMAIL');
  await requireFewMails(deps, tx, contact, at);
  const id = uuidv7(at);
  const reminder = { channel: 'email', status: 'pending', amount } as const;
  await insertReminder(tx, { ...reminder, id, patientId: contact.id }, at);
  const parameters: ChargeMailParameters = { reminderId: id, patientId: contact.id };
  await enqueueComposedMails(deps, tx, [{ kind: 'charge-reminder', parameters: { ...parameters } }], at);
  return { ...reminder, _id: id, at: at.toISOString() };
}

/** Many patients with the address of one person would fill their mailbox. */
async function requireFewMails(
  deps: Pick<ReminderDeps, 'cipher'>,
  tx: OwnerTx,
  { id, email }: PatientContact,
  at: Date,
): Promise<void> {
  const mailed = await patientsMailedSince(tx, new Date(at.getTime() - DAY_MS));
  const contacts = await findContacts(tx, deps, [...new Set(mailed)]);
  const toPatient = mailed.filter((one) => one === id);
  const toAddress = mailed.filter((one) => contacts.get(one)?.email?.toLowerCase() === email?.toLowerCase());
  if (toPatient.length >= MAX_CHARGE_MAILS_A_DAY || toAddress.length >= MAX_CHARGE_MAILS_TO_ADDRESS)
    throw new AppError('TOO_MANY_CHARGE_MAILS');
}

/** The professional presses 'send' in WhatsApp, so the message counts as sent when its address is made. */
async function writeToWhatsapp(
  deps: ReminderDeps,
  tx: OwnerTx,
  { owner, contact, amount, at }: Reminding,
): Promise<ChargeReminder> {
  const digits = contact.phone && internationalDigits(contact.phone);
  if (!digits) throw new AppError('PATIENT_PHONE_UNUSABLE');
  const text = await chargeMessage(tx, { professional: owner.user.name, contact, amount });
  const id = uuidv7(at);
  const reminder = { channel: 'whatsapp', status: 'sent', amount } as const;
  await insertReminder(tx, { ...reminder, id, patientId: contact.id }, at);
  const message = { kind: 'payment', channel: 'whatsapp', recipient: `+${digits}` };
  const entry = { ...actBy(owner, contact.id, contact.id), act: 'charge.reminded', at } as const;
  await recordWithDetail(tx, entry, { content: { message, amount }, cipher: deps.cipher });
  const url = `https://wa.me/${digits}?text=${encodeURIComponent(text)}`;
  return { ...reminder, _id: id, at: at.toISOString(), url, text };
}

/** The message of the professional about what is pending. */
export async function chargeMessage(
  db: OwnerSql,
  { professional, contact, amount }: { professional: string; contact: PatientContact; amount: number },
): Promise<string> {
  const { message } = await findChargeSettings(db);
  const monto = formatMoney(amount);
  return fillChargeMessage(message, { paciente: addressedName(contact), monto, profesional: professional });
}
