import type { BillingTx, CatalogueTx, IdentityTx, OwnerTx, PurgeTx } from '#server/platform/database/database';
import { uuidv7 } from '#server/platform/uuid';

/** Everything that is written down when it happens. */
type Act =
  | 'account.registered'
  | 'account.updated'
  | 'password.changed'
  | 'admin.created'
  | 'session.started'
  | 'session.ended'
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
  | `${'payment' | 'webhook'}.deleted`
  | 'cie10.initialized'
  | 'cie10.expanded'
  | 'cie10.imported';

/** Whoever works at the command line of the server: no account of ours, and the owner of no data. */
export const OPERATOR = '00000000-0000-0000-0000-000000000000';

/** The provider of payments, by what it tells us of one. */
export const PAYMENT_PROVIDER = '00000000-0000-0000-0000-000000000001';

interface Entry {
  act: Act;
  at: Date;
  actorId: string;
  /** Whose data it concerns: the actor's own unless said otherwise. */
  ownerId?: string;
  subjectId?: string;
}

type Transaction = OwnerTx | IdentityTx | CatalogueTx | BillingTx | PurgeTx;

/** Adds an entry inside the transaction that does the act: both happen, or neither. */
export async function record(tx: Transaction, entry: Entry): Promise<void> {
  const { act, at, actorId, ownerId = actorId, subjectId = null } = entry;
  await tx`
    insert into audit_entries (owner_id, id, at, actor_id, act, subject_id)
    values (${ownerId}, ${uuidv7(at)}, ${at}, ${actorId}, ${act}, ${subjectId})`;
}

/** One entry for each of them, in one statement however many there are. */
export async function recordEach(
  tx: Transaction,
  entry: Omit<Entry, 'subjectId'>,
  subjectIds: readonly string[],
): Promise<void> {
  const { act, at, actorId, ownerId = actorId } = entry;
  await tx`
    insert into audit_entries (owner_id, id, at, actor_id, act, subject_id)
    select ${ownerId}::uuid, one.id, ${at}::timestamptz, ${actorId}::uuid, ${act}, one.subject_id
      from unnest(${subjectIds.map(() => uuidv7(at))}::uuid[], ${subjectIds}::uuid[]) as one (id, subject_id)`;
}
