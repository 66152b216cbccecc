import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { namesOfServices } from '#server/services/services.service';
import { type Booking, type BookingStatus, bookingsAfter } from './bookings.store.ts';
import { keptWaiting, type WaitingRecord } from './waiting-list.store.ts';

type RecordsDeps = Pick<Deps, 'tenantRead' | 'cipher'>;

/** The words of an export. */
export const BOOKING_STATUS_TEXTS: Record<BookingStatus, string> = {
  unpaid: 'Por pagar el abono',
  unverified: 'Por confirmar por la persona',
  requested: 'Espera la respuesta del profesional',
  offered: 'Ofrecida a la lista de espera',
  unplaced: 'Con el abono pagado y sin hora',
  accepted: 'Aceptada',
  rejected: 'Rechazada',
  withdrawn: 'Retirada por la persona',
  ended: 'Venció',
};

/** A booking in an export. The person is undefined when they cannot be decrypted. */
interface BookingRecord
  extends Pick<Booking, 'id' | 'status' | 'serviceName' | 'date' | 'time' | 'duration' | 'createdAt' | 'expiresAt'> {
  person: Booking['person'] | undefined;
}

const BOOKINGS_AT_ONCE = 1000;

/** All bookings that are kept, also decided ones, a page in memory at a time. */
export async function* pagesOfBookings(deps: RecordsDeps, owner: Owner): AsyncGenerator<BookingRecord[]> {
  let after: string | undefined;
  for (;;) {
    const window = { after, limit: BOOKINGS_AT_ONCE };
    const page = await deps.tenantRead(owner.id, (db) => bookingsAfter(db, window, deps.cipher));
    yield page.map((booking) => ({ ...booking, person: booking.undecryptable ? undefined : booking.person }));
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
