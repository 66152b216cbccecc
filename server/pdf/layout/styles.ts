import type { PageSize } from '#contract/print-settings';
import type { Style } from './lines.ts';

export const COLORS = {
  ink: '#10222b',
  muted: '#4e5d67',
  line: '#d9e1e5',
  tint: '#e6f7f9',
  austral: '#006678',
  deep: '#005164',
};

/** Smaller print is hard to read on paper. */
const SMALLEST = 6.8;

/** The styles of a page whose body text has that size. */
function stylesFor(bodySize: number) {
  const scale = bodySize / 10.5;
  const style = (weight: Style['weight'], size: number, leading: number, color: string): Style => {
    const scaled = Math.max(Math.round(size * scale * 10) / 10, SMALLEST);
    return { weight, size: scaled, leading: (leading * scaled) / size, color };
  };
  return {
    name: style('bold', 16, 19, COLORS.ink),
    credential: style('regular', 9.5, 12.5, COLORS.muted),
    title: style('bold', 21, 25, COLORS.deep),
    reference: style('regular', 9.5, 12.5, COLORS.muted),
    referenceValue: style('bold', 9.5, 12.5, COLORS.ink),
    label: style('regular', 8, 10, COLORS.muted),
    value: style('regular', 10.5, 13.5, COLORS.ink),
    strongValue: style('bold', 11, 14, COLORS.ink),
    heading: style('bold', 12, 15.5, COLORS.deep),
    body: style('regular', 10.5, 14.5, COLORS.ink),
    medicine: style('bold', 12, 16, COLORS.ink),
    field: style('regular', 9.5, 14.5, COLORS.muted),
    legal: style('regular', 7.5, 9.2, COLORS.muted),
    link: style('bold', 7.5, 9.2, COLORS.austral),
    folio: style('bold', 7.9, 10.5, COLORS.ink),
  } satisfies Record<string, Style>;
}

/** A page and its measures, in points. */
export interface Page {
  width: number;
  height: number;
  margin: number;
  /** The width between the margins. */
  textWidth: number;
  /** The width of the right column in the head. A folio with its label fits on one line. */
  sideWidth: number;
  /** The width and height of the QR code. */
  codeSize: number;
  /** The height of the place to sign. */
  signingHeight: number;
  /** Line limits of a value in the head and in the patient's box. With all of them full, the first page has room for text. */
  maxLines: { head: number; box: number };
  styles: ReturnType<typeof stylesFor>;
}

type Measures = Omit<Page, 'textWidth' | 'styles'> & { bodySize: number };

const page = ({ bodySize, ...measures }: Measures): Page => ({
  ...measures,
  textWidth: measures.width - 2 * measures.margin,
  styles: stylesFor(bodySize),
});

const LARGE = {
  margin: 50,
  sideWidth: 200,
  codeSize: 64,
  signingHeight: 48,
  maxLines: { head: 8, box: 6 },
  bodySize: 10.5,
};

export const PAGES: Record<PageSize, Page> = {
  letter: page({ width: 612, height: 792, ...LARGE }),
  a4: page({ width: 595.28, height: 841.89, ...LARGE }),
  'half-letter': page({
    width: 396,
    height: 612,
    margin: 28,
    sideWidth: 166,
    codeSize: 62,
    signingHeight: 42,
    maxLines: { head: 5, box: 3 },
    bodySize: 9,
  }),
};
