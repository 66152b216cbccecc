import { formatDay } from '#contract/days';
import { PREVISIONS, representativeText } from '#contract/patient-facts';
import { DOCUMENT_TYPES, documentText, formatDocument } from '#contract/patient-identity';
import { singularProfession } from '#contract/professions';
import { formatRut } from '#contract/rut';
import type { Printable } from '../printable.ts';
import { baselineOf } from './flow.ts';
import { type Line, linesOf, type Style, shortened, widthOf } from './lines.ts';
import type { Element } from './pdfkit-document.ts';
import type { Sheet } from './sheet.ts';
import { COLORS, type Page } from './styles.ts';
import { cleanLine } from './text.ts';
import { finalizedOf, printedAge, printedTitle } from './wording.ts';

const TOP = 24;
const BAND = 6;
const GUTTER = 14;
const BOX_PADDING = 8;
const BETWEEN_ROWS = 3;
const AFTER_LABEL = 4;

/** The lines of a value in its column, shortened to the limit. */
export const factLines = (text: string, style: Style, width: number, most: number): Line[] =>
  linesOf(shortened(cleanLine(text), style, width, most), style, width);

/** Draws a paragraph in its column. Returns where it ends. */
function paragraph(sheet: Sheet, owner: Element, text: string, style: Style, x: number, y: number, width: number) {
  return write(sheet, owner, factLines(text, style, width, sheet.page.maxLines.head), style, x, y);
}

function write(sheet: Sheet, owner: Element, lines: Line[], style: Style, x: number, y: number) {
  sheet.tagged(owner, () => {
    for (const [index, line] of lines.entries())
      sheet.line(line, style, x, y + index * style.leading + baselineOf(style));
  });
  return y + lines.length * style.leading;
}

const isPresent = (text: string | undefined): text is string => Boolean(text?.trim());

/** 'RUT: …', 'REG-SIS N° (RNPI): …': what the law requires of the signer, as far as it is known. */
export const credentialsOf = ({ rut, rnpi }: Printable['professional']): string[] => [
  ...(isPresent(rut) ? [`RUT: ${formatRut(rut)}`] : []),
  ...(isPresent(rnpi) ? [`REG-SIS N° (RNPI): ${rnpi}`] : []),
];

export const professionLine = ({ profession, specialty }: Printable['professional']): string =>
  [profession && singularProfession(profession), specialty].filter(isPresent).join(' · ');

/** Draws the head of the first page: professional, title and patient. Returns where the text begins. */
export function drawHead(sheet: Sheet, printable: Printable): number {
  const { width, margin, textWidth } = sheet.page;
  sheet.artifact(() => sheet.rectangle(COLORS.austral, 0, 0, width, BAND));
  let y = drawProfessional(sheet, printable.professional);
  sheet.artifact(() => sheet.rectangle(COLORS.line, margin, y + 6, textWidth, 0.8));
  y = drawTitle(sheet, printable, y + 12);
  return drawPatient(sheet, printable, y + 8) + 12;
}

/** The two columns of the head. */
function columns({ margin, textWidth, sideWidth }: Page) {
  const mainWidth = textWidth - sideWidth - GUTTER;
  return { mainWidth, sideX: margin + mainWidth + GUTTER };
}

function drawProfessional(sheet: Sheet, professional: Printable['professional']): number {
  const put = (text: string, style: Style, x: number, y: number, width: number) =>
    isPresent(text) ? paragraph(sheet, sheet.element(sheet.root, 'P'), text, style, x, y, width) : y;

  const { margin, sideWidth, styles } = sheet.page;
  const { mainWidth, sideX } = columns(sheet.page);
  let left = put(professional.name, styles.name, margin, TOP, mainWidth);
  left = put(professionLine(professional), styles.credential, margin, left, mainWidth);
  let right = TOP + 4;
  const place = [professional.city, professional.region].filter(isPresent).join(', ');
  for (const line of [...credentialsOf(professional), place]) {
    right = put(line, styles.credential, sideX, right, sideWidth);
  }
  return Math.max(left, right);
}

function drawTitle(sheet: Sheet, printable: Printable, top: number): number {
  const { margin, sideWidth, styles } = sheet.page;
  const { mainWidth, sideX } = columns(sheet.page);
  const title = sheet.element(sheet.root, 'H1');
  const left = paragraph(sheet, title, printedTitle(printable), styles.title, margin, top, mainWidth);
  let right = top + 1;
  for (const [label, value] of [
    ['Folio:', printable.folio],
    ['Fecha:', finalizedOf(printable)],
  ] as const) {
    const owner = sheet.element(sheet.root, 'P');
    const labelWidth = widthOf(label, styles.reference) + AFTER_LABEL;
    paragraph(sheet, owner, label, styles.reference, sideX, right, labelWidth);
    right = paragraph(sheet, owner, value, styles.referenceValue, sideX + labelWidth, right, sideWidth - labelWidth);
  }
  return Math.max(left, right);
}

