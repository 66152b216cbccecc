import { hash, randomInt } from 'node:crypto';
import { type APIRequestContext, type APIResponse, expect } from '@playwright/test';
import { createBooking, getBookingChallenge, listBookingSlots } from '#contract/booking';
import { DEFAULT_BOOKING_SETTINGS, putBookingSettings } from '#contract/booking-settings';
import { addDays, dayIn } from '#contract/days';
import { fillPath } from '#contract/endpoint';
import type { Challenge } from '#contract/proof-of-work';
import { checkDigit } from '#contract/rut';
import { createService } from '#contract/services';
import { putWorkingHours } from '#contract/working-hours';

interface Professional {
  accessToken: string;
}

interface OpenedPage {
  slug: string;
  serviceId: string;
}

interface Hour {
  date: string;
  time: string;
}

async function replyTo<Reply>(response: APIResponse, what: string): Promise<Reply> {
  expect(response.ok(), what).toBe(true);
  return response.json();
}

/** Working hours from Monday to Friday, and a service of half an hour that patients may book. */
export async function seedBookableService(
  request: APIRequestContext,
  { accessToken }: Professional,
  name = 'Control',
): Promise<string> {
  const headers = { authorization: `Bearer ${accessToken}` };
  const hours = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '09:00', to: '13:00' }));
  await replyTo(await request.put(putWorkingHours.path, { headers, data: { hours } }), 'guardar el horario');
  const service = { name, duration: 30, price: null, modality: 'in-person', bookable: true };
  const made = await request.post(createService.path, { headers, data: service });
  return (await replyTo<{ _id: string }>(made, 'crear el servicio'))._id;
}

/** A page that takes bookings. */
export async function seedBookingPage(request: APIRequestContext, professional: Professional): Promise<OpenedPage> {
  const serviceId = await seedBookableService(request, professional);
  const slug = `consulta-${randomInt(1_000_000_000)}`;
  const headers = { authorization: `Bearer ${professional.accessToken}` };
  const data = { ...DEFAULT_BOOKING_SETTINGS, slug, enabled: true };
  await replyTo(await request.put(putBookingSettings.path, { headers, data }), 'abrir la página');
  return { slug, serviceId };
}

/** The hours that the page offers from the day after tomorrow. */
export async function offeredHours(
  request: APIRequestContext,
  { slug, serviceId }: OpenedPage,
): Promise<[Hour, Hour, ...Hour[]]> {
  const from = addDays(dayIn('America/Santiago', new Date()), 2);
  const params = { serviceId, from, to: addDays(from, 13) };
  const reply = await request.get(fillPath(listBookingSlots.path, { slug }), { params });
  const days = await replyTo<{ date: string; times: string[] }[]>(reply, 'pedir las horas');
  const hours = days.flatMap(({ date, times }) => times.map((time) => ({ date, time })));
  expect(hours.length, 'horas libres').toBeGreaterThan(1);
  return hours as [Hour, Hour, ...Hour[]];
}

function solve({ salt, maxnumber, ...challenge }: Challenge): string {
  const solves = (number: number) => hash('sha256', `${salt}${number}`) === challenge.challenge;
  const number = Array.from({ length: maxnumber + 1 }, (_, index) => index).find(solves);
  return Buffer.from(JSON.stringify({ ...challenge, salt, number })).toString('base64');
}

/** A person books an hour. Without mail it waits for the professional at once. */
export async function seedBooking(
  request: APIRequestContext,
  { slug, serviceId }: OpenedPage,
  hour: Hour,
  details: { name: string; rut?: string; phone?: string },
): Promise<void> {
  const challenge = await request.get(fillPath(getBookingChallenge.path, { slug }));
  const altcha = solve(await replyTo<Challenge>(challenge, 'pedir el desafío'));
  const digits = String(randomInt(10_000_000, 99_999_999));
  const data = {
    serviceId,
    ...hour,
    rut: `${digits}-${checkDigit(digits)}`,
    birthDate: '1980-05-10',
    phone: '9 8765 4321',
    email: `persona-${digits}@ejemplo.cl`,
    acceptsPrivacy: true,
    altcha,
    ...details,
  };
  const made = await request.post(fillPath(createBooking.path, { slug }), { data });
  await replyTo(made, 'reservar la hora');
}
