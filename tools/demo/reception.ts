import { addDays, dayIn } from '#contract/days';
import { later } from './demo-step.ts';
import { MOVED_FROM, type Visit } from './visits.ts';

const DAY_MS = 24 * 3600 * 1000;
/** When the assistant was invited. */
const ASSISTED_DAYS = 32;

export const assistedSince = (now: Date): Date => new Date(now.getTime() - ASSISTED_DAYS * DAY_MS);

/** Adds to visits what the assistant did: books a part of them, notes who confirms or arrives, and moves some. */
export function addReception(visits: readonly Visit[], { zone, now }: { zone: string; now: Date }): void {
  const since = later(assistedSince(now), 24 * 60);
  const recent = visits.filter(({ bookedAt }) => bookedAt > since);
  for (const [index, visit] of recent.entries()) {
    visit.isBookedByAssistant = index % 3 === 0;
    visit.isNotedByAssistant = index % 2 === 0;
  }
  const today = dayIn(zone, now);
  for (const [offset, minutesAgo] of [38, 95].entries()) {
    const ofDay = recent.filter(({ day }) => day === addDays(today, offset));
    moveOne(ofDay, { movedAt: later(now, -minutesAgo), now });
  }
}

/** Moves the first visit of a day that is still to come, from an hour at which nobody else was. */
function moveOne(visits: readonly Visit[], { movedAt, now }: { movedAt: Date; now: Date }): void {
  const isMovable = ({ status, answer, isOverbooked, bookedAt, startsAt }: Visit) =>
    status === 'scheduled' && !answer && !isOverbooked && bookedAt < later(movedAt, -10) && startsAt > now;
  const moved = visits.find(isMovable);
  if (moved && visits.every(({ answer }) => answer?.answer !== 'moved')) moved.movedByAssistantAt = movedAt;
}

/** Where a visit was booked that the patient or the assistant moved on its day. */
export const bookedTime = ({ time, answer, movedByAssistantAt }: Visit): string =>
  answer?.answer === 'moved' || movedByAssistantAt ? MOVED_FROM : time;
