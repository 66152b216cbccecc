import type { BillingTx, CatalogueTx, IdentityTx, KeysTx, OwnerTx, PurgeTx } from '#server/platform/database/database';
import { uuidv7 } from '#server/platform/uuid';

/** The closed list of recorded acts. */
type Act =
  | 'account.registered'
  | 'account.updated'
  | 'password.changed'
  | 'password.recovered'
  | 'email.confirmed'
  | 'admin.created'
  | 'session.started'
  | 'session.ended'
  | 'session.proved'
  | `second-factor.${'enabled' | 'disabled' | 'recovery-code-used'}`
  | 'patient.created'
  | 'patient.updated'
  | 'patient.deleted'
  | 'appointment.created'
  | 'appointment.deleted'
  | `${'clinical-note' | 'certificate'}.${'created' | 'updated' | 'finalized' | 'deleted'}`
  | 'certificate-template.created'
  | 'certificate-template.updated'
  | 'document.printed'
  | `signature.${'uploaded' | 'used' | 'unused' | 'deleted'}`
  | `payment.${'started' | 'approved' | 'pending' | 'rejected' | 'cancelled' | 'refunded'}`
  | `user.${'deleted' | 'password-reset' | 'subscription-set-paid' | 'subscription-set-free'}`
  | `user.identity-${'confirmed' | 'withdrawn'}`
  | `${'payment' | 'webhook'}.deleted`
  | 'cie10.initialized'
  | 'cie10.expanded'
  | 'cie10.imported'
  | `data-key.${'added' | 'used' | 'retired'}`;

/** The actor of commands on the server. It is not an account and owns no data. */
export const OPERATOR = '00000000-0000-0000-0000-000000000000';

/** The actor when a report of the payment provider changes a payment. */
export const PAYMENT_PROVIDER = '00000000-0000-0000-0000-000000000001';

interface Entry {
  act: Act;
  at: Date;
  actorId: string;
  /** The owner of the affected data. Defaults to the actor. */
  ownerId?: string;
  subjectId?: string;
}

type Transaction = OwnerTx | IdentityTx | CatalogueTx | BillingTx | PurgeTx | KeysTx;

/** Adds an entry in the transaction of the act: both are committed, or neither. */
export async function record(tx: Transaction, entry: Entry): Promise<void> {
  const { act, at, actorId, ownerId = actorId, subjectId = null } = entry;
  await tx`
    insert into audit_entries (owner_id, id, at, actor_id, act, subject_id)
    values (${ownerId}, ${uuidv7(at)}, ${at}, ${actorId}, ${act}, ${subjectId})`;
}

/** Adds one entry for each subject, in one statement. */
export async function recordEach(
  tx: Transaction,
  entry: Omit<Entry, 'subjectId'>,
  subjectIds: readonly string[],
): Promise<void> {
  const { act, at, actorId, ownerId = actorId } = entry;
  await tx`
    insert into audit_entries (owner_id, id, at, actor_id, act, subject_id)
    values (${ownerId}, unnest(${subjectIds.map(() => uuidv7(at))}::uuid[]), ${at}, ${actorId}, ${act},
            unnest(${subjectIds}::uuid[]))`;
}
