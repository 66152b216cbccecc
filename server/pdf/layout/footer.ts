import { encode } from 'uqr';
import { CONTENT_HASH_NAME } from '#contract/hash-names';
import type { LayoutInput } from '../printable.ts';
import { baselineOf } from './flow.ts';
import { type Line, linesOf, type Style } from './lines.ts';
import { type Element, PAPER } from './pdfkit-document.ts';
import type { Sheet } from './sheet.ts';
import { COLORS, MARGIN, STYLES, WIDTH } from './styles.ts';
import { legalOf } from './wording.ts';

const QR_SIZE = 66;
const TEXT_X = MARGIN + QR_SIZE + 16;
const TEXT_WIDTH = WIDTH - QR_SIZE - 16;
const FOOT = PAPER.height - 30;
const FOLIO_HEIGHT = 18;
const FOLIO_BASELINE = FOOT - STYLES.folio.leading + baselineOf(STYLES.folio);

interface Part {
  lines: Line[];
  style: Style;
  isLink?: boolean;
}

/** The footer of every page: the legal text, how to verify the document, its folio and the page number. */
export function footerOf(sheet: Sheet, printable: LayoutInput) {
  const part = (text: string, style: Style, isLink = false): Part => ({
    lines: linesOf(text, style, TEXT_WIDTH),
    style,
    isLink,
  });
  const parts = [
    part(legalOf(printable), STYLES.legal),
    part(`Verifica este documento en ${printable.verifyUrl}`, STYLES.link, true),
    part(`Código de verificación: ${printable.code}`, STYLES.legal),
    part(`${CONTENT_HASH_NAME}: ${printable.contentHash}`, STYLES.legal),
  ];
  const textHeight = parts.reduce((sum, { lines, style }) => sum + lines.length * style.leading, 0);
  const top = FOOT - FOLIO_HEIGHT - Math.max(textHeight, QR_SIZE) - 12;
  const code = qrCode(sheet, printable.verifyUrl);

  function drawCode(): void {
    const scale = QR_SIZE / code.modules;
    sheet.show('Qr', code.form, [scale, 0, 0, scale, MARGIN, top + 10]);
  }

  const drawRules = () => sheet.rectangle(COLORS.line, MARGIN, top, WIDTH, 0.8);

  function drawPart({ lines, style }: Part, y: number): void {
    for (const [index, line] of lines.entries())
      sheet.line(line, style, TEXT_X, y + index * style.leading + baselineOf(style));
  }

  function drawFolio(): void {
    const { fichaNumber } = printable.patient;
    // Decreto 41 of 2012, article 6: each document of a clinical record carries the number of the record.
    const ficha = fichaNumber === undefined ? '' : ` · Ficha Nº ${fichaNumber}`;
    const [line] = linesOf(`Folio ${printable.folio}${ficha}`, STYLES.folio, WIDTH);
    if (line) sheet.line(line, STYLES.folio, MARGIN, FOLIO_BASELINE);
  }

  function drawPageNumber(page: number, pages: number): void {
    // A pharmacy looks for the signature on the page that it holds.
    const isBeforeSignature = printable.kind === 'prescriptions' && page < pages;
    const signature = isBeforeSignature ? `La firma va en la página ${pages} · ` : '';
    const [line] = linesOf(`${signature}Página ${page} de ${pages}`, STYLES.folio, WIDTH);
    if (line) sheet.line(line, STYLES.folio, MARGIN + WIDTH - line.width, FOLIO_BASELINE);
  }

  const form = sheet.form(PAPER.width, PAPER.height, () => {
    drawRules();
    let y = top + 9;
    for (const one of parts) {
      drawPart(one, y);
      y += one.lines.length * one.style.leading;
    }
    drawFolio();
  });

  function drawAsArtifact(page: number, pages: number): void {
    sheet.artifact(() => {
      sheet.show('Foot', form, [1, 0, 0, 1, 0, 0]);
      drawCode();
      drawPageNumber(page, pages);
    });
  }

  /** On the last page the footer is part of the content: it is read aloud, and its link works. */
  function drawAsContent(pages: number): void {
    sheet.artifact(drawRules);
    let y = top + 9;
    for (const one of parts) {
      const height = one.lines.length * one.style.leading;
      const owner = sheet.element(sheet.root, 'P');
      if (one.isLink) drawLink(one, owner, y, height);
      else sheet.tagged(owner, () => drawPart(one, y));
      y += height;
    }
    const figure = sheet.element(sheet.root, 'Figure', {
      alt: `Código QR que lleva a ${printable.verifyUrl}`,
      bbox: [MARGIN, top + 10, MARGIN + QR_SIZE, top + 10 + QR_SIZE],
    });
    sheet.tagged(figure, drawCode);
    sheet.artifact(() => {
      drawFolio();
      drawPageNumber(pages, pages);
    });
  }

  function drawLink(one: Part, owner: Element, y: number, height: number): void {
    const link = sheet.element(owner, 'Link');
    sheet.tagged(link, () => drawPart(one, y));
    const area = { x: TEXT_X, y, width: TEXT_WIDTH, height };
    sheet.link(link, area, printable.verifyUrl, 'Página de verificación de este documento');
  }

  return { top, drawAsArtifact, drawAsContent };
}

/** Draws the QR code once. Every page shows it. */
function qrCode(sheet: Sheet, text: string) {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const form = sheet.form(size, size, () => {
    sheet.put('0 0 0 rg');
    for (const [y, row] of data.entries()) {
      for (let x = 0; x < row.length; x++) {
        const end = row.indexOf(false, x);
        const length = (end < 0 ? row.length : end) - x;
        if (length > 0) sheet.put(`${x} ${y} ${length} 1 re`);
        x += length;
      }
    }
    sheet.put('f');
  });
  return { form, modules: size };
}
