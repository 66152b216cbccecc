const HEADER = /^%PDF-[12]\.\d/;
const END_BYTES = 1024;
/** The record at the end of a ZIP, its locator when the archive is large, and an entry of its directory. */
const ZIP_END = Buffer.from('PK\x05\x06', 'latin1');
const ZIP_END_BYTES = 22;
const ZIP64_LOCATOR = 0x07064b50;
const ZIP64_LOCATOR_BYTES = 20;
const ZIP_ENTRY = 0x02014b50;

/**
 * Whether the bytes look like a whole PDF and nothing else. Its header comes first and its end last, with the position of a
 * table of objects between them. A file that programs would also open as another format is refused.
 */
export function hasPdfStructure(bytes: Uint8Array): boolean {
  const pdf = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!HEADER.test(pdf.toString('latin1', 0, 8)) || isZip(pdf)) return false;
  const end = pdf.toString('latin1', Math.max(0, pdf.length - END_BYTES));
  const position = /startxref\s+(\d+)\s+%%EOF[\s\0]*$/.exec(end)?.[1];
  if (position === undefined || Number(position) >= pdf.length) return false;
  // The first part of a linearized file has its own table, and its position is 0 in some programs.
  return pdf.includes('/Root') && /\d\s+\d+\s+obj\b/.test(firstObject(pdf));
}

/** The bytes around the first object, which follows the header. */
function firstObject(pdf: Buffer): string {
  const at = pdf.indexOf(' obj');
  return at < 0 ? '' : pdf.toString('latin1', Math.max(0, at - 20), at + 5);
}

/** A ZIP is read from its end. Readers accept other bytes before the archive and after it, so it may be anywhere. */
function isZip(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(ZIP_END); at >= 0; at = bytes.indexOf(ZIP_END, at + 1)) {
    if (at + ZIP_END_BYTES <= bytes.length && isZipEnd(bytes, at)) return true;
  }
  return false;
}

/** Whether the record leads to a directory, by its size or by its position. An empty archive has none. */
function isZipEnd(bytes: Buffer, at: number): boolean {
  const entries = bytes.readUInt16LE(at + 10);
  const size = bytes.readUInt32LE(at + 12);
  const position = bytes.readUInt32LE(at + 16);
  const has = (signature: number, from: number) =>
    from >= 0 && from + 4 <= bytes.length && bytes.readUInt32LE(from) === signature;
  if (entries === 0 && size === 0) return true;
  return has(ZIP_ENTRY, at - size) || has(ZIP_ENTRY, position) || has(ZIP64_LOCATOR, at - ZIP64_LOCATOR_BYTES);
}
