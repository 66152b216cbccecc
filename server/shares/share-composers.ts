import { recordWithDetail } from '#server/audit/audit.store';
import type { Deps } from '#server/deps';
import { findPageSlug } from '#server/links/booking-page.store';
import { rightsAddress, shareAddress } from '#server/links/link-address';
import { readShareLink } from '#server/links/share-links';
import type { MailComposers, MailOutcome, OutgoingMail, QueuedComposedMail } from '#server/mail/composed-mail';
import { findContacts } from '#server/patients/patient-contacts.service';
import type { Database } from '#server/platform/database/database';
import { professionalForMail } from '#server/reminders/professionals.service';
import { renderShareMail, renderShareNotice } from './render-share-mail.ts';
import type { ShareMailParameters } from './share-mails.service.ts';
import { findShare, finishMail, isMailPending } from './shares.store.ts';

export type ShareMailDeps = Pick<Database, 'mail' | 'public'> &
  Pick<Deps, 'tenantRead' | 'tenantTransaction' | 'cipher' | 'now' | 'publicUrl'>;

/** How the mails about links with documents are composed when they are delivered. */
export const shareComposers = (deps: ShareMailDeps): Pick<MailComposers, 'shared-documents' | 'share-notice'> => ({
  'shared-documents': {
    compose: async (mail) => (await composeShareMail(deps, mail)) ?? drop(deps, mail),
    finish: (mail, outcome) => finish(deps, mail, outcome),
  },
  'share-notice': { compose: (mail) => composeNotice(deps, mail), finish: async () => undefined },
});

// The parameters were written by `queueShareMail` and `queueShareNotice`.
const parametersOf = ({ parameters }: QueuedComposedMail) => parameters as unknown as ShareMailParameters;

async function composeShareMail(deps: ShareMailDeps, mail: QueuedComposedMail): Promise<OutgoingMail | undefined> {
  const { shareId, token } = parametersOf(mail);
  const [professional, link] = await Promise.all([
    professionalForMail(deps, mail.ownerId),
    readShareLink(deps.public, token, deps.now()),
  ]);
  const found = await deps.tenantRead(mail.ownerId, async (db) => {
    const [share, isPending] = await Promise.all([findShare(db, shareId), isMailPending(db, shareId)]);
    // After a crash the mail may have been sent.
    if (!share || share.isEnded || share.isPatientBlocked || !isPending) return undefined;
    const contacts = await findContacts(db, deps, [share.patientId]);
    return { email: contacts.get(share.patientId)?.email, page: await findPageSlug(db) };
  });
  if (!professional || !link || found?.email === undefined) return undefined;
  const rightsLink = rightsAddress(deps.publicUrl, found.page, token);
  return {
    ...renderShareMail(professional.name, shareAddress(deps.publicUrl, token), rightsLink),
    to: found.email,
    senderName: professional.name,
    replyTo: professional.email,
    listUnsubscribe: undefined,
  };
}

/** The mail of a link that has ended is not sent, and the professional sees that it failed. */
async function drop(deps: ShareMailDeps, mail: QueuedComposedMail): Promise<undefined> {
  await deps.tenantTransaction(mail.ownerId, (tx) => finishMail(tx, parametersOf(mail).shareId, 'failed'));
  return undefined;
}

/** Stores what became of the mail, with its entry in the access log. The server acts for the professional. */
const finish = (deps: ShareMailDeps, mail: QueuedComposedMail, outcome: MailOutcome): Promise<void> =>
  deps.tenantTransaction(mail.ownerId, async (tx) => {
    const { ownerId } = mail;
    const { shareId } = parametersOf(mail);
    const patientId = await finishMail(tx, shareId, outcome.status);
    if (patientId === undefined) return;
    const act = outcome.status === 'sent' ? 'share.sent' : 'share.not-sent';
    const entry = { act, at: deps.now(), actorId: ownerId, subjectId: shareId, patientId, address: undefined } as const;
    const message = { kind: 'documents', channel: 'email', recipient: outcome.to };
    await recordWithDetail(tx, entry, { content: { message }, cipher: deps.cipher });
  });

async function composeNotice(deps: ShareMailDeps, mail: QueuedComposedMail): Promise<OutgoingMail | undefined> {
  const { shareId } = parametersOf(mail);
  const [professional, share] = await Promise.all([
    professionalForMail(deps, mail.ownerId),
    deps.tenantRead(mail.ownerId, (db) => findShare(db, shareId)),
  ]);
  if (!professional || !share) return undefined;
  return {
    ...renderShareNotice(`${deps.publicUrl}/dashboard/pacientes/${share.patientId}`),
    to: professional.email,
    senderName: 'Ficha Austral',
    replyTo: professional.email,
    listUnsubscribe: undefined,
  };
}
