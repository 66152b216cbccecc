/** Excel reads a file as UTF-8 when it begins with this mark. */
export const BYTE_ORDER_MARK = '\uFEFF';

export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(';')}\r\n`;

/** A spreadsheet would run a text that begins like a formula, also in full-width signs, so an apostrophe comes first. */
function csvCell(text: string): string {
  const harmless = /^[\s]*[=+\-@|]/.test(text.normalize('NFKC')) || /^[\t\r\n]/.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}
