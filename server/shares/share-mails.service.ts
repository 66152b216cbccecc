import { enqueueComposedMails, type OutboxDeps } from '#server/mail/outbox';
import type { OwnerTx } from '#server/platform/database/database';

/** The parameters of a queued mail to a patient. They are encrypted, and deleted when the mail has left. */
export interface ShareMailParameters {
  shareId: string;
  /** The secret of the link. */
  token: string;
}

export const queueShareMail = (
  deps: OutboxDeps,
  tx: OwnerTx,
  parameters: ShareMailParameters,
  at: Date,
): Promise<void> => enqueueComposedMails(deps, tx, [{ kind: 'shared-documents', parameters: { ...parameters } }], at);

/** Tells the professional that wrong birth dates have blocked a link. */
export const queueShareNotice = (deps: OutboxDeps, tx: OwnerTx, shareId: string, at: Date): Promise<void> =>
  enqueueComposedMails(deps, tx, [{ kind: 'share-notice', parameters: { shareId } }], at);
