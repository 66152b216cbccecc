import { measurementTexts } from '#contract/measurement-texts';
import type { Measurements } from '#contract/measurements';
import type { PrescriptionItem } from '#contract/prescriptions';
import { mayPrescribe, prescriptionsHeading } from '#contract/professions';
import { quantityInWords } from '#contract/quantity';
import type { Printable, PrintedAddendum, PrintedNote } from '../printable.ts';
import type { Flow, Piece } from './flow.ts';
import { linesOf, type Style } from './lines.ts';
import type { Element } from './pdfkit-document.ts';
import type { Sheet } from './sheet.ts';
import { COLORS, MARGIN, STYLES, WIDTH } from './styles.ts';
import { cleanLine, cleanText } from './text.ts';
import { finalizedOf } from './wording.ts';

const NUMBER_WIDTH = 28;
const LABEL_WIDTH = 96;
const WIDE_LABEL_WIDTH = 124;
const BETWEEN_SECTIONS = 16;
/** Limits of line breaks. A text of one letter a line would fill thousands of pages. */
const MAX_LINES = 2000;
const MAX_LINES_OF_USE = 100;

type PrintableNote = Extract<Printable, { content: PrintedNote }>;

/** Draws the body of the document. `after` is the height of the block that follows it. */
export function drawContents(sheet: Sheet, flow: Flow, printable: Printable, after: number): void {
  switch (printable.kind) {
    case 'clinical-note':
      drawNote(sheet, flow, printable, after);
      break;
    case 'plans':
      flow.place(paragraphs(sheet, printable.content.plansAndIndications ?? ''), { after });
      break;
    case 'prescriptions':
      drawPrescriptions(sheet, flow, printedItems(printable), after);
      break;
    case 'certificate':
      flow.place([heading(sheet, printable.content.title), ...paragraphs(sheet, printable.content.content, 8)], {
        after,
      });
  }
}

function drawNote(sheet: Sheet, flow: Flow, { content: note, professional }: PrintableNote, after: number): void {
  const text = (title: string, content: string | undefined) =>
    content ? () => [heading(sheet, title), ...paragraphs(sheet, content, 4)] : undefined;
  const list = () => [heading(sheet, 'Diagnósticos'), ...diagnoses(sheet, note.diagnoses)];
  const sections = [
    text('Motivo de Consulta', note.reason),
    text('Anamnesis', note.anamnesis),
    text('Mediciones', note.measurements && measurementsLine(note.measurements)),
    note.diagnoses.length > 0 ? list : undefined,
    text('Planes e Indicaciones', note.plansAndIndications),
  ].filter((section) => section !== undefined);
  const { prescriptions, addenda = [] } = note;
  const afterNote = addenda.length > 0 ? 0 : after;
  for (const [index, section] of sections.entries()) {
    if (index > 0) flow.skip(BETWEEN_SECTIONS);
    flow.place(section(), { after: index < sections.length - 1 || prescriptions.length > 0 ? 0 : afterNote });
  }
  if (prescriptions.length > 0) {
    flow.skip(BETWEEN_SECTIONS);
    const title = heading(sheet, prescriptionsHeading(professional.profession));
    drawPrescriptions(sheet, flow, printedItems({ content: note, professional }), afterNote, title);
  }
  for (const [index, addendum] of addenda.entries()) {
    const isLast = index === addenda.length - 1;
    flow.place(addendumPieces(sheet, addendum, professional), { after: isLast ? after : 0, rule: COLORS.line });
  }
}

/** What was added to the note later: when, by whom, and the text. */
function addendumPieces(sheet: Sheet, addendum: PrintedAddendum, professional: Printable['professional']): Piece[] {
  const signed = `${finalizedOf({ finalizedAt: addendum.finalizedAt, professional })} · ${addendum.professional}`;
  return [
    heading(sheet, 'Adenda'),
    { ...piece(sheet.element(sheet.root, 'P'), cleanLine(signed), STYLES.field, MARGIN), isHeading: true },
    ...paragraphs(sheet, addendum.content, 4),
  ];
}

/** In one paragraph. A value stays on the line of its unit. */
const measurementsLine = (measurements: Measurements): string =>
  measurementTexts(measurements)
    .map(({ label, text }) => `${label}: ${text.replaceAll(' ', '\u00A0')}`)
    .join(' · ');

function heading(sheet: Sheet, title: string): Piece {
  const style = STYLES.heading;
  const lines = linesOf(cleanLine(title), style, WIDTH);
  return { element: sheet.element(sheet.root, 'H2'), lines, style, x: MARGIN, before: 0, isHeading: true };
}

