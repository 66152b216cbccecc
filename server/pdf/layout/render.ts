import type { LayoutInput } from '../printable.ts';
import { drawContents } from './contents.ts';
import { flowOn } from './flow.ts';
import { footerOf } from './footer.ts';
import { drawHead, runningHead } from './letterhead.ts';
import { describable } from './metadata.ts';
import { openSheet } from './sheet.ts';
import { signatureBlock } from './signature-block.ts';
import { PAGES } from './styles.ts';
import { cleanLine } from './text.ts';
import { completionOf, printedTitle } from './wording.ts';

const TOP_OF_LATER_PAGES = 54;

/** A document with space for its signature. */
export interface UnsignedPdf {
  pdf: Buffer;
  /** Where the signature dictionary begins. */
  signatureOffset: number;
}

/** Typesets a document as PDF/A-2a and PDF/UA-1. The same input gives the same bytes. */
export function render(printable: LayoutInput, signatureSize: number): UnsignedPdf {
  const title = printable.kind === 'certificate' ? cleanLine(printable.content.title) : printedTitle(printable);
  const description = {
    title: describable(`${title} · ${printable.folio}`),
    author: describable(cleanLine(printable.professional.name)),
    subject: printedTitle(printable),
    at: completionOf(printable, printable),
  };
  const sheet = openSheet(description, PAGES[printable.pageSize]);
  sheet.addPage();
  const footer = footerOf(sheet, printable);
  const flow = flowOn(sheet, { top: TOP_OF_LATER_PAGES, bottom: footer.top - 6 }, drawHead(sheet, printable));
  const signature = signatureBlock(sheet, printable);
  drawContents(sheet, flow, printable, signature.height);
  signature.draw(flow);

  const head = runningHead(sheet, printable);
  const pages = sheet.pageCount();
  for (let page = 0; page < pages; page++) {
    sheet.switchToPage(page);
    if (page > 0) sheet.artifact(() => sheet.show('Head', head, [1, 0, 0, 1, 0, 0]));
    if (page < pages - 1) footer.drawAsArtifact(page + 1, pages);
    else footer.drawAsContent(pages);
  }
  const field = sheet.addSignatureField(signatureSize);
  return { pdf: sheet.close(), signatureOffset: field.offset };
}
