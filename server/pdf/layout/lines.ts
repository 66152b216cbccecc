import type { Weight } from './fonts.ts';
import { clustersOf } from './text.ts';
import { type Word, withBoxes, wordOf } from './words.ts';

export interface Style {
  weight: Weight;
  size: number;
  /** The distance between two baselines. */
  leading: number;
  color: string;
}

/** The words of a line in visual order. */
export interface Line {
  words: { word: Word; isGlued: boolean }[];
  indent: number;
  width: number;
}

/** Clusters of a piece, when a long word is split. */
const PIECE_LENGTH = 8;
const TAB = '    ';

/** Breaks clean text into lines of that width. Its own line breaks stay. A word wider than a line is split. */
export function linesOf(text: string, style: Style, width: number): Line[] {
  return text.split('\n').flatMap((paragraph) => fill(paragraph.replaceAll('\t', TAB), style, width));
}

/** Shortens a text to that number of lines: first code points become boxes, then the end is cut off. */
export function shortened(text: string, style: Style, width: number, most = 1): string {
  const fits = (one: string) => linesOf(one, style, width).length <= most;
  if (fits(text)) return text;
  const boxed = withBoxes(text, style.weight);
  if (fits(boxed)) return boxed;
  const clusters = clustersOf(boxed);
  const cut = (length: number) => `${clusters.slice(0, length).join('').trimEnd()}…`;
  let [fitting, tooLong] = [0, clusters.length];
  while (tooLong - fitting > 1) {
    const middle = Math.floor((fitting + tooLong) / 2);
    if (fits(cut(middle))) fitting = middle;
    else tooLong = middle;
  }
  return cut(fitting);
}

export const widthOf = (text: string, style: Style): number =>
  linesOf(text, style, Number.POSITIVE_INFINITY)[0]?.width ?? 0;

const measure = (text: string, weight: Weight, size: number) => (wordOf(text, weight).width * size) / 1000;

const spaceWidth = (weight: Weight, size: number) => measure(' ', weight, size);

function fill(paragraph: string, { weight, size }: Style, width: number): Line[] {
  const space = spaceWidth(weight, size);
  const leading = paragraph.search(/[\S\u00A0]|$/);
  const indent = Math.min(leading * space, width * 0.3);
  const lines: Line[] = [];
  let line: Line = { words: [], indent, width: 0 };
  const end = () => {
    lines.push({ ...line, words: inVisualOrder(line.words) });
    line = { words: [], indent, width: 0 };
  };
  for (const text of paragraph.split(/[^\S\u00A0]+/)) {
    if (text === '') continue;
    for (const [index, word] of piecesThatFit(text, weight, size, width - indent).entries()) {
      const gap = line.words.length === 0 || index > 0 ? 0 : space;
      const wide = (word.width * size) / 1000;
      if (line.words.length > 0 && line.width + gap + wide > width - indent) end();
      line.width += (line.words.length === 0 ? 0 : gap) + wide;
      line.words.push({ word, isGlued: index > 0 });
    }
  }
  end();
  return lines;
}

function piecesThatFit(text: string, weight: Weight, size: number, width: number): Word[] {
  const fits = (word: Word) => (word.width * size) / 1000 <= width;
  if (text.length <= 80) {
    const whole = wordOf(text, weight);
    if (fits(whole)) return [whole];
  }
  const clusters = clustersOf(text);
  const pieces: Word[] = [];
  for (let at = 0; at < clusters.length; at += PIECE_LENGTH) {
    const some = clusters.slice(at, at + PIECE_LENGTH);
    const piece = wordOf(some.join(''), weight);
    pieces.push(...(fits(piece) ? [piece] : some.map((one) => wordOf(one, weight))));
  }
  return pieces;
}

/** Reverses the right-to-left phrases of a line. */
function inVisualOrder(words: Line['words']): Line['words'] {
  if (!words.some(({ word }) => word.isRightToLeft)) return words;
  const ordered: Line['words'] = [];
  let phrase: Line['words'] = [];
  const flush = () => {
    const first = phrase[0]?.isGlued ?? false;
    const reversed = phrase.toReversed();
    ordered.push(
      ...reversed.map(({ word }, at) => ({ word, isGlued: at === 0 ? first : (reversed[at - 1]?.isGlued ?? false) })),
    );
    phrase = [];
  };
  for (const one of words) {
    if (one.word.isRightToLeft) phrase.push(one);
    else {
      flush();
      ordered.push(one);
    }
  }
  flush();
  return ordered;
}