type Fact = [label: string, value: string | undefined, width: number];
type PresentFact = [label: string, value: string, width: number];

/** What the box of the patient shows. Only a note shows who the patient is beyond the identity. */
function patientFacts(printable: Printable): PresentFact[][] {
  const { patient, kind } = printable;
  const rows: Fact[][] = [
    [
      ['Paciente', patient.name, 0.64],
      [DOCUMENT_TYPES[patient.documentType ?? 'rut'], formatDocument(patient), 0.36],
    ],
    [['Nombre social', patient.socialName, 1]],
    [
      ['Edad', printedAge(printable), 0.22],
      ['Fecha de nacimiento', patient.birthDate && formatDay(patient.birthDate), 0.26],
      ['Ficha', patient.fichaNumber === undefined ? undefined : `Nº ${patient.fichaNumber}`, 0.16],
      ['Sexo', patient.sex && capitalized(patient.sex), 0.36],
    ],
    [['Domicilio', patient.address, 1]],
  ];
  if (kind === 'clinical-note') {
    rows.push(
      [
        ['Ocupación', patient.occupation, 0.64],
        ['Previsión', patient.prevision && PREVISIONS[patient.prevision], 0.36],
      ],
      [['Representante legal', patient.legalRepresentative && representativeText(patient.legalRepresentative), 1]],
    );
  }
  const hasValue = (fact: Fact): fact is PresentFact => isPresent(fact[1]);
  return rows.map((row) => row.filter(hasValue)).filter((row) => row.length > 0);
}

function drawPatient(sheet: Sheet, printable: Printable, top: number): number {
  const { margin, textWidth, maxLines, styles } = sheet.page;
  const rows = patientFacts(printable);
  const inner = textWidth - 2 * BOX_PADDING;
  const valueStyle = (label: string) => (label === 'Paciente' ? styles.strongValue : styles.value);
  const facts = rows.map((row) =>
    row.map(([label, value, share]) => {
      const [style, width] = [valueStyle(label), inner * share - 10];
      return { label, style, width, share, lines: factLines(value, style, width, maxLines.box) };
    }),
  );
  const heights = facts.map(
    (row) => styles.label.leading + Math.max(...row.map(({ lines, style }) => lines.length * style.leading)),
  );
  const height = heights.reduce((sum, one) => sum + one, 0) + (rows.length - 1) * BETWEEN_ROWS + 2 * BOX_PADDING - 2;
  sheet.artifact(() => {
    sheet.rectangle(COLORS.tint, margin, top, textWidth, height);
    sheet.rectangle(COLORS.austral, margin, top, 3, height);
  });

  const list = sheet.element(sheet.root, 'L');
  let y = top + BOX_PADDING - 1;
  for (const [index, row] of facts.entries()) {
    let x = margin + BOX_PADDING + 2;
    for (const { label, style, width, share, lines } of row) {
      const item = sheet.element(list, 'LI');
      paragraph(sheet, sheet.element(item, 'Lbl'), label, styles.label, x, y, width);
      write(sheet, sheet.element(item, 'LBody'), lines, style, x, y + styles.label.leading);
      x += inner * share;
    }
    y += (heights[index] ?? 0) + BETWEEN_ROWS;
  }
  return top + height;
}

const capitalized = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** The head of the second and later pages. */
export function runningHead(sheet: Sheet, printable: Printable) {
  const { width, height, margin, textWidth, styles } = sheet.page;
  const style = styles.reference;
  const [line] = linesOf(runningText(printable, style, textWidth), style, textWidth);
  return sheet.form(width, height, () => {
    sheet.rectangle(COLORS.austral, 0, 0, width, BAND);
    if (line) sheet.line(line, style, margin, TOP + baselineOf(style));
    sheet.rectangle(COLORS.line, margin, TOP + style.leading + 6, textWidth, 0.8);
  });
}

/** Shortens the names so that the patient's document always fits. */
function runningText(printable: Printable, style: Style, width: number): string {
  const [patient, professional] = [printable.patient.name, printable.professional.name].map(cleanLine) as Names;
  const document = cleanLine(documentText(printable.patient));
  const lineWith = (...[ofPatient, ofProfessional]: Names) =>
    `${printedTitle(printable)} · ${ofPatient}, ${document} · ${ofProfessional}`;
  const room = width - widthOf(lineWith('', '…'), style);
  const forPatient = Math.max(room / 2, room - widthOf(professional, style));
  const shortPatient = shortened(patient, style, forPatient);
  const left = room - widthOf(shortPatient, style);
  return lineWith(shortPatient, shortened(professional, style, left));
}

type Names = [patient: string, professional: string];
