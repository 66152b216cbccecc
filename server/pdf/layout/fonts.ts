import { readFileSync } from 'node:fs';
import { create, type Font, type Glyph } from 'fontkit';

export type Weight = 'regular' | 'bold';

export interface Face {
  name: string;
  font: Font;
}

const read = (name: string): Face => ({
  name,
  font: withOwnCodePoints(create(readFileSync(new URL(`../fonts/${name}.ttf`, import.meta.url)))),
});

/**
 * fontkit caches a glyph with the characters of the first word that used it. Here each word gets glyphs with its own
 * characters. Otherwise the bytes of a document would depend on the documents printed before it.
 */
function withOwnCodePoints(font: Font): Font {
  const original = font.getGlyph.bind(font);
  const shapes = new Map<number, Glyph>();
  font.getGlyph = (id, codePoints = []) => {
    const kept = shapes.get(id) ?? cached(original(id));
    shapes.set(id, kept);
    const glyph: Glyph = Object.create(kept);
    glyph.codePoints = codePoints;
    return glyph;
  };
  return font;
}

/** Caches the measures and the outline of a glyph, which fontkit would decode again for every document. */
function cached(glyph: Glyph): Glyph {
  void glyph.advanceWidth;
  const outline = glyph._decode();
  glyph._decode = () => outline;
  return glyph;
}

const emoji = read('NotoEmoji-Regular');

/** Fallback chains: the font of the product, then one with symbols, Greek, Cyrillic, Hebrew and Arabic, then emoji. */
export const FACES: Record<Weight, readonly [Face, ...Face[]]> = {
  regular: [read('AtkinsonHyperlegibleNext-Regular'), read('DejaVuSans'), emoji],
  bold: [read('AtkinsonHyperlegibleNext-Bold'), read('DejaVuSans-Bold'), emoji],
};
