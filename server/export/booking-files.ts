import { momentIn } from '#contract/access-log';
import type { BookingPerson } from '#contract/booking';
import { DOCUMENT_TYPES } from '#contract/patient-identity';
import { timeZoneOf } from '#contract/regions';
import { UNDECRYPTABLE_TEXT } from '#contract/undecryptable';
import type { WaitingEntry } from '#contract/waiting-list';
import type { Owner } from '#server/auth/owner';
import { BOOKING_STATUS_TEXTS, pagesOfBookings, waitingRecords } from '#server/booking/booking-records.service';
import type { Deps } from '#server/deps';
import { BYTE_ORDER_MARK, csvLine } from '#server/platform/csv-line';

type BookingFilesDeps = Pick<Deps, 'tenantRead' | 'cipher'>;

const TIMES_TEXTS: Record<WaitingEntry['times'], string> = {
  any: 'A cualquier hora',
  morning: 'En la mañana',
  afternoon: 'En la tarde',
};

const PERSON_HEADINGS = ['Nombre', 'RUT', 'Tipo de documento', 'Fecha de nacimiento', 'Teléfono', 'Correo'];

const personCells = (person: BookingPerson | undefined): string[] => {
  if (!person) return [UNDECRYPTABLE_TEXT, '', '', '', '', ''];
  const { name, rut, documentType, birthDate, phone, email } = person;
  return [name, rut, DOCUMENT_TYPES[documentType], birthDate, phone, email];
};

const BOOKING_HEADINGS = ['Fecha', 'Hora', 'Minutos', 'Servicio', 'Estado', ...PERSON_HEADINGS, 'Reservada', 'Vence'];

/** What people booked online, as they typed it. */
export async function* bookingsCsv(deps: BookingFilesDeps, owner: Owner): AsyncGenerator<string> {
  const moment = momentIn(timeZoneOf(owner.user.region));
  yield `${BYTE_ORDER_MARK}${csvLine(BOOKING_HEADINGS)}`;
  for await (const page of pagesOfBookings(deps, owner)) {
    const lines = page.map(({ date, time, duration, serviceName, status, person, createdAt, expiresAt }) =>
      csvLine([
        date,
        time,
        String(duration),
        serviceName,
        BOOKING_STATUS_TEXTS[status],
        ...personCells(person),
        moment(createdAt.toISOString()),
        expiresAt ? moment(expiresAt.toISOString()) : '',
      ]),
    );
    yield lines.join('');
  }
}

const WAITING_HEADINGS = ['Servicio', ...PERSON_HEADINGS, 'Desde', 'Hasta', 'Horario', 'Se inscribió', 'Última oferta'];

/** Who waits for an hour. */
export async function* waitingListCsv(deps: BookingFilesDeps, owner: Owner): AsyncGenerator<string> {
  const moment = momentIn(timeZoneOf(owner.user.region));
  yield `${BYTE_ORDER_MARK}${csvLine(WAITING_HEADINGS)}`;
  const lines = (await waitingRecords(deps, owner)).map(
    ({ serviceName, person, from, to, times, createdAt, offeredAt }) =>
      csvLine([
        serviceName,
        ...personCells(person),
        from,
        to,
        TIMES_TEXTS[times],
        moment(createdAt.toISOString()),
        offeredAt ? moment(offeredAt.toISOString()) : '',
      ]),
  );
  yield lines.join('');
}
