import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { DEFAULT_DURATION } from '#contract/agenda';
import type { nextFreeWithAnyone as nextFreeEndpoint, Professional, ProfessionalAgenda } from '#contract/assistants';
import { listAppointments } from '#server/agenda/agenda.service';
import { attendanceOn, readFreeHours } from '#server/agenda/free-hours.service';
import { nextFreeSlot } from '#server/agenda/next-free.service';
import { storeVisits } from '#server/auth/authenticate.service';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { isWorkerAway } from '#server/platform/database/transaction';
import { limitConcurrency } from '#server/platform/limit-concurrency';
import { instantIn } from '#server/platform/wall-clock';
import { getLastReminderChange } from '#server/reminders/reminder-states.service';
import { getWorkingHours } from '#server/working-hours/working-hours.service';
import { professionalsServedBy, type ServedProfessional, stateOfDay } from './reception.store.ts';

type ReceptionDeps = Pick<Deps, 'identity' | 'tenantRead' | 'cipher' | 'now'>;
type FreeWithAnyone = z.output<(typeof nextFreeEndpoint)['reply']>;

/** An assistant of many professionals must not occupy every connection. */
const AGENDAS_AT_ONCE = 4;
const limitAgendas = limitConcurrency(AGENDAS_AT_ONCE);

export async function listProfessionals(deps: Pick<Deps, 'identity'>, owner: Owner): Promise<Professional[]> {
  const served = await professionalsServedBy(deps.identity, owner.id);
  return served.map(({ professional }) => professional);
}

/** Reads something of each professional, in the order of their names. */
async function readEachProfessional<T>(
  deps: Pick<Deps, 'identity'>,
  owner: Owner,
  read: (professional: Owner, served: ServedProfessional) => Promise<T>,
): Promise<T[]> {
  const served = await professionalsServedBy(deps.identity, owner.id);
  return Promise.all(
    served.map((one) => {
      const professional: Owner = { ...owner, id: one.user._id, user: one.user };
      return limitAgendas(owner.id, () => read(professional, one));
    }),
  );
}

/** The answer of a read, or `instead` while the Citus worker with the rows of the professional does not answer. */
async function unlessAway<T>(reading: Promise<T>, instead: T): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (isWorkerAway(error)) return instead;
    throw error;
  }
}

const toNamed = ({ professional: { _id, name } }: ServedProfessional) => ({ _id, name });

/** The agenda of a day of each professional. */
export async function getReceptionDay(
  deps: ReceptionDeps & Pick<Deps, 'diskFloor'>,
  owner: Owner,
  date: string,
): Promise<ProfessionalAgenda[]> {
  await storeVisits(deps, owner);
  return readEachProfessional(deps, owner, (professional, served) => {
    const reading = readAgenda(deps, professional, { served, date });
    return unlessAway(reading, { professional: toNamed(served), unavailable: true, appointments: [], freeTimes: [] });
  });
}

async function readAgenda(
  deps: ReceptionDeps,
  professional: Owner,
  { served, date }: { served: ServedProfessional; date: string },
): Promise<ProfessionalAgenda> {
  const [appointments, freeTimes] = await Promise.all([
    listAppointments(deps, professional, { date }),
    freeTimesOn(deps, professional, { served, date }),
  ]);
  return { professional: toNamed(served), appointments, freeTimes };
}

async function freeTimesOn(
  deps: ReceptionDeps,
  professional: Owner,
  { served, date }: { served: ServedProfessional; date: string },
): Promise<string[]> {
  const now = deps.now();
  const { defaultDuration: duration = DEFAULT_DURATION } = await getWorkingHours(deps, professional);
  const search = { timeZone: served.professional.timeZone, now, notBefore: now, from: date, to: date, duration };
  const [day] = await deps.tenantRead(professional.id, (db) => readFreeHours(db, search));
  return day?.times ?? [];
}

/** Changes with the appointments, the hours and the absences of a day, and with every answer of a patient. */
export async function getReceptionDayVersion(
  deps: ReceptionDeps,
  owner: Owner,
  date: string,
): Promise<{ version: string }> {
  const states = await readEachProfessional(deps, owner, async (professional) => {
    const state = Promise.all([
      deps.tenantRead(professional.id, async (db) => [
        await stateOfDay(db, date),
        await attendanceOn(db, date, deps.now()),
      ]),
      getLastReminderChange(deps, professional),
    ]);
    return [professional.id, await unlessAway<unknown>(state, 'unavailable')];
  });
  return { version: createHash('sha256').update(JSON.stringify(states)).digest('base64url') };
}

/** The first free hour of each professional, the earliest first. A professional without one within a year is left out. */
export async function nextFreeWithAnyone(
  deps: ReceptionDeps,
  owner: Owner,
  chosenDuration: number | undefined,
): Promise<FreeWithAnyone> {
  const found = await readEachProfessional(deps, owner, async (professional, served) => {
    const { defaultDuration = DEFAULT_DURATION } = await getWorkingHours(deps, professional);
    const duration = chosenDuration ?? defaultDuration;
    const { next } = await nextFreeSlot(deps, professional, { duration });
    return next && { professional: toNamed(served), ...next, at: instantIn(served.professional.timeZone, next) };
  });
  return found
    .filter((one) => one !== null)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at: _, ...free }) => free);
}
