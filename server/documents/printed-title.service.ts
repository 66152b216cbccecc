import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { countPrescriptions, wordingOf } from '#server/pdf/layout/wording';
import type { PrintingDeps, PrintSource } from './documents.service.ts';
import { findReservation } from './documents.store.ts';
import { hashCode } from './new-code.ts';
import { findVerification } from './verifications.store.ts';

type TitleDeps = PrintingDeps & Pick<Deps, 'tenantRead'>;

/**
 * The title of a finalised document that is printed without a picture of the signature, so not of prescriptions: as it
 * was printed, even if the wording has changed since, or else as it will be printed.
 */
export async function titleOnPaper<Content>(
  deps: TitleDeps,
  owner: Owner,
  source: PrintSource<Content>,
): Promise<string> {
  const { kind, id: sourceId } = source;
  const [reservation, snapshot] = await deps.tenantRead(owner.id, (db) =>
    Promise.all([
      findReservation(db, { kind, sourceId, signatureHash: undefined }, deps.cipher),
      source.records.getSnapshot(db, deps, sourceId),
    ]),
  );
  const printed = reservation && (await findVerification(deps.public, hashCode(reservation.code)));
  if (printed) return printed.title;
  const { profession } = snapshot.professional;
  return wordingOf({ kind, profession, prescriptions: countPrescriptions(source.partOf(snapshot.content)) }).title;
}
