import { encode } from 'uqr';
import { CONTENT_HASH_NAME } from '#contract/hash-names';
import type { LayoutInput } from '../printable.ts';
import { baselineOf } from './flow.ts';
import { type Line, linesOf, type Style } from './lines.ts';
import type { Element } from './pdfkit-document.ts';
import type { Sheet } from './sheet.ts';
import { COLORS } from './styles.ts';
import { legalOf } from './wording.ts';

const UNDER_PAGE = 20;
const BESIDE_CODE = 12;
const UNDER_RULE = 8;
const ABOVE_FOLIO = 6;

interface Part {
  lines: Line[];
  style: Style;
  isLink?: boolean;
}

const partHeight = ({ lines, style }: Part): number => lines.length * style.leading;

/** The footer of every page: the legal text, how to verify the document, its folio and the page number. */
export function footerOf(sheet: Sheet, printable: LayoutInput) {
  const { width, height, margin, textWidth, codeSize, styles } = sheet.page;
  const partX = margin + codeSize + BESIDE_CODE;
  const partWidth = textWidth - codeSize - BESIDE_CODE;
  const folioTop = height - UNDER_PAGE - styles.folio.leading;
  const part = (text: string, style: Style, isLink = false): Part => ({
    lines: linesOf(text, style, partWidth),
    style,
    isLink,
  });
  const parts = [
    part(legalOf(printable), styles.legal),
    part(`Verifica este documento en ${printable.verifyUrl}`, styles.link, true),
    part(`Código de verificación: ${printable.code}`, styles.legal),
    part(`${CONTENT_HASH_NAME}: ${printable.contentHash}`, styles.legal),
  ];
  const partsHeight = parts.reduce((sum, part) => sum + partHeight(part), 0);
  const top = folioTop - ABOVE_FOLIO - Math.max(partsHeight, codeSize) - UNDER_RULE;
  const code = qrCode(sheet, printable.verifyUrl);

  function drawCode(): void {
    const scale = codeSize / code.modules;
    sheet.show('Qr', code.form, [scale, 0, 0, scale, margin, top + UNDER_RULE]);
  }

  const drawRules = () => sheet.rectangle(COLORS.line, margin, top, textWidth, 0.8);

  function drawPart({ lines, style }: Part, y: number): void {
    for (const [index, line] of lines.entries())
      sheet.line(line, style, partX, y + index * style.leading + baselineOf(style));
  }

  function drawFolio(): void {
    const { fichaNumber } = printable.patient;
    // Decreto 41 of 2012, article 6: each document of a clinical record carries the number of the record.
    const ficha = fichaNumber === undefined ? '' : ` · Ficha Nº ${fichaNumber}`;
    const [line] = linesOf(`Folio ${printable.folio}${ficha}`, styles.folio, textWidth);
    if (line) sheet.line(line, styles.folio, margin, folioTop + baselineOf(styles.folio));
  }

  function drawPageNumber(page: number, pages: number): void {
    // A pharmacy looks for the signature on the page that it holds.
    const isBeforeSignature = printable.kind === 'prescriptions' && page < pages;
    const signature = isBeforeSignature ? `La firma va en la página ${pages} · ` : '';
    const [line] = linesOf(`${signature}Página ${page} de ${pages}`, styles.folio, textWidth);
    if (line) sheet.line(line, styles.folio, margin + textWidth - line.width, folioTop + baselineOf(styles.folio));
  }

  const form = sheet.form(width, height, () => {
    drawRules();
    let y = top + UNDER_RULE - 1;
    for (const one of parts) {
      drawPart(one, y);
      y += partHeight(one);
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
    let y = top + UNDER_RULE - 1;
    for (const one of parts) {
      const owner = sheet.element(sheet.root, 'P');
      if (one.isLink) drawLink(one, owner, y);
      else sheet.tagged(owner, () => drawPart(one, y));
      y += partHeight(one);
    }
    const figure = sheet.element(sheet.root, 'Figure', {
      alt: `Código QR que lleva a ${printable.verifyUrl}`,
      bbox: [margin, top + UNDER_RULE, margin + codeSize, top + UNDER_RULE + codeSize],
    });
    sheet.tagged(figure, drawCode);
    sheet.artifact(() => {
      drawFolio();
      drawPageNumber(pages, pages);
    });
  }

  function drawLink(one: Part, owner: Element, y: number): void {
    const link = sheet.element(owner, 'Link');
    sheet.tagged(link, () => drawPart(one, y));
    const area = { x: partX, y, width: partWidth, height: partHeight(one) };
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
