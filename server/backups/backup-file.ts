import { createHash, type Hash } from 'node:crypto';
import { z } from 'zod';
import { startRefused } from '#server/platform/start-refused';
import { type ArchiveEntry, type Encryption, readArchive } from './archive.ts';

// The content of a backup, in this order:
//   backup.json            what it is: version of the product, migrations, tables with their columns
//   keys/<file>            only with --with-keys
//   tables/<table>/<part>  the rows in COPY text format, as many parts as needed, to be read one after another
//   manifest.json          the number of rows and the SHA-256 of each table and each key, and the sequences

export const BackupHeader = z.object({
  format: z.literal(1),
  product: z.literal('ficha-austral'),
  productVersion: z.string(),
  createdAt: z.iso.datetime(),
  withKeys: z.boolean(),
  migrations: z.array(z.object({ version: z.int(), name: z.string(), md5: z.string() })).nonempty(),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).nonempty() })),
});
export type BackupHeader = z.output<typeof BackupHeader>;

const Manifest = z.object({
  tables: z.record(z.string(), z.object({ rows: z.int(), bytes: z.int(), sha256: z.string() })),
  keys: z.record(z.string(), z.string()),
  sequences: z.record(z.string(), z.string()),
});
export type Manifest = z.output<typeof Manifest>;

export const HEADER_NAME = 'backup.json';
export const MANIFEST_NAME = 'manifest.json';
const TABLE_PART = /^tables\/([a-z0-9_]+)\/\d{6}\.copy$/;
const KEY_FILE = /^keys\/([A-Za-z0-9][A-Za-z0-9._-]*)$/;

export const tablePartName = (table: string, part: number) => `tables/${table}/${String(part).padStart(6, '0')}.copy`;
export const keyName = (file: string) => `keys/${file}`;
export const jsonBytes = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
export const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

export interface BackupReader {
  onHeader?(header: BackupHeader): Promise<void>;
  onKey?(file: string, bytes: Buffer): Promise<void>;
  onRows?(table: string, bytes: Buffer): Promise<void>;
}

/** Reads a backup to its end and returns its header and manifest. Every table and key is compared with the manifest. */
export async function readBackup(
  path: string,
  encryption: Encryption,
  reader: BackupReader = {},
): Promise<{ header: BackupHeader; manifest: Manifest }> {
  const wrong = () => startRefused(`${path} is not a backup of Ficha Austral, or of a newer release`);
  let header: BackupHeader | undefined;
  let manifest: Manifest | undefined;
  const keys: Record<string, string> = {};
  const tables = new Map<string, { bytes: number; hash: Hash }>();

  await readArchive(path, encryption, async ({ name, bytes }: ArchiveEntry) => {
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (manifest) throw wrong();
    if (!header) {
      if (name !== HEADER_NAME) throw wrong();
      header = parsed(BackupHeader, content, wrong);
      await reader.onHeader?.(header);
      return;
    }
    const [, table] = TABLE_PART.exec(name) ?? [];
    const [, key] = KEY_FILE.exec(name) ?? [];
    if (table !== undefined) {
      const found = tables.get(table) ?? { bytes: 0, hash: createHash('sha256') };
      tables.set(table, { bytes: found.bytes + content.length, hash: found.hash.update(content) });
      await reader.onRows?.(table, content);
    } else if (key !== undefined) {
      keys[key] = sha256Of(content);
      await reader.onKey?.(key, content);
    } else if (name === MANIFEST_NAME) {
      manifest = parsed(Manifest, content, wrong);
    } else {
      throw wrong();
    }
  });

  if (!header || !manifest) throw startRefused(`${path} is incomplete: it has no manifest`);
  requireMatch(path, header, manifest, { keys, tables });
  return { header, manifest };
}

function requireMatch(
  path: string,
  header: BackupHeader,
  manifest: Manifest,
  found: { keys: Record<string, string>; tables: Map<string, { bytes: number; hash: Hash }> },
): void {
  const differs = (what: string) => startRefused(`${path} is damaged: ${what} differs from the manifest`);
  for (const { name } of header.tables) {
    const { bytes = 0, hash = createHash('sha256') } = found.tables.get(name) ?? {};
    const expected = manifest.tables[name];
    if (expected?.bytes !== bytes || expected.sha256 !== hash.digest('hex')) throw differs(name);
  }
  const names = (one: object) => Object.keys(one).sort().join();
  const listed = header.tables.map(({ name }) => name).sort();
  if (names(manifest.tables) !== listed.join()) throw differs('the list of tables');
  if ([...found.tables.keys()].some((name) => !listed.includes(name))) throw differs('the list of tables');
  if (names(manifest.keys) !== names(found.keys)) throw differs('the list of keys');
  for (const [name, hash] of Object.entries(found.keys)) if (manifest.keys[name] !== hash) throw differs(name);
}

function parsed<T>(schema: z.ZodType<T>, bytes: Buffer, wrong: () => Error): T {
  try {
    return schema.parse(JSON.parse(bytes.toString('utf8')));
  } catch {
    throw wrong();
  }
}
