import type { Glyph } from 'fontkit';
import { FACES, type Face, type Weight } from './fonts.ts';
import { clustersOf, FIXED_SPACE, isForeignNumber } from './text.ts';

/** A positioned glyph. Its measures are thousandths of the font size. */
interface PositionedGlyph {
  id: number;
  codePoints: number[];
  /** The width that the embedded font declares. */
  width: number;
  /** The distance to the next glyph. */
  advance: number;
  shift: number;
  rise: number;
}

export interface Run {
  face: Face;
  glyphs: PositionedGlyph[];
}

export interface Word {
  runs: Run[];
  width: number;
  isRightToLeft: boolean;
}

const MAX_CACHED_GLYPHS = 100_000;
const cache = new Map<string, Word>();
let cachedGlyphs = 0;

/** Characters that look the same, for a font that has only the second of them. */
const LOOKALIKES: Record<string, string> = { '\u00B5': '\u03BC', '\u2011': '-', [FIXED_SPACE]: ' ' };

/** Shapes a word. Most words repeat, so shaped words are cached up to a limit. */
export function wordOf(text: string, weight: Weight): Word {
  const key = `${weight}${text}`;
  const known = cache.get(key);
  if (known) return known;
  const pieces = piecesOf(text, weight);
  const isMixed = pieces.length > 1;
  const word = inVisualOrder(
    pieces.map((piece) => (isMixed && piece.face ? wordOf(piece.text, weight) : shapePiece(piece, weight))),
  );
  // A character shown as its code point is cheap to shape, and would evict words that repeat.
  if (pieces.some(({ face }) => !face)) return word;
  cachedGlyphs += word.runs.reduce((sum, { glyphs }) => sum + glyphs.length, 0);
  if (cachedGlyphs > MAX_CACHED_GLYPHS) {
    cache.clear();
    cachedGlyphs = 0;
  }
  cache.set(key, word);
  return word;
}

/** Orders the parts of a word for drawing. A right-to-left word is reversed; left-to-right parts in it are not. */
function inVisualOrder(words: Word[]): Word {
  const [first] = words;
  if (first && words.length === 1) return first;
  const isRightToLeft = first?.isRightToLeft ?? false;
  const parts: Word[][] = [];
  for (const word of words) {
    const last = parts.at(-1);
    if (last && !word.isRightToLeft && !last[0]?.isRightToLeft) last.push(word);
    else parts.push([word]);
  }
  return {
    runs: (isRightToLeft ? parts.reverse() : parts).flat().flatMap(({ runs }) => runs),
    width: words.reduce((sum, { width }) => sum + width, 0),
    isRightToLeft,
  };
}

interface TextPiece {
  /** Undefined when no font has the characters. */
  face: Face | undefined;
  text: string;
  isNumber: boolean;
}

/** Splits a text into pieces of one font each. Numbers of other scripts are pieces of their own. */
function piecesOf(text: string, weight: Weight): TextPiece[] {
  const pieces: TextPiece[] = [];
  const add = (face: Face | undefined, piece: string) => {
    const last = pieces.at(-1);
    const isNumber = face !== undefined && isForeignNumber(piece);
    if (last && last.face === face && !last.isNumber && !isNumber) last.text += piece;
    else pieces.push({ face, text: piece, isNumber });
  };
  for (const cluster of clustersOf(text)) {
    const whole = faceFor(cluster, weight);
    if (whole || isOneCharacter(cluster)) add(whole, cluster);
    else for (const character of cluster) add(faceFor(character, weight), character);
  }
  return pieces;
}

function shapePiece({ face, text, isNumber }: TextPiece, weight: Weight): Word {
  if (!face) return asCodePoints(text, weight);
  // Right-to-left scripts write their numbers from left to right.
  return isNumber ? { ...shapeRun(face, text, 'ltr'), isRightToLeft: RIGHT_TO_LEFT.test(text) } : shapeRun(face, text);
}

const RIGHT_TO_LEFT = /\p{Script_Extensions=Arabic}/u;

/** A private-use character has no meaning in our fonts, so it is shown as its code point. */
const isPrivate = (text: string) => /\p{Co}/u.test(text);

function has({ font }: Face, text: string): boolean {
  for (const one of text) if (!font.hasGlyphForCodePoint(codePointOf(LOOKALIKES[one] ?? one))) return false;
  return true;
}

const faceFor = (text: string, weight: Weight) =>
  isPrivate(text) ? undefined : FACES[weight].find((face) => has(face, text));

/** The text with a box for each character that no font has. A box takes less room than the code point. */
export const withBoxes = (text: string, weight: Weight): string =>
  [...text].map((one) => (faceFor(one, weight) ? one : '□')).join('');

const isOneCharacter = (text: string) => text.length === (codePointOf(text) > 0xffff ? 2 : 1);

/** '漢' → '[U+6F22]': a character that no font has is shown as its code point, never left out. */
function asCodePoints(text: string, weight: Weight): Word {
  const runs: Run[] = [];
  let width = 0;
  const add = (sign: Word) => {
    for (const run of sign.runs) runs.push(run);
    width += sign.width;
  };
  for (const character of text) {
    const digits = codePointOf(character).toString(16).toUpperCase().padStart(4, '0');
    add(signOf('[U+', weight));
    for (let at = 0; at < digits.length; at += 2) add(signOf(digits.slice(at, at + 2), weight));
    add(signOf(']', weight));
  }
  return { runs, width, isRightToLeft: false };
}

const signs = { regular: new Map<string, Word>(), bold: new Map<string, Word>() };

/** A part of such a code point. A note may hold half a million of them, made of a few hundred different parts. */
function signOf(text: string, weight: Weight): Word {
  const known = signs[weight].get(text);
  if (known) return known;
  const sign = shapeRun(FACES[weight][0], text);
  signs[weight].set(text, sign);
  return sign;
}

const codePointOf = (character: string) => character.codePointAt(0) ?? 0;

function shapeRun(face: Face, text: string, direction?: 'ltr'): Word {
  const { font } = face;
  const characters = [...text];
  const shown = characters.map((one) => LOOKALIKES[one] ?? one).join('');
  const run = font.layout(shown, undefined, undefined, undefined, direction);
  // With one glyph for each character, the characters come from the text, lookalikes included.
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
