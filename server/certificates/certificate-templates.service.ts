import type { CertificateTemplate, NewCertificateTemplate, TemplateUsed } from '#contract/certificates';
import { actBy, record } from '#server/audit/audit.store';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { AppError } from '#server/platform/app-error';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';
import { lockOwner } from '#server/platform/database/lock-owner';
import { uuidv7 } from '#server/platform/uuid';
import {
  allTemplates,
  countTemplates,
  findTemplate,
  insertTemplate,
  insertVersion,
  markVersionUsed,
  nextVersion,
} from './certificate-templates.store.ts';

type TemplatesDeps = Pick<Deps, 'tenantRead' | 'tenantTransaction' | 'cipher' | 'now'>;

/** The list contains the whole content of each template. */
const MAX_TEMPLATES = 100;

export const listCertificateTemplates = (deps: TemplatesDeps, owner: Owner): Promise<CertificateTemplate[]> =>
  deps.tenantRead(owner.id, (db) => allTemplates(db, deps.cipher));

export function createCertificateTemplate(
  deps: TemplatesDeps,
  owner: Owner,
  { name, content }: NewCertificateTemplate,
): Promise<CertificateTemplate> {
  const at = deps.now();
  const id = uuidv7(at);
  return deps.tenantTransaction(owner.id, async (tx) => {
    await lockOwner(tx);
    if ((await countTemplates(tx)) >= MAX_TEMPLATES) throw new AppError('TOO_MANY_TEMPLATES');
    await insertTemplate(tx, id, name, deps.cipher, at);
    await insertVersion(tx, { id, version: 1, content }, deps.cipher, at);
    await record(tx, { ...actBy(owner, id), act: 'certificate-template.created', at });
    return requireTemplate(tx, deps, id);
  });
}

/** Adds a version, if the content differs. Versions never change. */
export function updateCertificateTemplate(
  deps: TemplatesDeps,
  owner: Owner,
  id: string,
  content: string,
): Promise<CertificateTemplate> {
  const at = deps.now();
  return deps.tenantTransaction(owner.id, async (tx) => {
    await lockOwner(tx);
    const template = await requireTemplate(tx, deps, id);
    // The clean-up would delete a damaged version that another one has replaced.
    if (template.undecryptable) throw new AppError('UNDECRYPTABLE');
    if (template.content === content) return template;
    const version = await nextVersion(tx, id);
    await insertVersion(tx, { id, version, content }, deps.cipher, at);
    await record(tx, { ...actBy(owner, id), act: 'certificate-template.updated', at });
    return requireTemplate(tx, deps, id);
  });
}

/** The template of a new certificate, in the version that was applied or else in its newest one, which is then kept. */
export async function templateUsed(
  tx: OwnerTx,
  deps: Pick<Deps, 'cipher'>,
  id: string,
  appliedVersion?: number,
): Promise<TemplateUsed> {
  const template = await requireTemplate(tx, deps, id);
  // Its name is copied into the certificate.
  if (template.undecryptable) throw new AppError('UNDECRYPTABLE');
  const { _id, name, version: last } = template;
  const version = appliedVersion ?? last;
  if (!(await markVersionUsed(tx, id, version))) throw new AppError('NOT_FOUND');
  return { _id, name, version };
}

async function requireTemplate(db: OwnerSql, deps: Pick<Deps, 'cipher'>, id: string): Promise<CertificateTemplate> {
  const template = await findTemplate(db, id, deps.cipher);
  if (!template) throw new AppError('NOT_FOUND');
  return template;
}
