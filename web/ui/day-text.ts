import { cleanText } from '#contract/clean-text';
import { formatDay } from '#contract/days';

/** '1' → '1', '20051' → '20/05/1', '1990-05-20' → '20/05/1990'. Other texts stay as they are. */
export function insertSlashes(pasted: string): string {
  const text = cleanText(pasted).trimStart();
  if (/^\d{4}-\d{2}-\d{2}\s*$/.test(text)) return formatDay(text.trim());
  return text
    .replaceAll(/[-./\s]+/g, '/')
    .replace(/^(\d+\/\d+\/\d+|\d{8})\/$/, '$1')
    .replace(/^(\d{2})(\d{1,6})$/, '$1/$2')
    .replace(/^(\d{1,2}\/\d{2})(\d{1,4})$/, '$1/$2');
}

/** '20/05/1990' → '1990-05-20'. Other texts stay as they are. */
export function parseDayText(text: string): string {
  const [, day, month, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text.trim()) ?? [];
  return day && month && year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text;
}
