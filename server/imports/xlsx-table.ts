import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { MAX_IMPORT_ROWS } from '#contract/imports/imports';
import { DAYS_TO_1904 } from './date-text.ts';
import { fileRefused, refusalOf, type Table } from './table.ts';
import { createByteBudget, readXml } from './xlsx-part.ts';
import { readSharedStrings, readSheet } from './xlsx-sheet.ts';

/** A workbook of one sheet has about ten parts. */
const MAX_ENTRIES = 2000;
/** Maximum size of all parts that are read. A sheet of 20,000 rows and 20 columns has about 30 MB. */
const MAX_INFLATED_BYTES = 64 * 1024 * 1024;
/** The bit that says that an entry is encrypted. */
const ENCRYPTED = 1;

const MACROS = /vbaproject|vbadata|macrosheets|\/activex\//i;
const EXTERNAL_DATA = /^xl\/(externallinks|connections|querytables|model)/i;

/**
 * Reads the first visible sheet of an XLSX workbook. Only the parts with texts and cells are inflated, each within the
 * limit. yauzl refuses an entry that is larger than it says, and a name that leaves the archive; no entry is written to
 * the disk.
 */
export async function readXlsx(bytes: Uint8Array): Promise<Table> {
  const zip = await openZip(bytes);
  try {
    const entries = await zipEntries(zip);
    const budget = createByteBudget(MAX_INFLATED_BYTES);
    const part = async (name: string) => {
      const entry = entries.get(name.toLowerCase());
      if (!entry) return undefined;
      if (entry.uncompressedSize > MAX_INFLATED_BYTES) throw fileRefused('IMPORT_TOO_LARGE');
      return budget((await zip.openReadStreamPromise(entry)) as AsyncIterable<Uint8Array>);
    };
    const required = async (name: string) => {
      const stream = await part(name);
      if (!stream) throw fileRefused('IMPORT_UNREADABLE');
      return stream;
    };

    await refuseMacros(await required('[Content_Types].xml'));
    const workbook = await readWorkbook(await required('xl/workbook.xml'));
    const sheet = await sheetPath(await required('xl/_rels/workbook.xml.rels'), workbook.sheetId);
    const strings = await part('xl/sharedStrings.xml');
    const texts = strings ? await readSharedStrings(strings) : [];
    const lines = await readSheet(await required(sheet), texts, MAX_IMPORT_ROWS + 1000);
    return { lines, dayOffset: workbook.is1904 ? DAYS_TO_1904 : 0 };
  } finally {
    zip.close();
  }
}

async function openZip(bytes: Uint8Array): Promise<ZipFile> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return await fromBufferPromise(buffer, { lazyEntries: true, strictFileNames: true, validateEntrySizes: true });
  } catch {
    throw fileRefused('IMPORT_UNREADABLE');
  }
}

/** The parts by their name in lower case, as the format compares them. */
async function zipEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName.toLowerCase();
      if (entry.generalPurposeBitFlag & ENCRYPTED) throw fileRefused('IMPORT_ENCRYPTED');
      if (MACROS.test(name)) throw fileRefused('IMPORT_MACROS');
      if (EXTERNAL_DATA.test(name)) throw fileRefused('IMPORT_EXTERNAL_LINKS');
      // Two parts of one name: programs differ in which of them they read.
      if (entries.has(name) || entries.size >= MAX_ENTRIES) throw fileRefused('IMPORT_UNREADABLE');
      entries.set(name, entry);
    }
  } catch (error) {
    throw refusalOf(error) ? error : fileRefused('IMPORT_UNREADABLE');
  }
  return entries;
}

const refuseMacros = (stream: AsyncIterable<Uint8Array>) =>
  readXml(stream, {
    open: (_name, { ContentType = '' }) => {
      if (/macroenabled|vbaproject/i.test(ContentType)) throw fileRefused('IMPORT_MACROS');
    },
  });

async function readWorkbook(stream: AsyncIterable<Uint8Array>): Promise<{ sheetId: string; is1904: boolean }> {
  let sheetId: string | undefined;
  let is1904 = false;
  await readXml(stream, {
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 = ['1', 'true'].includes(attributes.date1904 ?? '');
      const isShown = (attributes.state ?? 'visible') === 'visible';
      if (name === 'sheet' && isShown) sheetId ??= attributes['r:id'] ?? idIn(attributes);
    },
  });
  if (sheetId === undefined) throw fileRefused('IMPORT_UNREADABLE');
  return { sheetId, is1904 };
}

/** The prefix of the namespace is usually 'r', and may be another. */
const idIn = (attributes: Record<string, string>): string | undefined =>
  Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1];

async function sheetPath(stream: AsyncIterable<Uint8Array>, sheetId: string): Promise<string> {
  let path: string | undefined;
  await readXml(stream, {
    open: (name, { Id, Target, TargetMode }) => {
      if (name !== 'Relationship' || Id !== sheetId || Target === undefined) return;
      if (TargetMode === 'External') throw fileRefused('IMPORT_EXTERNAL_LINKS');
      path = Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`;
    },
  });
  if (path === undefined) throw fileRefused('IMPORT_UNREADABLE');
  return path;
}
