import type { Identity, IdentityData, IdentityDecision } from '#contract/professional-identity';
import { type Entry, record, recordWithDetail } from '#server/audit/audit.store';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { AppError } from '#server/platform/app-error';
import type { IdentityTx } from '#server/platform/database/database';
import {
  confirmIdentity,
  findIdentity,
  hasConfirmedEmail,
  lockIdentity,
  withdrawIdentity,
} from './professional-identity.store.ts';

/** Confirms the person of an account, or takes the confirmation back. Nobody confirms themselves. */
export function setIdentity(
  deps: Pick<Deps, 'identityTransaction' | 'now' | 'sendsMail' | 'cipher'>,
  admin: Owner,
  id: string,
  { verified, evidence, seen }: IdentityDecision,
): Promise<undefined> {
  if (id === admin.id) throw new AppError('OWN_IDENTITY');
  const at = deps.now();
  const entry = { at, actorId: admin.id, ownerId: id, subjectId: id, address: admin.address };
  return deps.identityTransaction(async (tx) => {
    const account = await lockIdentity(tx, id);
    if (!account) throw new AppError('NOT_FOUND');
    if (!verified || !evidence) {
      if (!account.isConfirmed) return undefined;
      await withdrawIdentity(tx, id);
      await recordIdentity(deps, tx, { act: 'user.identity-withdrawn', ...entry }, account.evidence);
      return undefined;
    }
    // An installation that sends no mail cannot ask for a confirmed address.
    if (deps.sendsMail && !(await hasConfirmedEmail(tx, id))) throw new AppError('EMAIL_UNCONFIRMED');
    if (!account.data.rut) throw new AppError('IDENTITY_WITHOUT_RUT');
    if (seen && !isSame(seen, account.data)) throw new AppError('IDENTITY_CHANGED');
    if (!(await confirmIdentity(tx, id, { by: admin.id, at, evidence }))) throw new AppError('IDENTITY_TAKEN');
    await recordIdentity(deps, tx, { act: 'user.identity-confirmed', ...entry }, evidence);
    return undefined;
  });
}

/**
 * Changes the profile of an account. The database takes the confirmation back when the name, the RUT, the RNPI or the
 * profession changes, and the access log says so.
 */
export async function recordingWithdrawal<T>(
  deps: Pick<Deps, 'cipher'>,
  tx: IdentityTx,
  { id, address, at }: Pick<Owner, 'id' | 'address'> & { at: Date },
  change: (before: IdentityData | undefined) => Promise<T>,
): Promise<T> {
  const before = await lockIdentity(tx, id);
  const changed = await change(before?.data);
  if (before?.isConfirmed && !(await findIdentity(tx, id))?.isConfirmed) {
    const entry = { act: 'user.identity-withdrawn', at, actorId: id, subjectId: id, address } as const;
    await recordIdentity(deps, tx, entry, before.evidence);
  }
  return changed;
}

/** The entry keeps what was seen in the register: the account forgets it with the confirmation. */
const recordIdentity = (
  { cipher }: Pick<Deps, 'cipher'>,
  tx: IdentityTx,
  entry: Entry,
  evidence: string | undefined,
): Promise<unknown> =>
  evidence === undefined ? record(tx, entry) : recordWithDetail(tx, entry, { content: { evidence }, cipher });

/** What the owner of an account reads about it. */
export const identityState = async ({ identity }: Pick<Deps, 'identity'>, id: string): Promise<Identity> =>
  (await findIdentity(identity, id))?.isConfirmed ? 'verified' : 'declared';

const isSame = (one: IdentityData, other: IdentityData): boolean =>
  one.name === other.name && one.rut === other.rut && one.rnpi === other.rnpi && one.profession === other.profession;

export interface Issuer {
  /** The data of the account if an administrator confirmed them. */
  confirmed: IdentityData | undefined;
}

/** The account that issued a document. Undefined when it is closed or deleted. */
export async function issuerOf(deps: Pick<Deps, 'identity'>, id: string): Promise<Issuer | undefined> {
  const account = await findIdentity(deps.identity, id);
  return account && { confirmed: account.isConfirmed ? account.data : undefined };
}
