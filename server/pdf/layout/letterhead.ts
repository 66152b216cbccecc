import { formatDay } from '#contract/days';
import { PREVISIONS, representativeText } from '#contract/patient-facts';
import { DOCUMENT_TYPES, documentText, formatDocument } from '#contract/patient-identity';
import { formatRut } from '#contract/rut';
import type { Printable } from '../printable.ts';
import { baselineOf } from './flow.ts';
import { type Line, linesOf, type Style, shortened, widthOf } from './lines.ts';
import { type Element, PAPER } from './pdfkit-document.ts';
import type { Sheet } from './sheet.ts';
import { COLORS, MARGIN, STYLES, WIDTH } from './styles.ts';
import { cleanLine } from './text.ts';
import { ageOf, finalizedOf, professionOf, titleOf } from './wording.ts';

const TOP = 40;
const GUTTER = 18;
const BOX_PADDING = 12;
const SIDE = 200;
const MAIN = WIDTH - SIDE - GUTTER;
const SIDE_X = MARGIN + MAIN + GUTTER;
/** The width of 'Folio:' and 'Fecha:'. A folio fits on one line beside it. */
const LABEL = 31;
/** Line limits of a value in the head. With all of them full, the first page still has room for text. */
const MAX_LINES_OF_FACT = 8;
const MAX_LINES_IN_BOX = 6;

/** The lines of a value in its column, shortened to the limit. */
export const factLines = (text: string, style: Style, width: number, most = MAX_LINES_OF_FACT): Line[] =>
  linesOf(shortened(cleanLine(text), style, width, most), style, width);

/** Draws a paragraph in its column. Returns where it ends. */
function paragraph(sheet: Sheet, owner: Element, text: string, style: Style, x: number, y: number, width: number) {
  return write(sheet, owner, factLines(text, style, width), style, x, y);
}

function write(sheet: Sheet, owner: Element, lines: Line[], style: Style, x: number, y: number) {
  sheet.tagged(owner, () => {
    for (const [index, line] of lines.entries())
      sheet.line(line, style, x, y + index * style.leading + baselineOf(style));
  });
  return y + lines.length * style.leading;
}

const isPresent = (text: string | undefined): text is string => Boolean(text?.trim());

/** 'RUT: …', 'REG-SIS Nº: …': what the law requires of the signer, as far as it is known. */
export const credentialsOf = ({ rut, rnpi }: Printable['professional']): string[] => [
  ...(isPresent(rut) ? [`RUT: ${formatRut(rut)}`] : []),
  ...(isPresent(rnpi) ? [`REG-SIS Nº: ${rnpi}`] : []),
];

export const professionLine = ({ profession, specialty }: Printable['professional']): string =>
  [profession && professionOf(profession), specialty].filter(isPresent).join(' · ');

/** Draws the head of the first page: professional, title and patient. Returns where the text begins. */
export function drawHead(sheet: Sheet, printable: Printable): number {
  sheet.artifact(() => sheet.rectangle(COLORS.austral, 0, 0, PAPER.width, 6));
  let y = drawProfessional(sheet, printable.professional);
  sheet.artifact(() => sheet.rectangle(COLORS.line, MARGIN, y + 10, WIDTH, 0.8));
  y = drawTitle(sheet, printable, y + 24);
  return drawPatient(sheet, printable, y + 14) + 22;
}

function drawProfessional(sheet: Sheet, professional: Printable['professional']): number {
  const put = (text: string, style: Style, x: number, y: number, width: number) =>
    isPresent(text) ? paragraph(sheet, sheet.element(sheet.root, 'P'), text, style, x, y, width) : y;

  let left = put(professional.name, STYLES.name, MARGIN, TOP, MAIN);
  left = put(professionLine(professional), STYLES.credential, MARGIN, left + 1, MAIN);
  let right = TOP + 4;
  const place = [professional.city, professional.region].filter(isPresent).join(', ');
  for (const line of [...credentialsOf(professional), place]) {
    right = put(line, STYLES.credential, SIDE_X, right, SIDE);
  }
  return Math.max(left, right);
}

