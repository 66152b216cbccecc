import { readCsv } from './csv-table.ts';
import { fileRefused, isEmptyLine, type Table } from './table.ts';

const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');
/** Old Excel files, and new ones with a password. */
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ENCRYPTED_PACKAGE = Buffer.from('EncryptedPackage', 'utf16le');

/** Reads a CSV or XLSX file. Its content decides which of them it is, whatever its name says. */
export async function readTable(bytes: Uint8Array): Promise<Table> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const startsWith = (signature: Buffer) => file.subarray(0, signature.length).equals(signature);
  if (startsWith(COMPOUND_FILE)) {
    throw fileRefused(file.includes(ENCRYPTED_PACKAGE) ? 'IMPORT_ENCRYPTED' : 'IMPORT_OLD_FORMAT');
  }
  const { lines, dayOffset } = startsWith(ZIP) ? await readWorkbook(bytes) : { lines: readCsv(bytes), dayOffset: 0 };
  return { lines: lines.filter((line) => !isEmptyLine(line)), dayOffset };
}

async function readWorkbook(bytes: Uint8Array): Promise<Table> {
  const { readXlsx } = await import('./xlsx-table.ts');
  return readXlsx(bytes);
}
