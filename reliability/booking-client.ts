import { createBooking, getBookingChallenge, listBookingSlots } from '#contract/booking';
import { addDays, dayIn } from '#contract/days';
import { compactRut } from '#contract/rut';
import { solveChallenge } from '#server/testing/solve-challenge';
import { type Answer, required, rutOf, send } from './client.ts';

/** Above the documents of `signUpPaid` and of patients. */
const FIRST_RUT = 5_000_000;
/** Another process is asked each time. */
const MAX_TRIES = 8;

export interface Page {
  slug: string;
  serviceId: string;
  ownerId: string;
}

export interface Hour {
  date: string;
  time: string;
}

export interface BookingAnswer extends Answer {
  hour: Hour;
  rut: string;
  /** How many answers before were lost with a killed process. */
  lost: number;
}

/** The hours that the page offers in the next days, in their order. */
export async function freeHours(url: string, { slug, serviceId }: Page): Promise<Hour[]> {
  const from = dayIn('America/Santiago', new Date());
  const query = { serviceId, from, to: addDays(from, 13) };
  const days = await required(send(url, listBookingSlots, { params: { slug }, query }));
  return days.flatMap(({ date, times }) => times.map((time) => ({ date, time })));
}

/**
 * Solves a challenge for somebody new. Returns what books the hour with it. When the process is killed meanwhile, another
 * process is asked: `SLOT_TAKEN` then also says that the first request was stored.
 */
export async function bookAt(
  urls: readonly string[],
  { slug, serviceId }: Page,
  hour: Hour,
  index: number,
): Promise<() => Promise<BookingAnswer>> {
  const rut = rutOf(FIRST_RUT + index);
  const person = {
    name: 'Rosa Díaz',
    rut,
    birthDate: '1985-03-09',
    phone: '9 1234 5678',
    email: `rosa-${index}@ejemplo.cl`,
  };
  const params = { slug };
  const solve = async (url: string) => {
    const { isOk, body } = await send(url, getBookingChallenge, { params });
    return isOk ? solveChallenge(body) : '';
  };
  const urlOf = (attempt: number) => urls[(index + attempt) % urls.length] ?? '';
  const altcha = await solve(urlOf(0));
  const sendTo = (url: string, proof: string) =>
    send(url, createBooking, { params, body: { ...person, ...hour, serviceId, acceptsPrivacy: true, altcha: proof } });
  return async () => {
    let answer = await sendTo(urlOf(0), altcha);
    let lost = 0;
    while (answer.status === 0 && !answer.isHung && lost < MAX_TRIES) {
      lost += 1;
      answer = await sendTo(urlOf(lost), await solve(urlOf(lost)));
    }
    return { ...answer, hour, rut: compactRut(rut), lost };
  };
}
