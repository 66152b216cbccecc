import type { Style } from './lines.ts';
import { PAPER } from './pdfkit-document.ts';

export const COLORS = {
  ink: '#10222b',
  muted: '#4e5d67',
  line: '#d9e1e5',
  tint: '#e6f7f9',
  austral: '#006678',
  deep: '#005164',
};

export const MARGIN = 54;
export const WIDTH = PAPER.width - 2 * MARGIN;

const style = (weight: Style['weight'], size: number, leading: number, color: string): Style => ({
  weight,
  size,
  leading,
  color,
});

export const STYLES = {
  name: style('bold', 17, 21, COLORS.ink),
  credential: style('regular', 10, 13.5, COLORS.muted),
  title: style('bold', 24, 29, COLORS.deep),
  reference: style('regular', 9.5, 13, COLORS.muted),
  referenceValue: style('bold', 9.5, 13, COLORS.ink),
  label: style('regular', 8.5, 11, COLORS.muted),
  value: style('regular', 11, 14.5, COLORS.ink),
  strongValue: style('bold', 11.5, 15, COLORS.ink),
  heading: style('bold', 13, 17, COLORS.deep),
  body: style('regular', 11.5, 16, COLORS.ink),
  medicine: style('bold', 14, 18, COLORS.ink),
  field: style('regular', 10, 16, COLORS.muted),
  legal: style('regular', 8, 10.2, COLORS.muted),
  link: style('bold', 8, 10.2, COLORS.austral),
  folio: style('bold', 8.5, 11, COLORS.ink),
} satisfies Record<string, Style>;
