import type { AppointmentStatus } from '#contract/agenda';
import { addDays, ageOn, dayIn } from '#contract/days';
import { timeZoneOf } from '#contract/regions';
import type { Professional } from './accounts.ts';
import { fits } from './consultation.ts';
import { addMessages } from './messages.ts';
import { createPeople } from './people.ts';
import type { Random } from './random.ts';
import { addReception } from './reception.ts';
import { type History, instantIn, isWeekend, type Person, type Series, type Visit, weekdayBefore } from './visits.ts';

export interface Size {
  /** The part of the patients that is made. */
  share: number;
  /** How many days of appointments before and after today. */
  days: number;
}

const DAY_MS = 24 * 3600 * 1000;
const MINUTE_MS = 60_000;
/** Older notes are finalised. */
const RECENT_DAYS = 8;
/** Who comes back often: the first patients. */
const REGULARS = 12;
const APPOINTMENT_NOTES = ['Control', 'Primera vez', 'Trae exámenes', 'Llegará 10 minutos tarde', 'Viene con su hija'];

/** What happened in a practice until now, and what is booked. The seed and the day decide everything. */
export function historyOf(professional: Professional, now: Date, random: Random, size: Size): History {
  const zone = timeZoneOf(professional.profile.region);
  const today = dayIn(zone, now);
  const newPerson = createPeople(random, professional.profile.city, today);
  const featured = professional.featured?.(zone, today);
  const people = featured ? [featured.person] : [];
  const notable = (professional.notable?.(today) ?? []).map((input, index): Person => {
    const day = addDays(today, -professional.registered + 4 + people.length + index);
    return { input, since: instantIn(zone, day, '09:00') };
  });
  people.push(...notable);
  const count = Math.ceil(professional.patients * size.share);
  for (let made = people.length; made < count; made += 1) {
    const isNew = random.isLucky(0.12);
    const [earliest, latest] = isNew ? [40, 18] : [professional.registered - 3, size.days + 12];
    const daysAgo = random.between(Math.min(earliest, latest), Math.max(earliest, latest));
    const hour = random.pick(professional.hours);
    const input = newPerson(professional.ages);
    const firstDay = addDays(input.birthDate, 1);
    const day = addDays(today, -daysAgo);
    const since = instantIn(zone, day < firstDay ? firstDay : day, hour);
    people.push({ input, since: new Date(since.getTime() + made * 1000) });
  }

  const visits: Visit[] = featured?.visits ?? [];
  // The visits of the featured patient follow each other, and chance adds none.
  const others = people.filter((person) => person !== featured?.person);
  for (let offset = -size.days; offset <= size.days; offset += 1) {
    const day = addDays(today, offset);
    // The day on which the demonstration is shown, and the next one, always have appointments.
    if (offset !== 0 && offset !== 1 && isWeekend(day)) continue;
    for (const time of professional.hours) {
      if (!random.isLucky(demandOn(offset, size.days))) continue;
      const visit = newVisit(professional, { people: others, day, time, zone, now, random, today });
      const isBack = visits.some((other) => other.day === day && other.person === visit?.person);
      if (visit && !isBack) visits.push(visit);
    }
  }
  const overbooked = professional.overbooks && overbookedToday(visits, people, today);
  if (overbooked) visits.push(overbooked);
  for (const visit of visits) visit.status = statusOf(visit, today, now, random);
  addMessages(visits, { zone, now, comingTomorrow: notable });
  addReception(visits, { zone, now });
  const { weeklyAt } = professional;
  const series = weeklyAt ? seriesOf(professional, weeklyAt, { people, visits, zone, today, now }) : undefined;
  return { people, visits, series };
}

/** Days before today are rather full, today and tomorrow are full, and the weeks to come fill up slowly. */
const demandOn = (offset: number, days: number): number =>
  offset < 0 ? 0.52 : offset <= 1 ? 0.85 : 0.6 * (1 - offset / (days + 3));

interface Slot {
  people: readonly Person[];
  day: string;
  time: string;
  zone: string;
  now: Date;
  today: string;
  random: Random;
}

