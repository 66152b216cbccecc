import type {
  Certificate,
  CertificateChange,
  CertificateContent,
  NewCertificate,
  TemplateUsed,
} from '#contract/certificates';
import { certificateHeading } from '#contract/professions';
import { truncate } from '#contract/truncate';
import { UNDECRYPTABLE_TEXT } from '#contract/undecryptable';
import type { Owner } from '#server/auth/owner';
import { type PrintingDeps, type PrintSource, printDocument } from '#server/documents/documents.service';
import { titleOnPaper } from '#server/documents/printed-title.service';
import { type DocumentToShare, documentToShare } from '#server/documents/shared-print.service';
import { type DraftsDeps, draftsOf } from '#server/drafts/drafts.service';
import { AppError } from '#server/platform/app-error';
import type { OwnerTx } from '#server/platform/database/database';
import { templateUsed } from './certificate-templates.service.ts';

export type CertificatesDeps = DraftsDeps & PrintingDeps;

/** The name and version of the template are copied, because the template may change later. */
type StoredCertificate = CertificateContent & { template: TemplateUsed | undefined };

const MAX_PREVIEW_LENGTH = 500;

export const certificates = draftsOf<StoredCertificate, Certificate>({
  name: 'certificate',
  table: 'certificates',
  finalizedError: 'CERTIFICATE_FINALIZED',
  notFinalizedError: 'CERTIFICATE_UNFINISHED',
  preview: ({ content, ...rest }) => ({ ...rest, content: truncate(content, MAX_PREVIEW_LENGTH) }),
  undecryptable: { title: UNDECRYPTABLE_TEXT, content: UNDECRYPTABLE_TEXT, template: undefined },
  toReply: ({ template, ...content }, fields) => ({
    ...fields,
    ...content,
    isFinalized: fields.finalizedAt !== undefined,
    templateId: template,
  }),
});

const printSource = (id: string): PrintSource<StoredCertificate> => ({
  id,
  kind: 'certificate',
  isClinical: true,
  records: certificates,
  partOf: (content) => ({ kind: 'certificate', content }),
});

export const printCertificate = async (deps: CertificatesDeps, owner: Owner, id: string): Promise<Uint8Array> =>
  (await printDocument(deps, owner, printSource(id))).file;

/** For a link to the patient. */
export const certificateToShare = (deps: CertificatesDeps, owner: Owner, id: string): DocumentToShare =>
  documentToShare(deps, owner, printSource(id));

/** A finalised certificate comes with the heading on its paper, whose profession may differ from the present one. */
export async function getCertificate(deps: CertificatesDeps, owner: Owner, id: string): Promise<Certificate> {
  const certificate = await certificates.get(deps, owner, id);
  if (!certificate.isFinalized || certificate.undecryptable) return certificate;
  return { ...certificate, heading: await titleOnPaper(deps, owner, printSource(id)).catch(ignoreUndecryptable) };
}

/** Where the snapshot alone cannot be decrypted, the text of the certificate is still shown. */
function ignoreUndecryptable(error: unknown): undefined {
  if (!(error instanceof AppError) || error.code !== 'UNDECRYPTABLE') throw error;
}

export async function finalizeCertificate(
  deps: CertificatesDeps,
  owner: Owner,
  id: string,
  version: number | undefined,
): Promise<Certificate> {
  const certificate = await certificates.finalize(deps, owner, id, { version });
  return { ...certificate, heading: certificateHeading(owner.user.profession) };
}

export const cancelCertificate = (deps: CertificatesDeps, owner: Owner, id: string): Promise<undefined> =>
  certificates.delete(deps, owner, id, 'CERTIFICATE_NOT_CANCELLABLE');

export function createCertificate(deps: CertificatesDeps, owner: Owner, input: NewCertificate): Promise<Certificate> {
  const { _id: id, patientId, title, content, templateId, templateVersion } = input;
  const contentIn = async (tx: OwnerTx) => {
    const template = templateId ? await templateUsed(tx, deps, templateId, templateVersion) : undefined;
    return { title, content, template };
  };
  return certificates.create(deps, owner, { id, patientId, referenceId: undefined, contentIn });
}

export const updateCertificate = (
  deps: CertificatesDeps,
  owner: Owner,
  id: string,
  { version, title, content }: CertificateChange,
): Promise<Certificate> =>
  certificates.update(deps, owner, id, {
    version,
    patientId: undefined,
    replaceIn: async () => (current) => ({ ...current, title, content }),
  });
