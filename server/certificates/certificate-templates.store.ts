import type { CertificateTemplate } from '#contract/certificates';
import type { Sealer } from '#server/platform/crypto/sealed';
import type { OwnerSql, OwnerTx } from '#server/platform/database/gates';
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

const placeOfName = (owner: string, row: string) => ({ table: 'certificate_templates', column: 'name', owner, row });
const placeOfContent = (owner: string, template: string, version: number) => ({
  table: 'certificate_template_versions',
  column: 'content',
  owner,
  row: `${template}/${version}`,
});

const toTemplate = (owner: string, row: TemplateRow, sealer: Sealer): CertificateTemplate => ({
  _id: row.id,
  name: sealer.open(row.name, placeOfName(owner, row.id)),
  content: sealer.open(row.content, placeOfContent(owner, row.id, row.version)),
  version: row.version,
  createdAt: row.created_at.toISOString(),
});

export async function allTemplates(db: OwnerSql, sealer: Sealer): Promise<CertificateTemplate[]> {
  const rows = await db<TemplateRow[]>`${TEMPLATES} where t.owner_id = ${db.owner} order by t.created_at, t.id`;
  return rows.map((row) => toTemplate(db.owner, row, sealer));
}

export async function countTemplates(db: OwnerSql): Promise<number> {
  const [row] = await db<[{ count: number }]>`
    select count(*)::int as count from certificate_templates where owner_id = ${db.owner}`;
  return row.count;
}

export async function findTemplate(db: OwnerSql, id: string, sealer: Sealer): Promise<CertificateTemplate | undefined> {
  const [row] = await db<[TemplateRow?]>`${TEMPLATES} where t.owner_id = ${db.owner} and t.id = ${id}`;
  return row && toTemplate(db.owner, row, sealer);
}

export async function insertTemplate(tx: OwnerTx, id: string, name: string, sealer: Sealer, at: Date): Promise<void> {
  await tx`
    insert into certificate_templates (owner_id, id, version, name, created_at)
    values (${tx.owner}, ${id}, 1, ${sealer.seal(name, placeOfName(tx.owner, id))}, ${at})`;
}

/** The number of the version to come, which nobody else gets; undefined when there is no such template. */
export async function nextVersion(tx: OwnerTx, id: string): Promise<number | undefined> {
  const [row] = await tx<[{ version: number }?]>`
    update certificate_templates set version = version + 1
     where owner_id = ${tx.owner} and id = ${id}
    returning version`;
  return row?.version;
}

export async function insertVersion(
  tx: OwnerTx,
  { id, version, content }: Pick<CertificateTemplate, 'version' | 'content'> & { id: string },
  sealer: Sealer,
  at: Date,
): Promise<void> {
  const sealed = sealer.seal(content, placeOfContent(tx.owner, id, version));
  await tx`
    insert into certificate_template_versions (owner_id, template_id, version, content, created_at)
    values (${tx.owner}, ${id}, ${version}, ${sealed}, ${at})`;
}
