import { canonicalCode, type Verification } from '#contract/documents';
import type { Identity } from '#contract/professional-identity';
import { singularProfession } from '#contract/professions';
import type { Deps } from '#server/deps';
import { AppError } from '#server/platform/app-error';
import type { OwnerTx } from '#server/platform/database/database';
import { type Issuer, issuerOf } from '#server/professional-identity/professional-identity.service';
import { hashCode } from './new-code.ts';
import {
  findVerification,
  findVerificationOfDeletedAccount,
  type IssuedDocument,
  type StoredVerification,
  voidVerifications,
} from './verifications.store.ts';

/** Whoever verifies a void document is told since when it is void. The document itself does not change. */
export const voidDocuments = (tx: OwnerTx, codeHashes: readonly Buffer[], at: Date): Promise<void> =>
  voidVerifications(tx, codeHashes, at);

type VerificationDeps = Pick<Deps, 'public' | 'identity'>;

/** What is known of a printed document: that it is the one that was issued, and apart from that who issued it. */
export async function verifyDocument(deps: VerificationDeps, text: string): Promise<Verification> {
  const code = canonicalCode(text);
  if (!code) throw new AppError('DOCUMENT_UNKNOWN');
  const codeHash = hashCode(code);
  const stored = await findVerification(deps.public, codeHash);
  const issuer = stored && (await issuerOf(deps, stored.ownerId));
  if (stored && issuer) return verificationOf(stored, issuer);
  const issued = stored ?? (await findVerificationOfDeletedAccount(deps.public, codeHash));
  if (!issued) throw new AppError('DOCUMENT_UNKNOWN');
  return { ...factsOf(issued), issuer: 'closed', identity: 'declared' };
}

const verificationOf = (stored: StoredVerification, issuer: Issuer): Verification => ({
  ...factsOf(stored),
  issuer: 'active',
  identity: identityOf(stored, issuer),
  professional: { name: stored.professionalName, profession: stored.profession, rnpi: stored.rnpi },
  patientInitials: stored.patientInitials,
});

/** Verified when the confirmed data are those of the document, which may be older than the confirmation. */
function identityOf({ professionalName, profession, rnpi }: StoredVerification, { confirmed }: Issuer): Identity {
  if (!confirmed) return 'declared';
  const isTheSame =
    professionalName === confirmed.name &&
    rnpi === confirmed.rnpi &&
    profession === (confirmed.profession && singularProfession(confirmed.profession));
  return isTheSame ? 'verified' : 'declared';
}

const factsOf = (issued: IssuedDocument) => ({
  valid: true as const,
  kind: issued.kind,
  type: issued.title,
  folio: issued.folio,
  addendaCount: issued.addendaCount,
  finalizedAt: issued.finalizedAt.toISOString(),
  timeZone: issued.timeZone,
  contentHash: issued.contentHash.toString('hex'),
  fileHash: issued.fileHash.toString('hex'),
  timestamp: issued.timestamp,
  voidedAt: issued.voidedAt?.toISOString(),
});
