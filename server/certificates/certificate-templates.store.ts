import type { CertificateTemplate } from '#contract/certificates';
import { UNDECRYPTABLE_TEXT } from '#contract/undecryptable';
import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';

interface TemplateRow {
  id: string;
  name: Buffer;
  version: number;
  content: Buffer;
  created_at: Date;
}

const TEMPLATES = fragment`
  select t.id, t.name, t.version, v.content, t.created_at
    from certificate_templates t
    join certificate_template_versions v
      on v.owner_id = t.owner_id and v.template_id = t.id and v.version = t.version`;

const nameContext = (owner: string, row: string) => ({ table: 'certificate_templates', column: 'name', owner, row });
const contentContext = (owner: string, template: string, version: number) => ({
  table: 'certificate_template_versions',
  column: 'content',
  owner,
  row: `${template}/${version}`,
});

function toTemplate(owner: string, row: TemplateRow, cipher: FieldCipher): CertificateTemplate {
  const name = cipher.tryDecrypt(row.name, nameContext(owner, row.id));
  const content = cipher.tryDecrypt(row.content, contentContext(owner, row.id, row.version));
  return {
    _id: row.id,
    name: name ?? UNDECRYPTABLE_TEXT,
    content: content ?? UNDECRYPTABLE_TEXT,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    undecryptable: name === undefined || content === undefined ? true : undefined,
  };
}

export async function allTemplates(db: OwnerSql, cipher: FieldCipher): Promise<CertificateTemplate[]> {
  const rows = await db<TemplateRow[]>`${TEMPLATES} where t.owner_id = ${db.owner} order by t.created_at, t.id`;
  return rows.map((row) => toTemplate(db.owner, row, cipher));
}

export async function countTemplates(db: OwnerSql): Promise<number> {
  const [row] = await db<[{ count: number }]>`
    select count(*)::int as count from certificate_templates where owner_id = ${db.owner}`;
  return row.count;
}

export async function findTemplate(
  db: OwnerSql,
  id: string,
  cipher: FieldCipher,
): Promise<CertificateTemplate | undefined> {
  const [row] = await db<[TemplateRow?]>`${TEMPLATES} where t.owner_id = ${db.owner} and t.id = ${id}`;
  return row && toTemplate(db.owner, row, cipher);
}

export async function insertTemplate(
  tx: OwnerTx,
  id: string,
  name: string,
  cipher: FieldCipher,
  at: Date,
): Promise<void> {
  await tx`
    insert into certificate_templates (owner_id, id, version, name, created_at)
    values (${tx.owner}, ${id}, 1, ${cipher.encrypt(name, nameContext(tx.owner, id))}, ${at})`;
}

/** Increments the version. */
export async function nextVersion(tx: OwnerTx, id: string): Promise<number> {
  const [row] = await tx<[{ version: number }]>`
    update certificate_templates set version = version + 1
     where owner_id = ${tx.owner} and id = ${id}
    returning version`;
  return row.version;
}

/** A version from which a certificate was written is kept. False when the clean-up has deleted it. */
export async function markVersionUsed(tx: OwnerTx, id: string, version: number): Promise<boolean> {
  const marked = await tx`
    update certificate_template_versions set is_used = true
     where owner_id = ${tx.owner} and template_id = ${id} and version = ${version}`;
  return marked.count === 1;
}

export async function insertVersion(
  tx: OwnerTx,
  { id, version, content }: Pick<CertificateTemplate, 'version' | 'content'> & { id: string },
  cipher: FieldCipher,
  at: Date,
): Promise<void> {
  const encryptedContent = cipher.encrypt(content, contentContext(tx.owner, id, version));
  await tx`
    insert into certificate_template_versions (owner_id, template_id, version, content, created_at)
    values (${tx.owner}, ${id}, ${version}, ${encryptedContent}, ${at})`;
}
