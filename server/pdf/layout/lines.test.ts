import { expect, test } from 'vitest';
import { type Line, linesOf, shortened, widthOf } from './lines.ts';
import { PAGES } from './styles.ts';

const style = PAGES.letter.styles.body;

const textIn = ({ words }: Line) =>
  words
    .map(({ word, isGlued }, index) => {
      const text = word.runs.flatMap(({ glyphs }) =>
        glyphs.map(({ codePoints }) => String.fromCodePoint(...codePoints)),
      );
      return `${index > 0 && !isGlued ? ' ' : ''}${text.join('')}`;
    })
    .join('');

test('a line is not broken at a no-break space', () => {
  const width = widthOf('Tomar 500 mg', style) - 1;
  expect(linesOf('Tomar 500 mg', style, width).map(textIn)).toEqual(['Tomar 500', 'mg']);
  expect(linesOf('Tomar 500\u00A0mg', style, width).map(textIn)).toEqual(['Tomar', '500\u00A0mg']);
});

test('a number is not split when its word is', () => {
  const [line] = linesOf(`${'א'.repeat(86)}٥٠٣`, style, 2000);
  expect(line && textIn(line)).toBe(`٥٠٣${'א'.repeat(86)}`);
});

test('a text that is too long gets boxes for unknown characters first, and loses its end then', () => {
  const width = widthOf('Rosa Díaz 漢', style);
  expect(shortened('Rosa Díaz 漢', style, width)).toBe('Rosa Díaz 漢');
  expect(shortened('Rosa Díaz 漢字', style, width)).toBe('Rosa Díaz □□');
  const cut = shortened('Rosa Díaz Güiraldes de la Fuente Alba', style, width);
  expect(cut).toMatch(/^Rosa Díaz G.*…$/);
  expect(linesOf(cut, style, width)).toHaveLength(1);
});
