import type { CatalogueTx, IdentityTx, OwnerTx } from '#server/platform/database/gates';
import { uuidv7 } from '#server/platform/uuid';

/** Everything that is written down when it happens. */
type Act =
  | 'account.registered'
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
  | 'cie10.initialized'
  | 'cie10.expanded'
  | 'cie10.imported';

/** Whoever works at the command line of the server: no account of ours, and the owner of no data. */
export const OPERATOR = '00000000-0000-0000-0000-000000000000';

interface Entry {
  act: Act;
  at: Date;
  actorId: string;
  /** Whose data it concerns: the actor's own unless said otherwise. */
  ownerId?: string;
  subjectId?: string;
}

/** Adds an entry inside the transaction that does the act: both happen, or neither. */
export async function record(tx: OwnerTx | IdentityTx | CatalogueTx, entry: Entry): Promise<void> {
  const { act, at, actorId, ownerId = actorId, subjectId = null } = entry;
  await tx`
    insert into audit_entries (owner_id, id, at, actor_id, act, subject_id)
    values (${ownerId}, ${uuidv7(at)}, ${at}, ${actorId}, ${act}, ${subjectId})`;
}
