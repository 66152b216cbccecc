// The parts of pdfkit and fontkit that are used. Neither ships types, and some of these members are private: of the
// product, only pdfkit-document.ts and fonts.ts use them.

declare module 'pdfkit' {
  import type { Readable } from 'node:stream';
  import type { Font, Subset } from 'fontkit';

  export interface Reference {
    data: Record<string, unknown>;
    offset: number;
    write(bytes: Uint8Array | string): void;
    end(bytes?: Uint8Array | string): void;
  }
  export interface Content {
    readonly refs: unknown[];
  }
  export interface Element {
    readonly dictionary: Reference;
    add(child: Content | Element): Element;
    end(): void;
  }
  export interface EmbeddedFont {
    id: string;
    subset: Subset;
    unicode: number[][];
    widths: number[];
    scale: number;
    ref(): Reference;
  }
  export interface Page {
    fonts: Record<string, Reference>;
    xobjects: Record<string, Reference>;
    dictionary: Reference;
    annotations: Reference[];
    write(operators: string): void;
    width: number;
    height: number;
  }
  export interface ElementOptions {
    alt?: string;
    bbox?: [number, number, number, number];
  }

  class PDFDocument extends Readable {
    constructor(options: Record<string, unknown>);
    page: Page;
    info: Record<string, unknown>;
    _font: EmbeddedFont;
    _root: Reference;
    _addInfo: () => void;
    endAcroForm: () => void;
    appendXML(xml: string): void;
    registerFont(name: string, font: Font): this;
    font(name: string): this;
    text(text: string): this;
    ref(data?: Record<string, unknown>): Reference;
    addContent: (operators: string) => void;
    addPage(): this;
    switchToPage(index: number): Page;
    bufferedPageRange(): { start: number; count: number };
    struct(type: string, options?: ElementOptions): Element;
    addStructure(element: Element): this;
    markContent(tag: 'Artifact', options?: Record<string, unknown>): this;
    markStructureContent(tag: string): Content;
    endMarkedContent(): this;
    link(x: number, y: number, width: number, height: number, url: string, options: Record<string, unknown>): this;
    annotate(x: number, y: number, width: number, height: number, options: Record<string, unknown>): this;
    end(): void;
  }

  // biome-ignore lint/style/noDefaultExport: it is pdfkit's
  export { PDFDocument as default };
}

declare module 'fontkit' {
  export interface Subset {
    includeGlyph(id: number): number;
  }
  export interface Glyph {
    id: number;
    codePoints: number[];
    advanceWidth: number;
    _decode: () => unknown;
  }
  export interface GlyphRun {
    glyphs: Glyph[];
    positions: { xAdvance: number; xOffset: number; yOffset: number }[];
    direction: 'ltr' | 'rtl';
  }
  export interface Font {
    unitsPerEm: number;
    getGlyph(id: number, codePoints?: number[]): Glyph;
    hasGlyphForCodePoint(codePoint: number): boolean;
    layout(text: string, features?: never, script?: never, language?: never, direction?: 'ltr'): GlyphRun;
  }
  export function create(bytes: Uint8Array): Font;
}
