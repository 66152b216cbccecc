import { addDays, dayIn } from '#contract/days';
import { later } from './demo-step.ts';
import type { Message, Person, Visit } from './visits.ts';

const DAY_MS = 24 * 3600 * 1000;
const DAY_MINUTES = 24 * 60;
/** When reminders were turned on. Appointments are booked at most nine days ahead. */
const REMINDING_DAYS = 14;
/** How far ahead visits are that show a state of their own. */
const SHOWN_DAYS = 6;

interface Practice {
  zone: string;
  now: Date;
  /** Patients who come tomorrow: the list of tomorrow's reminders shows what is special about each. */
  comingTomorrow: readonly Person[];
}

export const remindingSince = (now: Date): Date => new Date(now.getTime() - REMINDING_DAYS * DAY_MS);

/** Adds to visits what patients were sent and what they answered. Among the visits to come is every state of both. */
export function addMessages(visits: readonly Visit[], { zone, now, comingTomorrow }: Practice): void {
  const today = dayIn(zone, now);
  const tomorrow = addDays(today, 1);
  const ofTomorrow = visits.filter(({ day }) => day === tomorrow);
  invite(ofTomorrow, comingTomorrow);

  for (const visit of visits) visit.messages = usualMessages(visit, now);
  const isShown = ({ day, person, bookedAt }: Visit) =>
    day >= tomorrow &&
    day <= addDays(today, SHOWN_DAYS) &&
    isMailed(person) &&
    bookedAt < later(now, -60) &&
    !comingTomorrow.includes(person);
  const candidates = visits.filter(isShown);
  // Every second one: the others are left to be reminded.
  const step = candidates.length < 2 * STATES.length ? 1 : 2;
  for (const [index, show] of STATES.entries()) {
    const visit = candidates[index * step];
    if (visit) show(visit, now);
  }
}

const isMailed = ({ input }: Person): boolean => Boolean(input.email) && input.reminders !== false;

/** Gives the last hours of a day to these patients. */
function invite(visits: readonly Visit[], people: readonly Person[]): void {
  for (const [index, person] of people.entries()) {
    const visit = visits.at(-1 - index);
    if (!visit || visits.some((other) => other.person === person)) continue;
    Object.assign(visit, { person, status: 'scheduled', note: undefined });
  }
}

/** A notice of the booking, and a reminder a day before the visit unless it is confirmed. */
function usualMessages(visit: Visit, now: Date): Message[] {
  const { person, bookedAt, startsAt, status } = visit;
  if (!isMailed(person)) return [];
  const since = remindingSince(now);
  const dayBefore = later(startsAt, -DAY_MINUTES);
  const isReminded = dayBefore > later(bookedAt, 1) && status !== 'confirmed' && status !== 'cancelled';
  const messages: Message[] = [{ kind: 'booking', at: bookedAt, outcome: 'sent' }];
  if (isReminded) messages.push({ kind: 'before', at: dayBefore, outcome: 'sent' });
  return messages.filter(({ at }) => at > since && at < now);
}

const notice = ({ bookedAt }: Visit, outcome: Message['outcome'] = 'sent'): Message => ({
  kind: 'booking',
  at: bookedAt,
  outcome,
});

/** What a visit shows: one state of a message or of an answer each. */
const STATES: ((visit: Visit, now: Date) => void)[] = [
  (visit, now) => {
    const answer = { answer: 'confirmed', at: later(now, -42) } as const;
    Object.assign(visit, { status: 'confirmed', messages: [notice(visit)], answer });
  },
  (visit, now) => {
    const byHand: Message = { kind: 'manual', at: later(now, -55), outcome: 'refused' };
    Object.assign(visit, { status: 'scheduled', messages: [notice(visit, 'refused'), byHand] });
  },
  (visit, now) => {
    const byHand: Message = { kind: 'manual', at: later(now, -25), outcome: 'whatsapp' };
    Object.assign(visit, { status: 'scheduled', messages: [notice(visit), byHand] });
  },
  (visit, now) => {
    const answer = { answer: 'cancelled', at: later(now, -31), reason: 'Me cambiaron el turno en el trabajo' } as const;
    Object.assign(visit, { status: 'cancelled', messages: [notice(visit)], answer });
  },
  (visit, now) => {
    const answer = { answer: 'moved', at: later(now, -18) } as const;
    Object.assign(visit, { status: 'scheduled', messages: [notice(visit)], answer });
  },
  (visit, now) => {
    const byHand: Message = { kind: 'manual', at: later(now, -1), outcome: 'waiting' };
    Object.assign(visit, { status: 'scheduled', messages: [notice(visit), byHand] });
  },
];
