import type { Line, Style } from './lines.ts';
import type { Element } from './pdfkit-document.ts';
import type { Sheet } from './sheet.ts';

/** Lines of one element of the document's structure. */
export interface Piece {
  element: Element;
  lines: Line[];
  style: Style;
  x: number;
  /** Space above it, except at the top of a page. */
  before: number;
  /** Is on the same line as the next piece. */
  isBeside?: boolean;
  /** Is never the last of a page. */
  isHeading?: boolean;
}

interface Row {
  piece: Piece;
  line: Line;
  before: number;
  height: number;
}

interface Area {
  /** Where the text of the second and later pages begins. */
  top: number;
  bottom: number;
}

/** The number of rows that move to the next page with a block that would be alone there. */
const ROWS_MOVED_ALONG = 2;
const AROUND_RULE = 5;

export type Flow = ReturnType<typeof flowOn>;

/** Places text down the page, and on new pages. */
export function flowOn(sheet: Sheet, area: Area, start: number) {
  let y = start;

  const room = () => area.bottom - y;
  const isAtTop = () => y === area.top;

  function nextPage(): void {
    sheet.addPage();
    y = area.top;
  }

  /** Starts a new page when that height does not fit here and would fit there. */
  function keepTogether(height: number): void {
    if (height > room() && height <= area.bottom - area.top && !isAtTop()) nextPage();
  }

  /** The number of rows that fit here, without a heading as the last of them. */
  function fitting(rows: Row[]): number {
    let used = 0;
    let count = 0;
    for (const row of rows) {
      used += (count === 0 && isAtTop() ? 0 : row.before) + row.height;
      if (used > room()) break;
      count += 1;
    }
    if (count === rows.length) return count;
    const fit = withoutLoneHeading(rows, count);
    return fit === 0 && isAtTop() ? 1 : fit;
  }

  /** Fewer rows than fit, when the block after them moves to the next page: some rows move along with it. */
  function leavingSomeFor(rows: Row[], count: number, after: number): number {
    if (count < rows.length || heightOfRows(rows) + after <= room()) return count;
    const fewer = withoutLoneHeading(rows, Math.max(0, count - ROWS_MOVED_ALONG));
    return fewer === 0 && isAtTop() ? count : fewer;
  }

  function draw(rows: Row[]): void {
    for (let at = 0; at < rows.length; ) {
      const piece = rows[at]?.piece;
      if (!piece) return;
      let end = at;
      while (rows[end]?.piece === piece) end += 1;
      const part = rows.slice(at, end);
      sheet.tagged(piece.element, () => {
        for (const { line, before, height } of part) {
          if (!isAtTop()) y += before;
          sheet.line(line, piece.style, piece.x, y + baselineOf(piece.style));
          y += height;
        }
      });
      at = end;
    }
  }

  /** `after` is the height of a block that must not be alone on a page. */
  function place(pieces: Piece[], { isKept = false, after = 0, rule = '' } = {}): void {
    if (isKept) {
      const height = heightOf(pieces) + (rule ? 2 * AROUND_RULE : 0);
      keepTogether(height + after);
      keepTogether(height);
    }
    if (rule) divide(rule);
    let rows = pieces.flatMap(rowsOf);
    while (rows.length > 0) {
      const count = isKept ? fitting(rows) : leavingSomeFor(rows, fitting(rows), after);
      draw(rows.slice(0, count));
      rows = rows.slice(count);
      if (rows.length > 0) nextPage();
    }
  }

  /** Adds space between two blocks, except at the top of a page. */
  function skip(height: number): void {
    if (!isAtTop()) y = Math.min(y + height, area.bottom);
  }

  /** Draws a rule, except at the top of a page. */
  function divide(color: string): void {
    if (isAtTop() || room() < 2 * AROUND_RULE) return;
    sheet.artifact(() => sheet.rectangle(color, sheet.page.margin, y + AROUND_RULE, sheet.page.textWidth, 0.7));
    y += 2 * AROUND_RULE;
  }

  /** Reserves a block of that height and lets the caller draw it. */
  function box(height: number, drawAt: (top: number) => void): void {
    keepTogether(height);
    drawAt(y);
    y += height;
  }

  return { place, skip, box };
}

/** The number of rows without trailing headings and labels. */
function withoutLoneHeading(rows: Row[], count: number): number {
  const isLone = (row: Row | undefined) => row?.piece.isHeading || row?.piece.isBeside;
  let fit = count;
  while (fit > 0 && isLone(rows[fit - 1])) fit -= 1;
  return fit;
}

/** The baseline, below the top of its line. */
export const baselineOf = ({ size, leading }: Style): number => leading / 2 + size * 0.34;

const heightOf = (pieces: Piece[]): number => heightOfRows(pieces.flatMap(rowsOf));

const heightOfRows = (rows: Row[]) => rows.reduce((sum, { before, height }) => sum + before + height, 0);

const rowsOf = (piece: Piece): Row[] =>
  piece.lines.map((line, index) => ({
    piece,
    line,
    before: index === 0 ? piece.before : 0,
    height: piece.isBeside ? 0 : piece.style.leading,
  }));
