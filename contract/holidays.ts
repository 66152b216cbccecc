import { addDays, weekdayOf } from './days.ts';

export interface Holiday {
  name: string;
  /** Whether shops must close (law 19.973). */
  isIrrenunciable?: true;
}

const TUESDAY = 2;
const WEDNESDAY = 3;
const THURSDAY = 4;
const FRIDAY = 5;
const SATURDAY = 6;
const SUNDAY = 7;

/**
 * The public holidays of all of Chile in a year, by day. They are those of law 2.977 and its amendments as in force since
 * 2022. Days of elections (Sundays, law 18.700), holidays of a single region and holidays declared for one year alone
 * follow no rule and are missing.
 */
export function holidaysOf(year: number): ReadonlyMap<string, Holiday> {
  const on = (monthAndDay: string) => `${year}-${monthAndDay}`;
  const easter = easterSunday(year);
  const holidays: [string, Holiday][] = [
    [on('01-01'), { name: 'Año Nuevo', isIrrenunciable: true }],
    [addDays(easter, -2), { name: 'Viernes Santo' }],
    [addDays(easter, -1), { name: 'Sábado Santo' }],
    [on('05-01'), { name: 'Día Nacional del Trabajo', isIrrenunciable: true }],
    [on('05-21'), { name: 'Día de las Glorias Navales' }],
    [winterSolstice(year), { name: 'Día Nacional de los Pueblos Indígenas' }],
    [toMonday(on('06-29')), { name: 'San Pedro y San Pablo' }],
    [on('07-16'), { name: 'Día de la Virgen del Carmen' }],
    [on('08-15'), { name: 'Asunción de la Virgen' }],
    [on('09-18'), { name: 'Independencia Nacional', isIrrenunciable: true }],
    [on('09-19'), { name: 'Día de las Glorias del Ejército', isIrrenunciable: true }],
    [toMonday(on('10-12')), { name: 'Encuentro de Dos Mundos' }],
    [toFriday(on('10-31')), { name: 'Día de las Iglesias Evangélicas y Protestantes' }],
    [on('11-01'), { name: 'Día de Todos los Santos' }],
    [on('12-08'), { name: 'Inmaculada Concepción' }],
    [on('12-25'), { name: 'Navidad', isIrrenunciable: true }],
  ];
  // Law 20.983, also of Friday 17 September.
  if (weekdayOf(on('01-01')) === SUNDAY) holidays.push([on('01-02'), { name: 'Feriado adicional de Año Nuevo' }]);
  const extra = extraDayOfSeptember(weekdayOf(on('09-18')));
  if (extra) holidays.push([on(extra), { name: 'Feriado adicional de Fiestas Patrias' }]);
  return new Map(holidays.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** By the weekday of 18 September: the Monday before or the Friday after (law 20.215), the Friday before (law 20.983). */
function extraDayOfSeptember(weekday: number): string | undefined {
  if (weekday === TUESDAY || weekday === SATURDAY) return '09-17';
  return weekday === WEDNESDAY ? '09-20' : undefined;
}

/** Law 19.668: from Tuesday to Thursday to the Monday of that week, from Friday to the next Monday. */
function toMonday(day: string): string {
  const weekday = weekdayOf(day);
  if (weekday >= TUESDAY && weekday <= THURSDAY) return addDays(day, 1 - weekday);
  return weekday === FRIDAY ? addDays(day, 3) : day;
}

/** Law 20.299: from Tuesday to the Friday before, from Wednesday to the Friday of that week. */
function toFriday(day: string): string {
  const weekday = weekdayOf(day);
  if (weekday === TUESDAY) return addDays(day, -4);
  return weekday === WEDNESDAY ? addDays(day, 2) : day;
}

/** Easter in the Gregorian calendar, by the algorithm of Meeus, Jones and Butcher. */
function easterSunday(year: number): string {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const ofCentury = year % 100;
  const correction = Math.floor((8 * century + 13) / 25);
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * late + 114;
  return `${year}-${String(Math.floor(days / 31)).padStart(2, '0')}-${String((days % 31) + 1).padStart(2, '0')}`;
}

/**
 * The day of the June solstice on the clocks of Santiago, four hours behind UTC in June (law 21.357). It is the mean
 * solstice of Meeus, Astronomical Algorithms, chapter 27, less a minute of ΔT. The periodic terms that are left out change
 * the instant by minutes, and the day in no year until 2099.
 */
function winterSolstice(year: number): string {
  const millennia = (year - 2000) / 1000;
  const julianDay = 2451716.56767 + millennia * (365241.62603 + millennia * (0.00325 + millennia * 0.00888));
  const unixDays = julianDay - 2440587.5 - 1 / 1440;
  return new Date((unixDays - 4 / 24) * 24 * 3600 * 1000).toISOString().slice(0, 10);
}
