import { isDay } from '#contract/days';
import type { BookedService } from '#web/booking-page/service-texts.ts';
import type { Hour } from '#web/patient-pages/hour-texts.ts';

export interface DataPlace {
  step: 'data';
  service: BookedService;
  hour: Hour;
}
export interface WaitingPlace {
  step: 'waiting';
  service: BookedService;
}

/** Where somebody is on the way to an hour. */
export type Place = { step: 'service' } | { step: 'hours'; service: BookedService } | DataPlace | WaitingPlace;

const SERVICE = 'servicio';
const DATE = 'fecha';
const TIME = 'hora';
const WAITING_LIST = 'lista-de-espera';

/** The query that leads to a place. Nothing in it is personal. */
export function placeAddress(place: Place): string {
  if (place.step === 'service') return '';
  const service = `?${SERVICE}=${place.service._id}`;
  if (place.step === 'waiting') return `${service}&${WAITING_LIST}`;
  return place.step === 'data' ? `${service}&${DATE}=${place.hour.date}&${TIME}=${place.hour.time}` : service;
}

/** A query that names no service of the page leads to the choice of one. A single service needs no choice. */
export function readPlace(query: string, services: readonly BookedService[]): Place {
  const values = new URLSearchParams(query);
  const chosen = services.find(({ _id }) => _id === values.get(SERVICE));
  const service = chosen ?? (services.length === 1 ? services[0] : undefined);
  if (!service) return { step: 'service' };
  if (values.has(WAITING_LIST)) return { step: 'waiting', service };
  const hour = { date: values.get(DATE) ?? '', time: values.get(TIME) ?? '' };
  return isDay(hour.date) && /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(hour.time)
    ? { step: 'data', service, hour }
    : { step: 'hours', service };
}
