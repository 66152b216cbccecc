import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Appointment,
  AppointmentChange,
  DURATIONS,
  durationLabel,
  endTime,
  NewAppointment,
  slotsOfDay,
  withDuration,
} from './agenda.ts';
import { AppointmentsQuery } from './appointments-query.ts';
import { toMinutes } from './days.ts';
import { SLOTS } from './slots.ts';

const at = (time: string, duration = 30) => ({ _id: time, time, duration }) as Appointment;
const times = (appointments: Appointment[]) => slotsOfDay(appointments).map((slot) => slot.time);

test('the day has 28 half-hour slots from 08:00 to 21:30', () => {
  expect(SLOTS).toHaveLength(28);
  expect([SLOTS[0], SLOTS[1], SLOTS.at(-1)]).toEqual(['08:00', '08:30', '21:30']);
});

test.each([
  [30, '30min'],
  [60, '1h'],
  [90, '1h 30min'],
  [120, '2h'],
  [150, '2h 30min'],
  [45, '45 min'],
  [180, '180 min'],
])('a duration of %i minutes is displayed as %s', (duration, label) => {
  expect(durationLabel(duration)).toBe(label);
});

test.each([{}, { duration: null }])('an appointment with the duration %j takes 30 minutes', (sent) => {
  const { duration: _, ...appointment } = at('09:00');
  expect(withDuration({ ...appointment, ...sent })).toEqual(at('09:00', 30));
  expect(endTime(withDuration({ ...appointment, ...sent }))).toBe('09:30');
  expect(withDuration(at('09:00', 90))).toEqual(at('09:00', 90));
});

test('the end time is the start plus the duration, at most 24:00', () => {
  expect(endTime({ time: '08:30', duration: 30 })).toBe('09:00');
  expect(endTime({ time: '21:30', duration: 150 })).toBe('24:00');
});

describe('displayed slots', () => {
  test('include every slot on a free day', () => {
    expect(times([])).toEqual(SLOTS);
  });

  test('omit only the slots covered by a longer appointment', () => {
    const shown = times([at('09:30', 90)]);
    expect(shown).toContain('09:30');
    expect(shown).not.toContain('10:00');
    expect(shown).not.toContain('10:30');
    expect(shown).toContain('11:00');
    expect(shown).toHaveLength(26);
  });

  test('include a covered slot where another appointment starts', () => {
    expect(times([at('09:00', 120), at('10:00')])).toContain('10:00');
  });

  test('include every appointment once and no free slot inside an appointment', () => {
    const appointment = fc.record({ slot: fc.nat(27), duration: fc.constantFrom(...DURATIONS) });
    fc.assert(
      fc.property(fc.uniqueArray(appointment, { selector: (one) => one.slot }), (chosen) => {
        const appointments = chosen.map(({ slot, duration }) => at(SLOTS[slot] ?? '', duration));
        const slots = slotsOfDay(appointments);
        expect(slots.filter((slot) => slot.appointment)).toHaveLength(appointments.length);
        for (const { time } of slots.filter((slot) => !slot.appointment)) {
          const inside = appointments.some(
            (one) => one.time < time && toMinutes(time) < toMinutes(one.time) + one.duration,
          );
          expect(inside).toBe(false);
        }
      }),
    );
  });
});

describe('the agenda is asked for', () => {
  const refusedFields = (query: object) =>
    AppointmentsQuery.safeParse(query).error?.issues.map(({ path }) => path.join('.')) ?? [];
  const ROSA = '0198a3a0-0000-7000-8000-000000000001';

  test.each([
    [{ date: '2026-11-16' }],
    [{ from: '2026-11-16', to: '2026-11-16' }],
    [{ from: '2026-11-16', to: '2026-12-27' }],
    [{ patientId: ROSA }],
    [{ patientId: ROSA, before: ROSA }],
  ])('by %j', (query) => {
    expect(refusedFields(query)).toEqual([]);
  });

  test.each([
    [{}, 'date'],
    [{ date: '2026-11-16', patientId: ROSA }, 'date'],
    [{ date: '2026-11-16', from: '2026-11-16', to: '2026-11-17' }, 'date'],
    [{ from: '2026-11-16' }, 'to'],
    [{ to: '2026-11-16' }, 'from'],
    [{ from: '2026-11-17', to: '2026-11-16' }, 'to'],
    // 43 days.
    [{ from: '2026-11-16', to: '2026-12-28' }, 'to'],
    [{ date: '2026-11-16', before: ROSA }, 'before'],
    [{ from: '9999-12-31', to: '2026-11-16' }, 'from'],
    [{ from: '2026-11-16', to: '9999-12-31' }, 'to'],
  ])('not by %j', (query, field) => {
    expect(refusedFields(query)).toEqual([field]);
  });
});

test('a period of no days is refused, each day by its form', () => {
  const { error } = AppointmentsQuery.safeParse({ from: 'abc', to: 'abd' });
  expect(new Set(error?.issues.map(({ path }) => path[0]))).toEqual(new Set(['from', 'to']));
});

describe('a series', () => {
  const fieldsRefused = (details: object) => {
    const sent = { patientId: crypto.randomUUID(), date: '2026-11-16', time: '09:00', ...details };
    return [...new Set(NewAppointment.safeParse(sent).error?.issues.map(({ path }) => path.join('.')))];
  };

  test.each([
    [{ date: 'abc', repeat: { every: 'week', times: 3 } }, ['date']],
    [{ date: '9999-12-31', repeat: { every: 'month', times: 3 } }, ['date']],
    [{ repeat: { every: 'week', times: 1_000_000 } }, ['repeat.times']],
    [{ repeat: { every: 'week', times: -1 } }, ['repeat.times']],
    [{ repeat: { every: 'week', until: 'abc' } }, ['repeat.until']],
    [{ repeat: { every: 'week', until: '9999-12-31' } }, ['repeat.until']],
  ])('with %j is refused at %j', (details, fields) => {
    expect(fieldsRefused(details)).toEqual(fields);
  });

  test('that is malformed is refused once, for its form', () => {
    const sent = { patientId: crypto.randomUUID(), date: '2026-11-16', time: '09:00' };
    const parsed = NewAppointment.safeParse({ ...sent, repeat: { every: 'month', times: 1_000_000 } });
    expect(parsed.error?.issues.map(({ message }) => message)).toEqual(['Pueden ser a lo más 104 citas']);
  });
});

describe('a change', () => {
  test.each([[{}], [{ scope: 'one' }], [{ scope: 'following' }], [{ color: 'rojo' }]])(
    '%j changes nothing',
    (change) => {
      expect(AppointmentChange.safeParse(change).success).toBe(false);
    },
  );

  test.each([
    [{ note: 'Trae exámenes' }, { note: 'Trae exámenes' }],
    [{ note: null }, { note: null }],
    [{ note: '  ' }, { note: '' }],
    [{ overbooked: false }, { overbooked: false }],
    [{ status: 'no-show' }, { status: 'no-show' }],
    [
      { status: 'cancelled', scope: 'following' },
      { status: 'cancelled', scope: 'following' },
    ],
  ])('%j is read as %j', (change, read) => {
    expect(AppointmentChange.parse(change)).toEqual(read);
  });

  test('of several appointments sets no status that belongs to one', () => {
    expect(AppointmentChange.safeParse({ status: 'attended', scope: 'following' }).success).toBe(false);
    expect(AppointmentChange.safeParse({ status: 'attended', scope: 'one' }).success).toBe(true);
  });
});