function drawTitle(sheet: Sheet, printable: Printable, top: number): number {
  const left = paragraph(sheet, sheet.element(sheet.root, 'H1'), titleOf(printable), STYLES.title, MARGIN, top, MAIN);
  let right = top + 1;
  const { fichaNumber } = printable.patient;
  const facts = [
    ['Folio', printable.folio],
    ['Fecha', finalizedOf(printable)],
    ['Ficha', fichaNumber === undefined ? '' : `Nº ${fichaNumber}`],
  ] as const;
  for (const [label, value] of facts) {
    if (!value) continue;
    const owner = sheet.element(sheet.root, 'P');
    paragraph(sheet, owner, `${label}:`, STYLES.reference, SIDE_X, right, LABEL);
    right = paragraph(sheet, owner, value, STYLES.referenceValue, SIDE_X + LABEL, right, SIDE - LABEL);
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
      ['Edad', ageOf(printable), 0.32],
      ['Fecha de nacimiento', formatDay(patient.birthDate), 0.32],
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
  const rows = patientFacts(printable);
  const inner = WIDTH - 2 * BOX_PADDING;
  const styleOf = (label: string) => (label === 'Paciente' ? STYLES.strongValue : STYLES.value);
  const facts = rows.map((row) =>
    row.map(([label, value, share]) => {
      const [style, width] = [styleOf(label), inner * share - 10];
      return { label, style, width, share, lines: factLines(value, style, width, MAX_LINES_IN_BOX) };
    }),
  );
  const heights = facts.map(
    (row) => STYLES.label.leading + Math.max(...row.map(({ lines, style }) => lines.length * style.leading)),
  );
  const height = heights.reduce((sum, one) => sum + one, 0) + (rows.length - 1) * 5 + 2 * BOX_PADDING - 3;
  sheet.artifact(() => {
    sheet.rectangle(COLORS.tint, MARGIN, top, WIDTH, height);
    sheet.rectangle(COLORS.austral, MARGIN, top, 3, height);
  });

  const list = sheet.element(sheet.root, 'L');
  let y = top + BOX_PADDING - 1;
  for (const [index, row] of facts.entries()) {
    let x = MARGIN + BOX_PADDING + 2;
    for (const { label, style, width, share, lines } of row) {
      const item = sheet.element(list, 'LI');
      paragraph(sheet, sheet.element(item, 'Lbl'), label, STYLES.label, x, y, width);
      write(sheet, sheet.element(item, 'LBody'), lines, style, x, y + STYLES.label.leading);
      x += inner * share;
    }
    y += (heights[index] ?? 0) + 5;
  }
  return top + height;
}

const capitalized = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** The head of the second and later pages. */
export function runningHead(sheet: Sheet, printable: Printable) {
  const style = STYLES.reference;
  const [line] = linesOf(runningText(printable, style), style, WIDTH);
  return sheet.form(PAPER.width, PAPER.height, () => {
    sheet.rectangle(COLORS.austral, 0, 0, PAPER.width, 6);
    if (line) sheet.line(line, style, MARGIN, 36 + baselineOf(style));
    sheet.rectangle(COLORS.line, MARGIN, 55, WIDTH, 0.8);
  });
}

/** Shortens the names so that the patient's document always fits. */
function runningText(printable: Printable, style: Style): string {
  const [patient, professional] = [printable.patient.name, printable.professional.name].map(cleanLine) as Names;
  const document = cleanLine(documentText(printable.patient));
  const lineWith = (...[ofPatient, ofProfessional]: Names) =>
    `${titleOf(printable)} · ${ofPatient}, ${document} · ${ofProfessional}`;
  const room = WIDTH - widthOf(lineWith('', '…'), style);
  const forPatient = Math.max(room / 2, room - widthOf(professional, style));
  const shortPatient = shortened(patient, style, forPatient);
  const left = room - widthOf(shortPatient, style);
  return lineWith(shortPatient, shortened(professional, style, left));
}

type Names = [patient: string, professional: string];