function newVisit(professional: Professional, slot: Slot): Visit | undefined {
  const { people, day, time, zone, now, today, random } = slot;
  const startsAt = instantIn(zone, day, time);
  const booked = Math.min(startsAt.getTime(), now.getTime()) - random.between(20, 9 * 24 * 60) * MINUTE_MS;
  const bookedAt = new Date(booked);
  const person = random.isLucky(0.2) ? random.pick(people.slice(0, REGULARS)) : random.pick(people);
  if (person.since >= bookedAt) return undefined;
  const isOver = startsAt.getTime() + professional.duration * MINUTE_MS < now.getTime();
  const isRecent = now.getTime() - startsAt.getTime() < RECENT_DAYS * DAY_MS;
  const patient = { ...person.input, age: ageOn(person.input.birthDate, today) };
  const fitting = professional.consultations.filter((consultation) => fits(consultation, patient));
  const isWritten = isOver && fitting.length > 0 && random.isLucky(0.55);
  return {
    person,
    day,
    time,
    duration: professional.duration,
    startsAt,
    bookedAt,
    note: random.isLucky(0.3) ? random.pick(APPOINTMENT_NOTES) : undefined,
    status: 'scheduled',
    isOverbooked: false,
    consultation: isWritten ? random.pick(fitting) : undefined,
    certificate:
      isWritten && random.isLucky(0.14)
        ? { template: random.below(professional.certificates.length), isFinalized: !isRecent || random.isLucky(0.5) }
        : undefined,
    isFinalized: !isRecent || random.isLucky(0.6),
    isPrinted: false,
  };
}

/** The last appointment of today, and somebody else who was given the same hour. */
function overbookedToday(visits: readonly Visit[], people: readonly Person[], today: string): Visit | undefined {
  const ofToday = visits.filter(({ day }) => day === today);
  const last = ofToday.at(-1);
  const isFree = (one: Person) => last && one.since < last.bookedAt && ofToday.every(({ person }) => person !== one);
  const person = people.findLast(isFree);
  if (!last || !person) return undefined;
  return {
    ...last,
    person,
    note: 'Dolor desde anoche',
    isOverbooked: true,
    consultation: undefined,
    certificate: undefined,
  };
}

/** Most people come. Appointments of the next days are confirmed, and some are cancelled. */
function statusOf(visit: Visit, today: string, now: Date, random: Random): AppointmentStatus {
  const { day, startsAt, duration, consultation } = visit;
  const chance = random.below(100);
  if (consultation) return 'attended';
  if (startsAt.getTime() + duration * MINUTE_MS < now.getTime()) {
    return chance < 8 ? 'no-show' : chance < 14 ? 'cancelled' : 'attended';
  }
  if (startsAt.getTime() - 20 * MINUTE_MS < now.getTime()) return 'arrived';
  if (day <= addDays(today, 3)) return chance < 60 ? 'confirmed' : 'scheduled';
  return chance < 4 ? 'cancelled' : 'scheduled';
}

const SERIES_TIMES = 12;

/** Sessions since four weeks ago. */
function seriesOf(
  { duration }: Professional,
  time: string,
  { people, visits, zone, today, now }: Pick<Slot, 'people' | 'zone' | 'today' | 'now'> & Pick<History, 'visits'>,
): Series | undefined {
  const firstDay = weekdayBefore(addDays(today, -28));
  const days = Array.from({ length: SERIES_TIMES }, (_, week) => addDays(firstDay, 7 * week));
  const bookedAt = instantIn(zone, addDays(firstDay, -3), '10:00');
  const person = people.find(
    (one) => one.since < bookedAt && visits.every((visit) => visit.person !== one || !days.includes(visit.day)),
  );
  if (!person) return undefined;
  const starts = days.map((day) => instantIn(zone, day, time));
  const attendedAt = starts.filter((start) => start.getTime() + duration * MINUTE_MS < now.getTime());
  return { person, firstDay, time, duration, times: SERIES_TIMES, bookedAt, attendedAt };
}
