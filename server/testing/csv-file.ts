/** As Excel saves it where the decimal sign is a comma. */
export const csvOf = (rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from(rows.map((cells) => `${cells.map(quoted).join(';')}\r\n`).join(''));

const quoted = (cell: string): string => (/[";\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
