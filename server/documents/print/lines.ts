import type { Weight } from './fonts.ts';
import { cleanText, clustersOf } from './text.ts';
import { type Word, wordOf } from './words.ts';

export interface Style {
  weight: Weight;
  size: number;
  /** From one line to the next. */
  leading: number;
  color: string;
}

/** Words of one line, in the order in which they stand on the paper. */
export interface Line {
  words: { word: Word; isGlued: boolean }[];
  indent: number;
  width: number;
}

const CHOPPED = 8;
const TAB = '    ';

/** The text in lines of that width, with its own line breaks kept. A word too wide for a line goes on in the next. */
export function linesOf(text: string, style: Style, width: number): Line[] {
  return cleanText(text)
    .split('\n')
    .flatMap((paragraph) => fill(paragraph.replaceAll('\t', TAB), style, width));
}

const measure = (text: string, weight: Weight, size: number) => (wordOf(text, weight).width * size) / 1000;

const spaceWidth = (weight: Weight, size: number) => measure(' ', weight, size);

function fill(paragraph: string, { weight, size }: Style, width: number): Line[] {
  const space = spaceWidth(weight, size);
  const leading = paragraph.length - paragraph.trimStart().length;
  const indent = Math.min(leading * space, width * 0.3);
  const lines: Line[] = [];
  let line: Line = { words: [], indent, width: 0 };
  const end = () => {
    lines.push({ ...line, words: inReadingOrder(line.words) });
    line = { words: [], indent, width: 0 };
  };
  for (const text of paragraph.split(/\s+/)) {
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
  for (let at = 0; at < clusters.length; at += CHOPPED) {
    const some = clusters.slice(at, at + CHOPPED);
    const piece = wordOf(some.join(''), weight);
    pieces.push(...(fits(piece) ? [piece] : some.map((one) => wordOf(one, weight))));
  }
  return pieces;
}

/** A phrase that is read from right to left begins at its right. */
function inReadingOrder(words: Line['words']): Line['words'] {
  if (!words.some(({ word }) => word.isRightToLeft)) return words;
  const ordered: Line['words'] = [];
  let phrase: Line['words'] = [];
  const turn = () => {
    const first = phrase[0]?.isGlued ?? false;
    const turned = phrase.toReversed();
    ordered.push(
      ...turned.map(({ word }, at) => ({ word, isGlued: at === 0 ? first : (turned[at - 1]?.isGlued ?? false) })),
    );
    phrase = [];
  };
  for (const one of words) {
    if (one.word.isRightToLeft) phrase.push(one);
    else {
      turn();
      ordered.push(one);
    }
  }
  turn();
  return ordered;
}
