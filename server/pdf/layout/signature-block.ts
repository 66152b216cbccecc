import type { Picture } from '../picture.ts';
import type { LayoutInput } from '../printable.ts';
import { baselineOf, type Flow } from './flow.ts';
import { credentialsOf, factLines, professionLine } from './letterhead.ts';
import type { Style } from './lines.ts';
import type { Sheet } from './sheet.ts';
import { COLORS, MARGIN, STYLES, WIDTH } from './styles.ts';
import { cleanLine } from './text.ts';

const BLOCK_WIDTH = 230;
const SIGNING_HEIGHT = 60;
const PICTURE = { width: 190, height: 57 };

const ABOVE = 18;

/** The place where the professional signs: a line for a signature by hand, or the picture of a signature. */
export function signatureBlock(sheet: Sheet, { professional, picture }: LayoutInput) {
  const x = MARGIN + WIDTH - BLOCK_WIDTH;
  const texts: [string, Style][] = [
    [professional.name, STYLES.strongValue],
    ...[professionLine(professional), ...credentialsOf(professional)]
      .filter((line) => line !== '')
      .map((line): [string, Style] => [line, STYLES.credential]),
  ];
  const blocks = texts.map(([text, style]) => ({ lines: factLines(text, style, BLOCK_WIDTH), style }));
  const height = SIGNING_HEIGHT + 6 + blocks.reduce((sum, { lines, style }) => sum + lines.length * style.leading, 0);

  function drawAt(top: number): void {
    if (picture) drawPicture(sheet, picture, x, top, cleanLine(professional.name));
    sheet.artifact(() => sheet.rectangle(COLORS.ink, x, top + SIGNING_HEIGHT, BLOCK_WIDTH, 0.8));
    let y = top + SIGNING_HEIGHT + 6;
    for (const { lines, style } of blocks) {
      sheet.tagged(sheet.element(sheet.root, 'P'), () => {
        for (const line of lines) {
          sheet.line(line, style, x + (BLOCK_WIDTH - line.width) / 2, y + baselineOf(style));
          y += style.leading;
        }
      });
    }
  }

  return {
    height: ABOVE + height,
    draw(flow: Flow): void {
      flow.skip(ABOVE);
      flow.box(height, drawAt);
    },
  };
}

function drawPicture(sheet: Sheet, picture: Picture, x: number, top: number, name: string): void {
  const scale = Math.min(PICTURE.width / picture.width, PICTURE.height / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  const left = x + (BLOCK_WIDTH - width) / 2;
  const upper = top + SIGNING_HEIGHT - height - 2;
  const image = sheet.image(picture.width, picture.height, picture.rgb);
  const figure = sheet.element(sheet.root, 'Figure', {
    alt: `Imagen de la firma de ${name}`,
    bbox: [left, upper, left + width, upper + height],
  });
  sheet.tagged(figure, () => sheet.show('Sign', image, [width, 0, 0, -height, left, upper + height]));
}
