import type { RightsStatus } from '#contract/rights-requests';
import { enqueueComposedMails, type OutboxDeps } from '#server/mail/outbox';
import type { OwnerTx } from '#server/platform/database/database';
import { storeMailStatus } from './rights-requests.store.ts';

/** The parameters of a mail to the person. It is sent while the request is in that state. */
export interface PersonMailParameters {
  requestId: string;
  during: RightsStatus;
}

/** The parameters of a mail to the professional: a request came, or is about to run out. */
export interface NoticeParameters {
  requestId: string;
  kind: 'received' | 'reminder';
}

/** Queues the receipt of a new request, and the notice to the professional. */
export const queueReceipt = (deps: OutboxDeps, tx: OwnerTx, requestId: string, at: Date): Promise<void> => {
  const receipt: PersonMailParameters = { requestId, during: 'open' };
  const notice: NoticeParameters = { requestId, kind: 'received' };
  return enqueueComposedMails(
    deps,
    tx,
    [
      { kind: 'rights-receipt', parameters: { ...receipt }, byStranger: true },
      { kind: 'rights-notice', parameters: { ...notice } },
    ],
    at,
  );
};

/** Queues the mail about an answer or an extension. Does nothing where no mail is sent. */
export async function queueAnswer(
  deps: OutboxDeps,
  tx: OwnerTx,
  { requestId, during }: PersonMailParameters,
  at: Date,
): Promise<void> {
  if (!deps.sendsMail) return;
  await storeMailStatus(tx, requestId, { status: 'pending', during });
  await enqueueComposedMails(deps, tx, [{ kind: 'rights-answer', parameters: { requestId, during } }], at);
}

export const queueReminder = (deps: OutboxDeps, tx: OwnerTx, requestId: string, at: Date): Promise<void> => {
  const parameters: NoticeParameters = { requestId, kind: 'reminder' };
  return enqueueComposedMails(deps, tx, [{ kind: 'rights-notice', parameters: { ...parameters } }], at);
};