/** Free text. Blank lines separate paragraphs. */
function paragraphs(sheet: Sheet, text: string, before = 0): Piece[] {
  const style = STYLES.body;
  return withLimitedLines(text, MAX_LINES)
    .split(/\n[ \t]*\n/)
    .filter((one) => one.trim() !== '')
    .map((one, index) => ({
      element: sheet.element(sheet.root, 'P'),
      lines: linesOf(one, style, WIDTH),
      style,
      x: MARGIN,
      before: index === 0 ? before : style.leading * 0.55,
    }));
}

/** The text with its line breaks, or with slashes in their place when there are too many. */
function withLimitedLines(text: string, most: number): string {
  const clean = cleanText(text);
  return clean.split('\n').length <= most ? clean : clean.replace(/\s*\n\s*/g, ' / ');
}

function diagnoses(sheet: Sheet, list: PrintedNote['diagnoses']): Piece[] {
  const owner = sheet.element(sheet.root, 'L');
  return list.flatMap((diagnosis, index) => {
    const text = 'text' in diagnosis ? diagnosis.text : `${diagnosis.code} - ${diagnosis.display}`;
    const item = sheet.element(owner, 'LI');
    return [
      numbered(sheet, item, index, STYLES.field, 3),
      piece(sheet.element(item, 'LBody'), cleanLine(text), STYLES.body, MARGIN + NUMBER_WIDTH),
    ];
  });
}

const numbered = (sheet: Sheet, item: Element, index: number, style: Style, before: number): Piece => ({
  ...piece(sheet.element(item, 'Lbl'), `${index + 1}.`, style, MARGIN),
  before,
  isBeside: true,
});

const piece = (element: Element, text: string, style: Style, x: number): Piece => ({
  element,
  style,
  x,
  before: 0,
  lines: linesOf(text, style, MARGIN + WIDTH - x),
});

/** Indications of a profession that may not prescribe are no prescription, and no permanent one. */
function printedItems({ content, professional }: Pick<PrintableNote, 'content' | 'professional'>): PrescriptionItem[] {
  if (mayPrescribe(professional.profession)) return content.prescriptions;
  return content.prescriptions.map((item) => ({ ...item, permanente: undefined }));
}

function drawPrescriptions(sheet: Sheet, flow: Flow, items: PrescriptionItem[], after: number, title?: Piece): void {
  const list = sheet.element(sheet.root, 'L');
  for (const [index, item] of items.entries()) {
    const pieces = prescription(sheet, sheet.element(list, 'LI'), item, index);
    flow.place(index === 0 && title ? [title, ...pieces] : pieces, {
      isKept: true,
      after: index === items.length - 1 ? after : 0,
      rule: index > 0 ? COLORS.line : '',
    });
  }
}

function prescription(sheet: Sheet, item: Element, content: PrescriptionItem, index: number): Piece[] {
  const number = numbered(sheet, item, index, { ...STYLES.medicine, color: COLORS.austral }, 4);
  const body = sheet.element(item, 'LBody');
  const x = MARGIN + NUMBER_WIDTH;
  const name = {
    ...piece(sheet.element(body, 'P'), cleanLine(content.medicamento), STYLES.medicine, x),
    isHeading: true,
  };
  const line = (text: string | undefined) => text && cleanLine(text);
  const identity = [
    ['DCI', line(content.dci)],
    ['Forma farmacéutica', line(content.formaFarmaceutica)],
    ['Concentración', line(content.concentracion)],
    ['Vía', line(content.via)],
  ] as const;
  const total = [
    ['Cantidad', content.cantidad && cleanLine(quantityInWords(content.cantidad))],
    ['Tipo', content.permanente && 'Receta permanente'],
  ] as const;
  // A prescription without any of these fields keeps the earlier, narrower column of labels.
  const isComplete = [...identity, ...total].some(([, value]) => value);
  const fields = [
    ...identity,
    ['Dosis', line(content.dosis)],
    ['Posología', line(content.posologia)],
    ['Duración', line(content.duracion)],
    ...total,
    ['Indicaciones', content.indicacionesUso && withLimitedLines(content.indicacionesUso, MAX_LINES_OF_USE)],
  ] as const;
  const rows = fields.flatMap(([label, value]) => {
    if (!value) return [];
    const owner = sheet.element(body, 'P');
    return [
      { ...piece(owner, `${label}:`, STYLES.field, x), before: 1, isBeside: true },
      piece(owner, value, STYLES.body, x + (isComplete ? WIDE_LABEL_WIDTH : LABEL_WIDTH)),
    ];
  });
  return [number, name, ...rows];
}
