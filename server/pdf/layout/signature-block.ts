import type { Picture } from '../picture.ts';
import type { LayoutInput } from '../printable.ts';
import { baselineOf, type Flow } from './flow.ts';
import { credentialsOf, factLines, professionLine } from './letterhead.ts';
import type { Style } from './lines.ts';
import type { Sheet } from './sheet.ts';
import { COLORS } from './styles.ts';
import { cleanLine } from './text.ts';

const BLOCK_WIDTH = 230;
const PICTURE_WIDTH = 190;
const ABOVE = 10;
const UNDER_LINE = 5;

/** The place where the professional signs: a line for a signature by hand, or the picture of a signature. */
export function signatureBlock(sheet: Sheet, { professional, picture }: LayoutInput) {
  const { margin, textWidth, signingHeight, maxLines, styles } = sheet.page;
  const x = margin + textWidth - BLOCK_WIDTH;
  const texts: [string, Style][] = [
    [professional.name, styles.strongValue],
    ...[professionLine(professional), credentialsOf(professional).join(' · ')]
      .filter((line) => line !== '')
      .map((line): [string, Style] => [line, styles.credential]),
  ];
  const blocks = texts.map(([text, style]) => ({ lines: factLines(text, style, BLOCK_WIDTH, maxLines.head), style }));
  const height =
    signingHeight + UNDER_LINE + blocks.reduce((sum, { lines, style }) => sum + lines.length * style.leading, 0);

  function drawAt(top: number): void {
    if (picture) drawPicture(sheet, picture, x, top, cleanLine(professional.name));
    sheet.artifact(() => sheet.rectangle(COLORS.ink, x, top + signingHeight, BLOCK_WIDTH, 0.8));
    let y = top + signingHeight + UNDER_LINE;
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
  const scale = Math.min(PICTURE_WIDTH / picture.width, (sheet.page.signingHeight - 3) / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  const left = x + (BLOCK_WIDTH - width) / 2;
  const upper = top + sheet.page.signingHeight - height - 2;
  const image = sheet.image(picture.width, picture.height, picture.rgb);
  const figure = sheet.element(sheet.root, 'Figure', {
    alt: `Imagen de la firma de ${name}`,
    bbox: [left, upper, left + width, upper + height],
  });
  sheet.tagged(figure, () => sheet.show('Sign', image, [width, 0, 0, -height, left, upper + height]));
}
