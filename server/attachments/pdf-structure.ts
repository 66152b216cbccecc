const HEADER = /^%PDF-[12]\.\d/;
const END_BYTES = 1024;
/** The end of a ZIP: a signature, 18 bytes whose last two are the length of a comment, and the comment. */
const ZIP_END = Buffer.from('PK\x05\x06', 'latin1');
const ZIP_END_BYTES = 22;
const MAX_ZIP_COMMENT = 0xffff;

/**
 * Whether the bytes are a whole PDF and nothing else. Its header comes first and its end last, with the position of a
 * table of objects between them. A file that programs would also open as another format is refused.
 */
export function isPdf(bytes: Uint8Array): boolean {
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

/** A ZIP is read from its end, so it may follow the PDF or be inside a comment of it. */
function isZip(bytes: Buffer): boolean {
  const from = Math.max(0, bytes.length - ZIP_END_BYTES - MAX_ZIP_COMMENT);
  for (let at = bytes.indexOf(ZIP_END, from); at >= 0; at = bytes.indexOf(ZIP_END, at + 1)) {
    const length = at + ZIP_END_BYTES <= bytes.length ? bytes.readUInt16LE(at + 20) : -1;
    if (at + ZIP_END_BYTES + length === bytes.length) return true;
  }
  return false;
}
