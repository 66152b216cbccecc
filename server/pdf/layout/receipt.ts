import { chargeBalance, PAYMENT_METHODS } from '#contract/charge-amounts';
import { formatDay } from '#contract/days';
import { formatMoney } from '#contract/plans';
import type { PrintedPayment, PrintedReceipt } from '../printable.ts';
import type { Flow, Piece } from './flow.ts';
import { linesOf, type Style } from './lines.ts';
import type { Element } from './pdfkit-document.ts';
import { heading, piece } from './pieces.ts';
import type { Sheet } from './sheet.ts';
import { COLORS } from './styles.ts';
import { cleanLine, FIXED_SPACE } from './text.ts';

/** The column of the labels, and the column of the dates of payments. */
const LABEL_WIDTH = 128;
const DATE_WIDTH = 70;
/** The column of the amounts: the largest amount in bold. */
const AMOUNT_WIDTH = 96;
const BETWEEN_ROWS = 3;
const BETWEEN_SECTIONS = 12;
const RULE_HEIGHT = 10;

/** What was charged, each payment, and what they add up to. `after` is the height of the block that follows. */
export function drawReceipt(sheet: Sheet, flow: Flow, receipt: PrintedReceipt, after: number): void {
  const { payments, amount } = receipt;
  const balance = chargeBalance(amount, payments, false);
  const totals: [label: string, sum: number][] = [['Total pagado', balance.paid]];
  if (balance.pending > 0) totals.push(['Pendiente', balance.pending]);
  const totalsHeight = RULE_HEIGHT + totals.length * sheet.page.styles.strongValue.leading + BETWEEN_ROWS;

  flow.place([heading(sheet, 'Detalle'), ...facts(sheet, receipt)]);
  flow.skip(BETWEEN_SECTIONS);
  const list = { title: heading(sheet, 'Pagos'), element: sheet.element(sheet.root, 'L') };
  for (const [index, payment] of payments.entries()) {
    const pieces = paymentPieces(sheet, sheet.element(list.element, 'LI'), payment);
    const isLast = index === payments.length - 1;
    flow.place(index === 0 ? [list.title, ...pieces] : pieces, {
      isKept: true,
      after: isLast ? totalsHeight + after : 0,
    });
  }
  const sums = sheet.element(sheet.root, 'L');
  const rows = totals.flatMap(([label, sum]) => totalPieces(sheet, sheet.element(sums, 'LI'), label, sum));
  flow.place(rows, { isKept: true, after, rule: COLORS.line });
}

const VISITS = { planned: 'Hora reservada', cancelled: 'Hora cancelada', 'no-show': 'Hora sin asistencia' } as const;

/** The visit, what was charged for it, and what an insurer asks for. */
function facts(sheet: Sheet, receipt: PrintedReceipt): Piece[] {
  const { appointment, date, concept, diagnosis, invoiceNumber, amount } = receipt;
  const visit = appointment
    ? `${formatDay(appointment.date)}, ${appointment.time}${FIXED_SPACE}horas`
    : formatDay(date);
  const rows: [label: string, value: string | undefined][] = [
    [appointment?.status ? VISITS[appointment.status] : 'Fecha de la atención', visit],
    ['Fecha del cobro', appointment && appointment.date !== date ? formatDay(date) : undefined],
    ['Concepto', concept],
    ['Diagnóstico (CIE-10)', diagnosis && `${diagnosis.code} - ${diagnosis.description}`],
    ['Boleta de honorarios N°', invoiceNumber],
    ['Monto cobrado', formatMoney(amount)],
  ];
  const { margin, styles } = sheet.page;
  const list = sheet.element(sheet.root, 'L');
  return rows.flatMap(([label, value]) => {
    if (value === undefined) return [];
    const item = sheet.element(list, 'LI');
    return [
      beside(piece(sheet, sheet.element(item, 'Lbl'), label, styles.field, margin)),
      piece(sheet, sheet.element(item, 'LBody'), cleanLine(value), styles.body, margin + LABEL_WIDTH),
    ];
  });
}

/** The date, the amount at the right, and between them how it was paid. */
function paymentPieces(sheet: Sheet, item: Element, { date, method, amount, reference }: PrintedPayment): Piece[] {
  const { margin, styles } = sheet.page;
  const day = beside(piece(sheet, sheet.element(item, 'Lbl'), formatDay(date), styles.body, margin));
  const body = sheet.element(item, 'LBody');
  const how =
    reference === undefined
      ? PAYMENT_METHODS[method]
      : `${PAYMENT_METHODS[method]}, ${referenceText(method, reference)}`;
  // In the order in which they are read aloud. The amount is drawn first: only the last piece of a line may be longer.
  const text = piece(sheet, sheet.element(body, 'P'), cleanLine(how), styles.body, margin + DATE_WIDTH, AMOUNT_WIDTH);
  const sum = atRight(sheet, sheet.element(body, 'P'), formatMoney(amount), styles.body);
  return [day, { ...sum, isBeside: true }, text];
}

const referenceText = (method: PrintedPayment['method'], reference: string): string =>
  `${method === 'bono' ? 'folio' : 'referencia'} ${reference}`;

function totalPieces(sheet: Sheet, item: Element, label: string, amount: number): Piece[] {
  const { margin, styles } = sheet.page;
  return [
    { ...piece(sheet, sheet.element(item, 'Lbl'), label, styles.strongValue, margin + DATE_WIDTH), isBeside: true },
    atRight(sheet, sheet.element(item, 'LBody'), formatMoney(amount), styles.strongValue),
  ];
}

const beside = (one: Piece): Piece => ({ ...one, before: BETWEEN_ROWS, isBeside: true });

/** On one line, which ends at the margin. */
function atRight(sheet: Sheet, element: Element, text: string, style: Style): Piece {
  const { margin, textWidth } = sheet.page;
  const lines = linesOf(text, style, Number.POSITIVE_INFINITY);
  const x = margin + textWidth - (lines[0]?.width ?? 0);
  return { element, style, x, before: 0, lines };
}
