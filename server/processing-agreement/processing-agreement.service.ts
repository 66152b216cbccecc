import { type Acceptance, PROCESSING_AGREEMENT, type ProcessingAgreement } from '#contract/processing-agreement';
import { actBy, recordWithDetail } from '#server/audit/audit.store';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { AppError } from '#server/platform/app-error';
import { acceptances, storeAcceptance } from './processing-agreement.store.ts';

const { version, publishedOn } = PROCESSING_AGREEMENT;

const toAgreement = (history: Acceptance[]): ProcessingAgreement => ({
  version,
  publishedOn,
  accepted: history[0] ?? null,
  history,
});

export const getProcessingAgreement = (deps: Pick<Deps, 'tenantRead'>, owner: Owner): Promise<ProcessingAgreement> =>
  deps.tenantRead(owner.id, async (db) => toAgreement(await acceptances(db)));

/** Accepts what the professional read: a version that was replaced meanwhile is refused. */
export function acceptProcessingAgreement(
  deps: Pick<Deps, 'tenantTransaction' | 'now' | 'cipher'>,
  owner: Owner,
  read: string,
): Promise<ProcessingAgreement> {
  if (read !== version) throw new AppError('AGREEMENT_OUTDATED');
  return deps.tenantTransaction(owner.id, async (tx) => {
    const at = deps.now();
    if (await storeAcceptance(tx, { version, at })) {
      const entry = { ...actBy(owner, owner.id), act: 'processing-agreement.accepted', at } as const;
      await recordWithDetail(tx, entry, { content: { agreement: version }, cipher: deps.cipher });
    }
    return toAgreement(await acceptances(tx));
  });
}
