import { measurementTexts } from '#contract/measurement-texts';
import type { Measurements } from '#contract/measurements';
import { isSaidBy, type PrescriptionItem } from '#contract/prescriptions';
import { mayPrescribe, prescriptionsHeading } from '#contract/professions';
import { quantityInWords } from '#contract/quantity';
import type { Printable, PrintedAddendum, PrintedNote } from '../printable.ts';
import type { Flow, Piece } from './flow.ts';
import type { Style } from './lines.ts';
import type { Element } from './pdfkit-document.ts';
import { heading, paragraphs, piece, withLimitedLines } from './pieces.ts';
import { drawReceipt } from './receipt.ts';
import type { Sheet } from './sheet.ts';
import { COLORS } from './styles.ts';
import { cleanLine, FIXED_SPACE } from './text.ts';
import { finalizedOf } from './wording.ts';

const NUMBER_WIDTH = 22;
const BETWEEN_SECTIONS = 8;
/** The dot stays on the line of the text before it. */
const SEPARATOR = `${FIXED_SPACE}· `;
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
      break;
    case 'receipt':
      drawReceipt(sheet, flow, printable.content, after);
  }
}

function drawNote(sheet: Sheet, flow: Flow, { content: note, professional }: PrintableNote, after: number): void {
  const text = (title: string, content: string | undefined) =>
    content ? () => [heading(sheet, title), ...paragraphs(sheet, content, 2)] : undefined;
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
  const { margin, styles } = sheet.page;
  const signed = `${finalizedOf({ finalizedAt: addendum.finalizedAt, professional })} · ${addendum.professional}`;
  return [
    heading(sheet, 'Adenda'),
    { ...piece(sheet, sheet.element(sheet.root, 'P'), cleanLine(signed), styles.field, margin), isHeading: true },
    ...paragraphs(sheet, addendum.content, 2),
  ];
}

/** In one paragraph. A value stays on the line of its unit. */
const measurementsLine = (measurements: Measurements): string =>
  measurementTexts(measurements)
    .map(({ label, text }) => `${label}: ${text.replaceAll(' ', FIXED_SPACE)}`)
    .join(SEPARATOR);

function diagnoses(sheet: Sheet, list: PrintedNote['diagnoses']): Piece[] {
  const { margin, styles } = sheet.page;
  const owner = sheet.element(sheet.root, 'L');
  return list.flatMap((diagnosis, index) => {
    const text = 'text' in diagnosis ? diagnosis.text : `${diagnosis.code} - ${diagnosis.display}`;
    const item = sheet.element(owner, 'LI');
    return [
      numbered(sheet, item, index, styles.field, 2),
      piece(sheet, sheet.element(item, 'LBody'), cleanLine(text), styles.body, margin + NUMBER_WIDTH),
    ];
  });
}

const numbered = (sheet: Sheet, item: Element, index: number, style: Style, before: number): Piece => ({
  ...piece(sheet, sheet.element(item, 'Lbl'), `${index + 1}.`, style, sheet.page.margin),
  before,
  isBeside: true,
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

/** The medicine, then how it is taken and how much is dispensed, then the instructions. */
function prescription(sheet: Sheet, item: Element, content: PrescriptionItem, index: number): Piece[] {
  const { margin, styles } = sheet.page;
  const number = numbered(sheet, item, index, { ...styles.medicine, color: COLORS.austral }, 0);
  const body = sheet.element(item, 'LBody');
  const line = (text: string, style: Style): Piece =>
    piece(sheet, sheet.element(body, 'P'), text, style, margin + NUMBER_WIDTH);
  const use = content.indicacionesUso && withLimitedLines(content.indicacionesUso, MAX_LINES_OF_USE);
  return [
    number,
    { ...line(medicineText(content), styles.medicine), isHeading: true },
    ...[dosageText(content), use && `Indicaciones: ${use}`].flatMap((text) => (text ? [line(text, styles.body)] : [])),
  ];
}

/** 'Amoval (amoxicilina) · 500 mg · Cápsula', without what the name of the medicine says already. */
function medicineText({ medicamento, dci = '', concentracion = '', formaFarmaceutica = '' }: PrescriptionItem): string {
  const name = cleanLine(medicamento);
  const [generic = '', ...rest] = [dci, concentracion, formaFarmaceutica].map(cleanLine);
  const full = isSaidBy(name, generic) ? name : `${name} (${generic})`;
  return [full, ...rest.filter((part) => !isSaidBy(name, part)).map(unbroken)].join(SEPARATOR);
}

const MAX_UNBROKEN = 40;

/** Keeps a short text on one line, so that a number stays beside its unit. */
const unbroken = (text: string): string => (text.length > MAX_UNBROKEN ? text : text.replaceAll(' ', FIXED_SPACE));

/** 'Dosis: 1 cápsula · Vía: Oral · …' */
const dosageText = ({ dosis, via, posologia, duracion, cantidad, permanente }: PrescriptionItem): string =>
  [
    ['Dosis', dosis],
    ['Vía', via],
    ['Posología', posologia],
    ['Duración', duracion],
    ['Cantidad', cantidad && quantityInWords(cantidad)],
    ['Tipo', permanente && 'Receta permanente'],
  ]
    .flatMap(([label, value]) => (value ? [unbroken(`${label}: ${cleanLine(value)}`)] : []))
    .join(SEPARATOR);
