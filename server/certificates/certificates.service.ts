import type {
  Certificate,
  CertificateChange,
  CertificateContent,
  NewCertificate,
  TemplateUsed,
} from '#contract/certificates';
import { cut } from '#contract/cut';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { printDocument } from '#server/documents/documents.service';
import { draftsOf } from '#server/drafts/drafts.service';
import { templateUsed } from './certificate-templates.service.ts';

/** The template's name and version as they were: it may change, what was made from it does not. */
type StoredCertificate = CertificateContent & { template?: TemplateUsed | undefined };

const LONGEST_SHOWN = 500;

/** How certificates live: read, list, finalise and cancel are the same for every draft. */
export const certificates = draftsOf<StoredCertificate, Certificate>({
  name: 'certificate',
  table: 'certificates',
  finalized: 'CERTIFICATE_FINALIZED',
  unfinished: 'CERTIFICATE_UNFINISHED',
  preview: ({ content, ...rest }) => ({ ...rest, content: cut(content, LONGEST_SHOWN) }),
  toWire: ({ template, ...content }, fields) => ({
    ...fields,
    ...content,
    isFinalized: fields.finalizedAt !== undefined,
    templateId: template,
  }),
});

export const printCertificate = (deps: Deps, owner: Owner, id: string): Promise<Uint8Array> =>
  printDocument(deps, owner, {
    id,
    kind: 'certificate',
    drafts: certificates,
    partOf: (content) => ({ kind: 'certificate', content }),
  });

export const cancelCertificate = (deps: Deps, owner: Owner, id: string): Promise<undefined> =>
  certificates.remove(deps, owner, id, 'CERTIFICATE_NOT_CANCELLABLE');

export async function createCertificate(deps: Deps, owner: Owner, input: NewCertificate): Promise<Certificate> {
  const { title, content, templateId, templateVersion } = input;
  const template = templateId ? await templateUsed(deps, owner, templateId, templateVersion) : undefined;
  return certificates.create(deps, owner, { ...input, content: { title, content, template } });
}

export const updateCertificate = (
  deps: Deps,
  owner: Owner,
  id: string,
  { version, title, content }: CertificateChange,
): Promise<Certificate> =>
  certificates.change(deps, owner, id, { version, replace: (was) => ({ ...was, title, content }) });
