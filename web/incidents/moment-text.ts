import { formatIncidentMoment } from '#contract/incidents';
import { insertSlashes, parseDayText } from '#web/ui/day-text.ts';

/** '181120262215' and '18112026 2215' → '18/11/2026 22:15'. Other texts stay as they are. */
export function insertMomentMarks(text: string): string {
  const [, day, clock] = /^(\d{1,2}\/\d{1,2}\/\d{4}|\d{8})(?:\s+|(?=\d))([\d:.]*)$/.exec(text.trimStart()) ?? [];
  if (day === undefined || clock === undefined) return insertSlashes(text);
  return `${insertSlashes(day)} ${clock.replace('.', ':').replace(/^(\d{2})(\d{1,2})$/, '$1:$2')}`;
}

/** '18/11/2026 22:15' → '2026-11-18T22:15', '' → null. Other texts stay as they are. */
export function parseMomentText(text: string): string | null {
  const [day = '', clock = '', ...rest] = text.trim().split(/\s+/);
  if (day === '') return null;
  const [, hour, minute] = /^(\d{1,2}):(\d{2})$/.exec(clock) ?? [];
  if (!hour || !minute || rest.length > 0) return text;
  return `${parseDayText(day)}T${hour.padStart(2, '0')}:${minute}`;
}

export const momentText = (moment: string | null): string => (moment === null ? '' : formatIncidentMoment(moment));
