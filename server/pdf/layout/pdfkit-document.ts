import PDFDocument, { type Page, type Element as PdfkitElement, type Reference } from 'pdfkit';
import type { Face } from './fonts.ts';
import { type Description, xmp } from './metadata.ts';

// No other file of the product uses pdfkit. Much of what this file needs is private to pdfkit, so the version is
// pinned, and golden tests compare the bytes of documents.

/** An element of the document's structure: the tree that a screen reader reads. */
export type Element = PdfkitElement;

/** A drawing or a picture that pages show by its name. */
export type XObject = Reference;

type Matrix = [number, number, number, number, number, number];

interface Glyph {
  id: number;
  codePoints: number[];
  width: number;
}

export interface EmbeddedFont {
  /** Its name in the content of a page. */
  id: string;
  /** Adds a glyph to the embedded subset. Returns its number there. */
  include(glyph: Glyph): number;
  /** Makes the font available to the page or form that is being drawn. */
  use(): void;
}

interface ElementOptions {
  /** The text that stands for a picture. */
  alt?: string;
  bbox?: [number, number, number, number];
}

/** A placeholder as wide as the widest offset. It is overwritten by the real numbers. */
const UNKNOWN_OFFSET = 9_999_999_999;

/** pdfkit writes a plain string as a name, and a string object as text. */
const text = (value: string): unknown => Object(value);

export const number = (value: number): string => String(Math.round(value * 1000) / 1000);

/** Opens a tagged PDF/A-2a and PDF/UA-1. */
export function openPdfkitDocument(description: Description, page: { width: number; height: number }) {
  const { title, author, subject, at } = description;
  const doc = new PDFDocument({
    size: [page.width, page.height],
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    font: null,
    pdfVersion: '1.7',
    subset: 'PDF/A-2a',
    tagged: true,
    lang: 'es-CL',
    displayTitle: true,
    info: {
      Title: title,
      Author: author,
      Subject: subject,
      Creator: 'Ficha Austral',
      Producer: 'Ficha Austral',
      CreationDate: at,
      ModDate: at,
    },
  });
  // pdfkit does not escape XML in the metadata that it would write.
  doc._addInfo = () => doc.appendXML(xmp(description));
  const root = doc.struct('Document');
  doc.addStructure(root);

  /** The form that is being drawn. Undefined while a page is. */
  let drawing: { operators: string[]; fonts: Record<string, Reference> } | undefined;
  // pdfkit would keep a buffer for every operator.
  const contents = new Map<Page, string[]>();
  function put(operators: string): void {
    if (drawing) drawing.operators.push(operators);
    else contents.get(doc.page)?.push(operators) ?? contents.set(doc.page, [operators]);
  }
  doc.addContent = put;

  const fonts = new Map<Face, EmbeddedFont>();
  function fontOf(face: Face): EmbeddedFont {
    const known = fonts.get(face);
    if (known) return known;
    const font = doc.registerFont(face.name, face.font).font(face.name)._font;
    const embedded: EmbeddedFont = {
      id: font.id,
      include({ id, codePoints, width }) {
        const glyph = font.subset.includeGlyph(id);
        font.widths[glyph] ??= width;
        font.unicode[glyph] ??= codePoints;
        return glyph;
      },
      use() {
        (drawing ?? doc.page).fonts[font.id] = font.ref();
      },
    };
    fonts.set(face, embedded);
    return embedded;
  }

  /** Draws once what many pages show. */
  function form(width: number, height: number, draw: () => void): XObject {
    const operators: string[] = [];
    const Font: Record<string, Reference> = {};
    drawing = { operators, fonts: Font };
    draw();
    drawing = undefined;
    const object = doc.ref({ Type: 'XObject', Subtype: 'Form', BBox: [0, 0, width, height], Resources: { Font } });
    object.end(operators.join('\n'));
    return object;
  }

  /** A picture, three bytes for each pixel. */
  function image(width: number, height: number, rgb: Uint8Array): XObject {
    const object = doc.ref({
      Type: 'XObject',
      Subtype: 'Image',
      Width: width,
      Height: height,
      BitsPerComponent: 8,
      ColorSpace: 'DeviceRGB',
    });
    object.end(rgb);
    return object;
  }

  /** Shows a form, or a picture one unit wide and high, through that matrix. */
  function show(name: string, object: XObject, matrix: Matrix): void {
    doc.page.xobjects[name] = object;
    put(`q ${matrix.map(number).join(' ')} cm /${name} Do Q`);
  }

  function element(parent: Element, type: string, options: ElementOptions = {}): Element {
    const made = doc.struct(type, options);
    parent.add(made);
    return made;
  }

  /** What is drawn belongs to that element. */
  function tagged(owner: Element, draw: () => void): void {
    const content = doc.markStructureContent(String(owner.dictionary.data.S));
    draw();
    doc.endMarkedContent();
    owner.add(content);
  }

  /** What is drawn is not read aloud: decoration, and what every page repeats. */
  function artifact(draw: () => void): void {
    doc.markContent('Artifact', { type: 'Pagination' });
    draw();
    doc.endMarkedContent();
  }

  function link(
    owner: Element,
    area: { x: number; y: number; width: number; height: number },
    url: string,
    alt: string,
  ) {
    doc.link(area.x, area.y, area.width, area.height, url, { structParent: owner, Contents: text(alt) });
  }

  /**
   * Adds a signature field with space for a signature. It is invisible; readers list it among the signatures. After
   * `close`, the offset of the returned object is where its dictionary begins.
   */
  function addSignatureField(size: number): { readonly offset: number } {
    const signature = doc.ref({
      Type: 'Sig',
      Filter: 'Adobe.PPKLite',
      SubFilter: 'ETSI.CAdES.detached',
      ByteRange: [0, UNKNOWN_OFFSET, UNKNOWN_OFFSET, UNKNOWN_OFFSET],
      Contents: new Uint8Array(size),
      M: at,
      Reason: text('Sello de integridad'),
    });
    signature.end();
    doc.annotate(0, doc.page.height, 0, 0, {
      Subtype: 'Widget',
      FT: 'Sig',
      T: text('Sello'),
      TU: text('Sello de integridad del documento'),
      V: signature,
      F: 132,
      P: doc.page.dictionary,
      structParent: element(root, 'Form'),
    });
    const acroForm = doc.ref({ Fields: [doc.page.annotations.at(-1)], SigFlags: 3 });
    doc._root.data.AcroForm = acroForm;
    doc.endAcroForm = () => acroForm.end();
    return signature;
  }

  return {
    root,
    put,
    fontOf,
    form,
    image,
    show,
    element,
    tagged,
    artifact,
    link,
    addSignatureField,
    addPage: () => void doc.addPage(),
    pageCount: () => doc.bufferedPageRange().count,
    switchToPage: (index: number) => void doc.switchToPage(index),
    close(): Buffer {
      for (const [page, operators] of contents) page.write(operators.join('\n'));
      contents.clear();
      root.end();
      doc.end();
      return doc.read();
    },
  };
}
