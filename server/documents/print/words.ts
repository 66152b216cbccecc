import type { Glyph } from 'fontkit';
import { FACES, type Face, type Weight } from './fonts.ts';
import { clustersOf, FIXED_SPACE } from './text.ts';

/** A glyph in its place, measured in thousandths of the size of the letter. */
interface SetGlyph {
  id: number;
  codePoints: number[];
  /** The glyph's own width, which the font in the file tells. */
  width: number;
  /** How far the next one stands. */
  advance: number;
  shift: number;
  rise: number;
}

export interface Run {
  face: Face;
  glyphs: SetGlyph[];
}

export interface Word {
  runs: Run[];
  width: number;
  isRightToLeft: boolean;
}

const MOST_GLYPHS = 100_000;
const cache = new Map<string, Word>();
let keptGlyphs = 0;

/** Other characters that look the same, for a face that has the look but not the character. */
const TWINS: Record<string, string> = { '\u00B5': '\u03BC', '\u2011': '-', [FIXED_SPACE]: ' ' };

/** A word set in type. Most words come back: each is set once and kept, within a bound. */
export function wordOf(text: string, weight: Weight): Word {
  const key = `${weight}${text}`;
  const known = cache.get(key);
  if (known) return known;
  const word = setWord(text, weight);
  keptGlyphs += word.runs.reduce((sum, { glyphs }) => sum + glyphs.length, 0);
  if (keptGlyphs > MOST_GLYPHS) {
    cache.clear();
    keptGlyphs = 0;
  }
  cache.set(key, word);
  return word;
}

function setWord(text: string, weight: Weight): Word {
  const words = piecesOf(text, weight).map(([face, piece]) => (face ? setRun(face, piece) : wordOf(piece, weight)));
  const isRightToLeft = words[0]?.isRightToLeft ?? false;
  const ordered = isRightToLeft ? words.toReversed() : words;
  return {
    runs: ordered.flatMap(({ runs }) => runs),
    width: words.reduce((sum, { width }) => sum + width, 0),
    isRightToLeft,
  };
}

/** The text in pieces of one face each. What no face has is shown by its number: nothing is left out in silence. */
function piecesOf(text: string, weight: Weight): [Face | undefined, string][] {
  const pieces: [Face | undefined, string][] = [];
  const add = (face: Face, piece: string) => {
    const last = pieces.at(-1);
    if (last?.[0] === face) last[1] += piece;
    else pieces.push([face, piece]);
  };
  for (const cluster of clustersOf(text)) {
    const whole = faceFor(cluster, weight);
    if (whole) add(whole, cluster);
    else {
      for (const character of cluster) {
        const face = faceFor(character, weight);
        if (face) add(face, character);
        else pieces.push([undefined, numberOf(character)]);
      }
    }
  }
  return pieces;
}

/** A character for private use means nothing outside: whatever a face draws for it, it is shown by its number. */
const has = ({ font }: Face, text: string) =>
  !/\p{Co}/u.test(text) && [...text].every((one) => font.hasGlyphForCodePoint(codePointOf(TWINS[one] ?? one)));

const faceFor = (text: string, weight: Weight) => FACES[weight].find((face) => has(face, text));

/** '漢' → '[U+6F22]' */
const numberOf = (character: string) => `[U+${codePointOf(character).toString(16).toUpperCase().padStart(4, '0')}]`;

const codePointOf = (character: string) => character.codePointAt(0) ?? 0;

function setRun(face: Face, text: string): Word {
  const { font } = face;
  const characters = [...text];
  const shown = characters.map((one) => TWINS[one] ?? one).join('');
  const run = font.layout(shown);
  // Where one glyph stands for one character the text itself knows it, twins included.
  const isPlain = run.direction === 'ltr' && run.glyphs.length === characters.length;
  const scale = 1000 / font.unitsPerEm;
  const glyphs = run.glyphs.map((glyph: Glyph, index) => {
    const place = run.positions[index] ?? { xAdvance: glyph.advanceWidth, xOffset: 0, yOffset: 0 };
    return {
      id: glyph.id,
      codePoints: isPlain ? [codePointOf(characters[index] ?? ' ')] : charactersOf(glyph),
      width: glyph.advanceWidth * scale,
      advance: place.xAdvance * scale,
      shift: place.xOffset * scale,
      rise: place.yOffset * scale,
    };
  });
  return {
    runs: [{ face, glyphs }],
    width: glyphs.reduce((sum, { advance }) => sum + advance, 0),
    isRightToLeft: run.direction === 'rtl',
  };
}

const REPLACEMENT = 0xfffd;

const charactersOf = ({ codePoints }: Glyph) => (codePoints.length > 0 ? codePoints : [REPLACEMENT]);
