import { awaitsAnswer } from '#contract/rights-requests';
import type { Deps } from '#server/deps';
import type { MailComposers, MailOutcome, OutgoingMail, QueuedComposedMail } from '#server/mail/composed-mail';
import type { Message } from '#server/mail/mail-frame';
import type { Database } from '#server/platform/database/database';
import { professionalForMail } from '#server/reminders/professionals.service';
import { answerMail, extensionMail, noticeMail, receiptMail } from './render-rights-mail.ts';
import { requestNumber } from './request-clocks.ts';
import type { NoticeParameters, PersonMailParameters } from './rights-mails.service.ts';
import { findRequest, type StoredRequest, storeMailStatus } from './rights-requests.store.ts';

export type RightsMailDeps = Pick<Database, 'mail'> &
  Pick<Deps, 'tenantRead' | 'tenantTransaction' | 'cipher' | 'publicUrl'>;

/** How the mails about rights are composed when they are delivered. */
export const rightsComposers = (
  deps: RightsMailDeps,
): Pick<MailComposers, 'rights-receipt' | 'rights-answer' | 'rights-notice'> => {
  const toPerson = {
    compose: (mail: QueuedComposedMail) => composePersonMail(deps, mail),
    finish: (mail: QueuedComposedMail, outcome: MailOutcome) => finish(deps, mail, outcome),
  };
  return {
    'rights-receipt': toPerson,
    'rights-answer': toPerson,
    'rights-notice': { compose: (mail) => composeNotice(deps, mail), finish: async () => undefined },
  };
};

// The parameters were written by `queueReceipt` and `queueAnswer`.
const parametersOf = ({ parameters }: QueuedComposedMail) => parameters as unknown as PersonMailParameters;

async function composePersonMail(deps: RightsMailDeps, mail: QueuedComposedMail): Promise<OutgoingMail | undefined> {
  const { requestId, during } = parametersOf(mail);
  const found = await readRequest(deps, mail.ownerId, requestId);
  // A later mail replaces this one, or, after a crash, this one may have been sent.
  if (found?.request.status !== during || found.request.mailStatus !== 'pending') return undefined;
  const { request, professional } = found;
  if (request.undecryptable) return undefined;
  return {
    ...renderPersonMail(request, professional.name),
    to: request.person.email,
    senderName: professional.name,
    replyTo: professional.email,
    listUnsubscribe: undefined,
  };
}

function renderPersonMail(request: StoredRequest, professional: string): Message {
  const { status, kind, dueOn, answer = '', extensionReason = '' } = request;
  const mailed = { number: requestNumber(request), kind, dueOn, professional };
  if (status === 'open') return receiptMail(mailed);
  return status === 'extended' ? extensionMail(mailed, extensionReason) : answerMail(mailed, answer);
}

/** The professional sees whether the mail arrived. */
function finish(deps: RightsMailDeps, mail: QueuedComposedMail, { status }: MailOutcome): Promise<void> {
  const { requestId, during } = parametersOf(mail);
  return deps.tenantTransaction(mail.ownerId, (tx) => storeMailStatus(tx, requestId, { status, during }));
}

async function composeNotice(deps: RightsMailDeps, mail: QueuedComposedMail): Promise<OutgoingMail | undefined> {
  // The parameters were written by `queueReceipt` and `queueReminder`.
  const { requestId, kind } = mail.parameters as unknown as NoticeParameters;
  const found = await readRequest(deps, mail.ownerId, requestId);
  if (!found || !awaitsAnswer(found.request.status)) return undefined;
  const { request, professional } = found;
  const mailed = { number: requestNumber(request), kind: request.kind, dueOn: request.dueOn };
  return {
    ...noticeMail(kind, mailed, `${deps.publicUrl}/dashboard/derechos`),
    to: professional.email,
    senderName: 'Ficha Austral',
    replyTo: professional.email,
    listUnsubscribe: undefined,
  };
}

async function readRequest(deps: RightsMailDeps, ownerId: string, id: string) {
  const professional = await professionalForMail(deps, ownerId);
  const request = professional && (await deps.tenantRead(ownerId, (db) => findRequest(db, id, deps.cipher)));
  return request && { request, professional };
}
