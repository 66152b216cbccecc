import type { Piece } from './flow.ts';
import { linesOf, type Style } from './lines.ts';
import type { Element } from './pdfkit-document.ts';
import type { Sheet } from './sheet.ts';
import { cleanLine, cleanText } from './text.ts';

/** Limits of line breaks. A text of one letter a line would fill thousands of pages. */
const MAX_LINES = 2000;

export function heading(sheet: Sheet, title: string): Piece {
  const { margin, styles } = sheet.page;
  return {
    ...piece(sheet, sheet.element(sheet.root, 'H2'), cleanLine(title), styles.heading, margin),
    isHeading: true,
  };
}

/** Free text. Blank lines separate paragraphs. */
export function paragraphs(sheet: Sheet, text: string, before = 0): Piece[] {
  const { margin, styles } = sheet.page;
  return withLimitedLines(text, MAX_LINES)
    .split(/\n[ \t]*\n/)
    .filter((one) => one.trim() !== '')
    .map((one, index) => ({
      ...piece(sheet, sheet.element(sheet.root, 'P'), one, styles.body, margin),
      before: index === 0 ? before : styles.body.leading * 0.5,
    }));
}

/** The text with its line breaks, or with slashes in their place when there are too many. */
export function withLimitedLines(text: string, most: number): string {
  const clean = cleanText(text);
  return clean.split('\n').length <= most ? clean : clean.replace(/\s*\n\s*/g, ' / ');
}

/** `right` is the width that stays free at the right. */
export const piece = (sheet: Sheet, element: Element, text: string, style: Style, x: number, right = 0): Piece => ({
  element,
  style,
  x,
  before: 0,
  lines: linesOf(text, style, sheet.page.margin + sheet.page.textWidth - x - right),
});
