import type { LayoutInput, Printable } from '../printable.ts';
import { drawContents } from './contents.ts';
import { flowOn } from './flow.ts';
import { footerOf } from './footer.ts';
import { drawHead, runningHead } from './letterhead.ts';
import { describable } from './metadata.ts';
import { literal, openSheet, type Sheet } from './sheet.ts';
import { signatureOf } from './signature-block.ts';
import { cleanLine } from './text.ts';
import { titleOf } from './wording.ts';

const TOP_OF_LATER_PAGES = 74;
/** Wider than any length: the true numbers take its place. */
const UNKNOWN = 9_999_999_999;

/** A document with room for its signature. */
export interface UnsignedPdf {
  pdf: Buffer;
  /** Where the object of the signature begins. */
  signatureOffset: number;
}

/** The document as PDF/A-2a and PDF/UA-1. The same input gives the same bytes. */
export function render(printable: LayoutInput, signatureSize: number): UnsignedPdf {
  const title = printable.kind === 'certificate' ? cleanLine(printable.content.title) : titleOf(printable);
  const sheet = openSheet({
    title: describable(`${title} · ${printable.folio}`),
    author: describable(cleanLine(printable.professional.name)),
    subject: titleOf(printable),
    at: new Date(printable.finalizedAt),
  });
  sheet.doc.addPage();
  const footer = footerOf(sheet, printable);
  const flow = flowOn(sheet, { top: TOP_OF_LATER_PAGES, bottom: footer.top - 14 }, drawHead(sheet, printable));
  const signature = signatureOf(sheet, printable);
  drawContents(sheet, flow, printable, signature.height);
  signature.draw(flow);

  const head = runningHead(sheet, printable);
  const pages = sheet.doc.bufferedPageRange().count;
  for (let page = 0; page < pages; page++) {
    sheet.doc.switchToPage(page);
    if (page > 0) sheet.artifact(() => sheet.show('Head', head, [1, 0, 0, 1, 0, 0]));
    if (page < pages - 1) footer.drawAsArtifact(page + 1, pages);
    else footer.drawAsContent(pages);
  }
  const field = addSignatureField(sheet, printable, signatureSize);
  return { pdf: sheet.close(), signatureOffset: field.offset };
}

/** The signature is not seen: readers list it among the signatures of the file. */
function addSignatureField({ doc, root, element }: Sheet, { finalizedAt }: Printable, size: number) {
  const signature = doc.ref({
    ...{ Type: 'Sig', Filter: 'Adobe.PPKLite', SubFilter: 'ETSI.CAdES.detached' },
    ByteRange: [0, UNKNOWN, UNKNOWN, UNKNOWN],
    Contents: new Uint8Array(size),
    M: new Date(finalizedAt),
    Reason: literal('Sello de integridad'),
  });
  signature.end();
  doc.annotate(0, doc.page.height, 0, 0, {
    ...{ Subtype: 'Widget', FT: 'Sig', T: literal('Sello'), TU: literal('Sello de integridad del documento') },
    ...{ V: signature, F: 132, P: doc.page.dictionary, structParent: element(root, 'Form') },
  });
  const form = doc.ref({ Fields: [doc.page.annotations.at(-1)], SigFlags: 3 });
  doc._root.data.AcroForm = form;
  doc.endAcroForm = () => form.end();
  return signature;
}
