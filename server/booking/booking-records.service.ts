import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { namesOfServices } from '#server/services/services.service';
import { type BookingRecord, type BookingStatus, bookingsAfter } from './bookings.store.ts';
import { keptWaiting, type WaitingRecord } from './waiting-list.store.ts';

type RecordsDeps = Pick<Deps, 'tenantRead' | 'cipher'>;

/** The words of an export. */
export const BOOKING_STATUS_TEXTS: Record<BookingStatus, string> = {
  unverified: 'Por confirmar por la persona',
  requested: 'Espera la respuesta del profesional',
  offered: 'Ofrecida a la lista de espera',
  accepted: 'Aceptada',
  rejected: 'Rechazada',
  withdrawn: 'Retirada por la persona',
  ended: 'Venció',
};

const BOOKINGS_AT_ONCE = 1000;

/** All bookings that are kept, also decided ones, a page in memory at a time. */
export async function* pagesOfBookings(deps: RecordsDeps, owner: Owner): AsyncGenerator<BookingRecord[]> {
  let after: string | undefined;
  for (;;) {
    const window = { after, limit: BOOKINGS_AT_ONCE };
    const page = await deps.tenantRead(owner.id, (db) => bookingsAfter(db, window, deps.cipher));
    yield page;
    if (page.length < BOOKINGS_AT_ONCE) return;
    after = page.at(-1)?.id;
  }
}

/** All entries of the waiting list with the names of their services. */
export function waitingRecords(deps: RecordsDeps, owner: Owner): Promise<(WaitingRecord & { serviceName: string })[]> {
  return deps.tenantRead(owner.id, async (db) => {
    const [entries, names] = await Promise.all([keptWaiting(db, deps.cipher), namesOfServices(db)]);
    return entries.map((entry) => ({ ...entry, serviceName: names.get(entry.serviceId) ?? '' }));
  });
}
