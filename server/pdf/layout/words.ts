import type { Glyph } from 'fontkit';
import { FACES, type Face, type Weight } from './fonts.ts';
import { clustersOf, FIXED_SPACE, isForeignNumber } from './text.ts';

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
  const pieces = piecesOf(text, weight);
  const isMixed = pieces.length > 1;
  const word = inOrder(
    pieces.map((piece) => (isMixed && piece.face ? wordOf(piece.text, weight) : setPiece(piece, weight))),
  );
  // What is shown by its number costs little to set and would push out the words that come back.
  if (pieces.some(({ face }) => !face)) return word;
  keptGlyphs += word.runs.reduce((sum, { glyphs }) => sum + glyphs.length, 0);
  if (keptGlyphs > MOST_GLYPHS) {
    cache.clear();
    keptGlyphs = 0;
  }
  cache.set(key, word);
  return word;
}

/** A word that begins at its right goes on to the left; what is read from left to right inside it keeps its order. */
function inOrder(words: Word[]): Word {
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
  /** Undefined for what no face has. */
  face: Face | undefined;
  text: string;
  isNumber: boolean;
}

/** The text in pieces of one face each, numbers of other scripts apart. */
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

function setPiece({ face, text, isNumber }: TextPiece, weight: Weight): Word {
  if (!face) return byNumbers(text, weight);
  // Those who write from right to left write their numbers from left to right.
  return isNumber ? { ...setRun(face, text, 'ltr'), isRightToLeft: RIGHT_TO_LEFT.test(text) } : setRun(face, text);
}

const RIGHT_TO_LEFT = /\p{Script_Extensions=Arabic}/u;

/** A character for private use means nothing outside: whatever a face draws for it, it is shown by its number. */
const isPrivate = (text: string) => /\p{Co}/u.test(text);

function has({ font }: Face, text: string): boolean {
  for (const one of text) if (!font.hasGlyphForCodePoint(codePointOf(TWINS[one] ?? one))) return false;
  return true;
}

const faceFor = (text: string, weight: Weight) =>
  isPrivate(text) ? undefined : FACES[weight].find((face) => has(face, text));

/** The text with a box for each character that no face has: it says less than the number and takes less room. */
export const withBoxes = (text: string, weight: Weight): string =>
  [...text].map((one) => (faceFor(one, weight) ? one : '□')).join('');

const isOneCharacter = (text: string) => text.length === (codePointOf(text) > 0xffff ? 2 : 1);

/** '漢' → '[U+6F22]': what no face has is shown by its number, and nothing is left out in silence. */
function byNumbers(text: string, weight: Weight): Word {
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

/** A part of such a number. A note may hold half a million of them: the few hundred parts are set once. */
function signOf(text: string, weight: Weight): Word {
  const known = signs[weight].get(text);
  if (known) return known;
  const sign = setRun(FACES[weight][0], text);
  signs[weight].set(text, sign);
  return sign;
}

const codePointOf = (character: string) => character.codePointAt(0) ?? 0;

function setRun(face: Face, text: string, direction?: 'ltr'): Word {
  const { font } = face;
  const characters = [...text];
  const shown = characters.map((one) => TWINS[one] ?? one).join('');
  const run = font.layout(shown, undefined, undefined, undefined, direction);
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
