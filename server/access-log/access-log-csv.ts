import { type AccessEntry, detailText, momentIn } from '#contract/access-log';
import { actText } from '#contract/audit-acts';
import { csvLine } from '#server/platform/csv-line';

const HEADINGS = ['N.º', 'Fecha y hora', 'Quién', 'Qué', 'Desde', 'Detalle', 'Paciente'];

/** Lines end with CRLF and cells are separated by semicolons, which Excel expects where the decimal sign is a comma. */
export function accessLogCsv(
  entries: readonly AccessEntry[],
  timeZone: string,
  closingLines: readonly string[] = [],
): string {
  const closing = closingLines.map((line) => csvLine([line])).join('');
  return `${ACCESS_LOG_HEADING}${accessLogLines(entries, timeZone)}${closing}`;
}

export function accessLogLines(entries: readonly AccessEntry[], timeZone: string): string {
  const moment = momentIn(timeZone);
  const lines = entries.map(({ number, at, actor, act, address, detail, patient = '' }) => [
    String(number),
    moment(at),
    actor,
    actText(act),
    address ?? '',
    detailText(detail, timeZone),
    patient,
  ]);
  return lines.map(csvLine).join('');
}

export const ACCESS_LOG_HEADING = csvLine(HEADINGS);
