import PDFDocument, {
  type Content,
  type Element,
  type ElementOptions,
  type EmbeddedFont,
  type Page,
  type Reference,
} from 'pdfkit';
import type { Face } from './fonts.ts';
import type { Line, Style } from './lines.ts';
import { type Description, xmp } from './metadata.ts';
import { type Run, wordOf } from './words.ts';

export const PAPER = { width: 595.28, height: 841.89 };

/** pdfkit takes a plain string for a name, and a string object for text. */
export const literal = (text: string): unknown => Object(text);

export type Sheet = ReturnType<typeof openSheet>;

/** What is drawn beside the pages. */
interface Drawing {
  operators: string[];
  fonts: Record<string, Reference>;
}

const number = (value: number) => String(Math.round(value * 1000) / 1000);

/** '#0a4f5e' → '0.04 0.31 0.37' */
const rgb = (color: string) =>
  [1, 3, 5]
    .map((at) => String(Math.round((Number.parseInt(color.slice(at, at + 2), 16) / 255) * 1000) / 1000))
    .join(' ');

/** The paper: a tagged PDF/A-2a and PDF/UA-1 under way, and what can be drawn on it. */
export function openSheet(description: Description) {
  const { title, author, subject, at } = description;
  const doc = new PDFDocument({
    ...{ size: [PAPER.width, PAPER.height], margin: 0, autoFirstPage: false, bufferPages: true, font: null },
    ...{ pdfVersion: '1.7', subset: 'PDF/A-2a', tagged: true, lang: 'es-CL', displayTitle: true },
    info: {
      ...{ Title: title, Author: author, Subject: subject, Creator: 'Ficha Austral', Producer: 'Ficha Austral' },
      ...{ CreationDate: at, ModDate: at },
    },
  });
  doc._addInfo = () => doc.appendXML(xmp(description));
  const root = doc.struct('Document');
  doc.addStructure(root);

  let drawing: Drawing | undefined;
  // Kept as text until the end: pdfkit keeps every operator as bytes of its own.
  const contents = new Map<Page, string[]>();
  function put(operators: string): void {
    if (drawing) drawing.operators.push(operators);
    else contents.get(doc.page)?.push(operators) ?? contents.set(doc.page, [operators]);
  }
  doc.addContent = put;

  const fonts = new Map<Face, EmbeddedFont>();
  const written = new Map<Run, string>();

  function fontOf(face: Face): EmbeddedFont {
    const known = fonts.get(face);
    if (known) return known;
    const font = doc.registerFont(face.name, face.font).font(face.name)._font;
    fonts.set(face, font);
    return font;
  }

  /** The glyphs of a run as a PDF names them, with the steps between them. */
  function writeRun(run: Run, size: number): string {
    const known = written.get(run);
    if (known !== undefined) return known;
    const font = fontOf(run.face);
    const isRaised = run.glyphs.some(({ rise }) => rise !== 0);
    let text = '';
    for (const { id, codePoints, width, advance, shift, rise } of run.glyphs) {
      const glyph = font.subset.includeGlyph(id);
      font.widths[glyph] ??= width;
      font.unicode[glyph] ??= codePoints;
      const step = Math.round(shift + width - advance);
      if (rise !== 0) text += `] TJ ${number((rise * size) / 1000)} Ts [`;
      if (shift !== 0) text += ` ${Math.round(-shift)}`;
      text += `<${glyph.toString(16).padStart(4, '0')}>`;
      if (step !== 0) text += ` ${step}`;
      if (rise !== 0) text += '] TJ 0 Ts [';
    }
    text = text.replaceAll('><', '');
    if (!isRaised) written.set(run, text);
    return text;
  }

  /** One line is one text object, with real spaces and one after its end: what copies or reads it finds words. */
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
      const font = fontOf(run.face);
      if (font !== current) {
        (drawing ?? doc.page).fonts[font.id] = font.ref();
        operators += `${current ? '] TJ' : ''} /${font.id} ${size} Tf [`;
        current = font;
      }
      operators += writeRun(run, size);
    }
    put(`${operators}] TJ ET`);
  }

  const rectangle = (color: string, x: number, y: number, width: number, height: number) =>
    put(`${rgb(color)} rg ${[x, y, width, height].map(number).join(' ')} re f`);

  /** What comes back on many pages is drawn once; the form is then shown by its name. */
  function form(width: number, height: number, draw: () => void): Reference {
    const made: Drawing = { operators: [], fonts: {} };
    drawing = made;
    draw();
    drawing = undefined;
    const Resources = { Font: made.fonts };
    const reference = doc.ref({ Type: 'XObject', Subtype: 'Form', BBox: [0, 0, width, height], Resources });
    reference.end(made.operators.join('\n'));
    return reference;
  }

  /** Shows a form, or a picture one unit wide and high, in that place. */
  function show(name: string, object: Reference, matrix: [number, number, number, number, number, number]): void {
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
    const content: Content = doc.markStructureContent(String(owner.dictionary.data.S));
    draw();
    doc.endMarkedContent();
    owner.add(content);
  }

  /** What is drawn is not read aloud: decoration, and what comes back on every page. */
  function artifact(draw: () => void): void {
    doc.markContent('Artifact', { type: 'Pagination' });
    draw();
    doc.endMarkedContent();
  }

  function close(): Buffer {
    for (const [page, operators] of contents) page.write(operators.join('\n'));
    contents.clear();
    root.end();
    doc.end();
    return doc.read();
  }

  return { doc, root, put, close, line, rectangle, form, show, element, tagged, artifact };
}
