import { DEFAULT_BOOKING_SETTINGS, putBookingSettings } from '#contract/booking-settings';
import { createService } from '#contract/services';
import { putWorkingHours } from '#contract/working-hours';
import { sendAs, signIn } from './sign-in.ts';

/** A professional with two services and 28 hours a day takes bookings. Returns the path of the page. */
export async function openBookingPage(url: string): Promise<string> {
  const { accessToken } = await signIn(url, 'reservas@ejemplo.cl');
  const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '08:00', to: '22:00' }));
  await sendAs(accessToken, url, putWorkingHours, { body: { hours } });
  for (const name of ['Consulta', 'Control']) {
    const body = { name, duration: 30, price: 25_000, modality: 'in-person', bookable: true };
    await sendAs(accessToken, url, createService, { body });
  }
  const body = { ...DEFAULT_BOOKING_SETTINGS, enabled: true, slug: 'reservas' };
  const { slug } = await sendAs(accessToken, url, putBookingSettings, { body });
  return `/reservar/${slug}`;
}
