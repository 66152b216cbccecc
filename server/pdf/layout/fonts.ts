import { readFileSync } from 'node:fs';
import { create, type Font, type Glyph } from 'fontkit';

export type Weight = 'regular' | 'bold';

export interface Face {
  /** As pdfkit knows it. */
  name: string;
  font: Font;
}

const read = (name: string): Face => ({
  name,
  font: withoutMemory(create(readFileSync(new URL(`../fonts/${name}.ttf`, import.meta.url)))),
});

/**
 * fontkit keeps with a glyph the characters that asked for it first, whichever word that was. Here each word gets
 * glyphs with its own characters: else a document would depend on what was printed before it.
 */
function withoutMemory(font: Font): Font {
  const original = font.getGlyph.bind(font);
  const shapes = new Map<number, Glyph>();
  font.getGlyph = (id, codePoints = []) => {
    const kept = shapes.get(id) ?? readOnce(original(id));
    shapes.set(id, kept);
    const glyph: Glyph = Object.create(kept);
    glyph.codePoints = codePoints;
    return glyph;
  };
  return font;
}

/** Its measures and its outline are read from the font the first time, and not for every document. */
function readOnce(glyph: Glyph): Glyph {
  void glyph.advanceWidth;
  const outline = glyph._decode();
  glyph._decode = () => outline;
  return glyph;
}

const emoji = read('NotoEmoji-Regular');

/** The face of the product first; then one with signs, Greek, Cyrillic, Hebrew and Arabic; then one with pictures. */
export const FACES: Record<Weight, readonly [Face, ...Face[]]> = {
  regular: [read('AtkinsonHyperlegibleNext-Regular'), read('DejaVuSans'), emoji],
  bold: [read('AtkinsonHyperlegibleNext-Bold'), read('DejaVuSans-Bold'), emoji],
};
