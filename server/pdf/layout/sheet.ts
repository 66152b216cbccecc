import type { Line, Style } from './lines.ts';
import type { Description } from './metadata.ts';
import { type EmbeddedFont, number, openPdfkitDocument } from './pdfkit-document.ts';
import type { Page } from './styles.ts';
import { type Run, wordOf } from './words.ts';

export type Sheet = ReturnType<typeof openSheet>;

/** '#0a4f5e' → '0.04 0.31 0.37' */
const rgb = (color: string) =>
  [1, 3, 5].map((at) => number(Number.parseInt(color.slice(at, at + 2), 16) / 255)).join(' ');

/** A document, and the lines and rectangles that are drawn on its pages. */
export function openSheet(description: Description, page: Page) {
  const document = openPdfkitDocument(description, page);
  const encodedRuns = new Map<Run, string>();

  /** The glyphs of a run for the TJ operator, with the adjustments between them. */
  function encodeRun(run: Run, size: number): string {
    const known = encodedRuns.get(run);
    if (known !== undefined) return known;
    const font = document.fontOf(run.face);
    const isRaised = run.glyphs.some(({ rise }) => rise !== 0);
    let text = '';
    for (const { id, codePoints, width, advance, shift, rise } of run.glyphs) {
      const glyph = font.include({ id, codePoints, width });
      const adjustment = Math.round(shift + width - advance);
      if (rise !== 0) text += `] TJ ${number((rise * size) / 1000)} Ts [`;
      if (shift !== 0) text += ` ${Math.round(-shift)}`;
      text += `<${glyph.toString(16).padStart(4, '0')}>`;
      if (adjustment !== 0) text += ` ${adjustment}`;
      if (rise !== 0) text += '] TJ 0 Ts [';
    }
    text = text.replaceAll('><', '');
    if (!isRaised) encodedRuns.set(run, text);
    return text;
  }

  /** Draws a line as one text object. Its spaces are glyphs, also the one at its end, so that copied text has words. */
  function line({ words, indent }: Line, { weight, size, color }: Style, x: number, baseline: number): void {
    if (words.length === 0) return;
    const space = wordOf(' ', weight).runs[0];
    const runs = words.flatMap(({ word, isGlued }, index) => [
      ...(index > 0 && !isGlued && space ? [space] : []),
      ...word.runs,
    ]);
    if (space) runs.push(space);
    let operators = `BT ${rgb(color)} rg 1 0 0 -1 ${number(x + indent)} ${number(baseline)} Tm`;
    let current: EmbeddedFont | undefined;
    for (const run of runs) {
      const font = document.fontOf(run.face);
      if (font !== current) {
        font.use();
        operators += `${current ? '] TJ' : ''} /${font.id} ${size} Tf [`;
        current = font;
      }
      operators += encodeRun(run, size);
    }
    document.put(`${operators}] TJ ET`);
  }

  const rectangle = (color: string, x: number, y: number, width: number, height: number) =>
    document.put(`${rgb(color)} rg ${[x, y, width, height].map(number).join(' ')} re f`);

  return { ...document, page, line, rectangle };
}
