import { type APIRequestContext, expect } from '@playwright/test';
import type { z } from 'zod';
import { type BookingSettings, DEFAULT_BOOKING_SETTINGS, putBookingSettings } from '#contract/booking-settings';
import { createService, type NewService } from '#contract/services';
import { putWorkingHours } from '#contract/working-hours';
import type { Person } from './fixtures.ts';

interface Options {
  rules?: Partial<BookingSettings>;
  services?: Partial<z.input<typeof NewService>>[];
}

/** Every day from 09:00 to 13:00. */
const HOURS = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '09:00', to: '13:00' }));

/** A professional begins to take bookings. Returns the path of the page. */
export async function seedBookingPage(
  request: APIRequestContext,
  { user, accessToken }: Person,
  { rules = {}, services = [{}] }: Options = {},
): Promise<string> {
  const headers = { authorization: `Bearer ${accessToken}` };
  const hours = await request.put(putWorkingHours.path, { headers, data: { hours: HOURS } });
  expect(hours.status(), 'guardar el horario').toBe(200);
  for (const service of services) {
    const data = { name: 'Consulta', duration: 30, price: 25_000, modality: 'in-person', bookable: true, ...service };
    expect((await request.post(createService.path, { headers, data })).status(), 'crear el servicio').toBe(201);
  }
  const slug = `consulta-${user._id}`;
  const data = { ...DEFAULT_BOOKING_SETTINGS, minNoticeHours: 0, ...rules, slug, enabled: true };
  const saved = await request.put(putBookingSettings.path, { headers, data });
  expect(saved.status(), 'activar la reserva en línea').toBe(200);
  return `/reservar/${slug}`;
}
