const WIDTH = 720;
const LABEL_WIDTH = 190;
const VALUE_WIDTH = 60;
const ROW_HEIGHT = 24;
const TOP = 40;
const COLOURS = ['#0f766e', '#94a3b8'];

/** One horizontal bar a row, of one part for each value. Grey text is legible on white and on black. */
export function barChart(title: string, rows: readonly (readonly [name: string, ...values: number[]])[]): string {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const longest = Math.max(...rows.map(([, ...values]) => sum(values)));
  const scale = (WIDTH - LABEL_WIDTH - VALUE_WIDTH) / longest;
  const text = (x: number, y: number, content: string, attributes = '') =>
    `<text x="${x}" y="${y}" ${attributes}>${content}</text>`;
  const bars = rows.map(([name, ...values], row) => {
    const y = TOP + row * ROW_HEIGHT;
    const parts = values.map((value, part) => {
      const x = LABEL_WIDTH + sum(values.slice(0, part)) * scale;
      return `<rect x="${x.toFixed(1)}" y="${y}" width="${(value * scale).toFixed(1)}" height="16" fill="${COLOURS[part]}"/>`;
    });
    const end = LABEL_WIDTH + sum(values) * scale + 6;
    return [
      text(LABEL_WIDTH - 8, y + 12, name, 'text-anchor="end"'),
      ...parts,
      text(end, y + 12, sum(values).toFixed(2)),
    ].join('');
  });
  const height = TOP + rows.length * ROW_HEIGHT + 8;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}"`,
    ' font-family="sans-serif" font-size="12" fill="#6b7280">',
    `<title>${title}</title>`,
    text(0, 18, title, 'font-size="14"'),
    ...bars,
    '</svg>\n',
  ].join('');
}
