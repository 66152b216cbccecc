import { z } from 'zod';
import { FreeHours } from './appointment-links.ts';
import { endpoint } from './endpoint.ts';
import { optionalText } from './text.ts';

const MAX_NOTICE_HOURS = 720;
export const MAX_WINDOW_DAYS = 180;
export const BUFFERS = [0, 30, 60] as const;
export const MAX_VISITS_A_DAY = 28;
const MAX_ORIGINS = 10;

/** Words of the addresses of this product. A page at `/reservar/admin` would look like a page of ours. */
const RESERVED_SLUGS: readonly string[] = [
  'admin',
  'administracion',
  'administrador',
  'api',
  'assets',
  'ayuda',
  'calendario',
  'cita',
  'dashboard',
  'derechos',
  'documentos',
  'encargo',
  'ficha-austral',
  'invitacion',
  'login',
  'primeros-pasos',
  'privacidad',
  'register',
  'reservar',
  'soporte',
  'terminos',
  'verificar',
  'www',
];
const SLUG_FORM = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const MIN_SLUG_LENGTH = 3;
const MAX_SLUG_LENGTH = 60;

const isReservedSlug = (slug: string): boolean => RESERVED_SLUGS.includes(slug);

/** Whether a text may be the slug of a page. Any other text belongs to no page. */
export const isSlug = (text: string): boolean => text.length <= MAX_SLUG_LENGTH && SLUG_FORM.test(text);

const Slug = z
  .string('Escribe la dirección de tu página')
  .trim()
  .min(MIN_SLUG_LENGTH, `Debe tener al menos ${MIN_SLUG_LENGTH} caracteres`)
  .max(MAX_SLUG_LENGTH, `No puede superar los ${MAX_SLUG_LENGTH} caracteres`)
  .regex(SLUG_FORM, 'Usa letras minúsculas sin acento, números y guiones simples')
  .refine((slug) => !isReservedSlug(slug), 'Esa dirección está reservada. Elige otra.');

/** A URL may have ';' and '*' in its host. In the header that names the sites they would allow others. */
const ORIGIN_FORM = /^https:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?$/;

/** Whether a text is an origin, as browsers write it: 'https://clinica.cl'. */
function isHttpsOrigin(text: string): boolean {
  try {
    return ORIGIN_FORM.test(text) && new URL(text).origin === text;
  } catch {
    return false;
  }
}

const flag = z.boolean('Debe ser verdadero o falso');
const wholeNumber = (min: number, max: number) =>
  z.int('Debe ser un número entero').min(min, `Debe ser al menos ${min}`).max(max, `Debe ser a lo más ${max}`);

export const BookingSettings = z.object({
  enabled: flag,
  /** The last part of the address of the page. */
  slug: Slug,
  /** Whether a verified booking is an appointment at once, or waits for the professional. */
  approval: z.enum(['automatic', 'manual'], 'Selecciona cómo se aprueban las reservas'),
  minNoticeHours: wholeNumber(0, MAX_NOTICE_HOURS),
  /** How many days ahead hours are offered, the last one included. */
  windowDays: wholeNumber(1, MAX_WINDOW_DAYS),
  bufferMinutes: z.literal(BUFFERS, 'Selecciona 0, 30 o 60 minutos'),
  /** All visits of a day count that are not cancelled. Null: no maximum. */
  maxPerDay: wholeNumber(1, MAX_VISITS_A_DAY).nullable(),
  /** False: every booking waits for the professional, so that no answer tells a patient from a stranger. */
  newPatients: flag,
  message: optionalText(500),
  /** The sites that may show the page in a frame. */
  embedOrigins: z
    .array(z.string().refine(isHttpsOrigin, 'Escribe un origen como https://miclinica.cl'))
    .max(MAX_ORIGINS, `Puedes indicar hasta ${MAX_ORIGINS} sitios`)
    .overwrite((origins) => [...new Set(origins)])
    .default([]),
});
export type BookingSettings = z.output<typeof BookingSettings>;

const StoredSettings = BookingSettings.extend({
  message: z.string().optional(),
  embedOrigins: z.array(z.string()),
});

/** The rules before the professional sets them. Their slug is a suggestion. */
export const DEFAULT_BOOKING_SETTINGS: Omit<BookingSettings, 'slug'> = {
  enabled: false,
  approval: 'manual',
  minNoticeHours: 12,
  windowDays: 30,
  bufferMinutes: 0,
  maxPerDay: null,
  newPatients: true,
  message: undefined,
  embedOrigins: [],
};

/** 'Dra. Ana María Núñez' → 'dra-ana-maria-nunez' */
export function suggestedSlug(name: string): string {
  const slug = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    // Leaves room for a number, where the slug is taken.
    .slice(0, MAX_SLUG_LENGTH - 4)
    .replaceAll(/^-+|-+$/g, '');
  return slug.length >= MIN_SLUG_LENGTH && !isReservedSlug(slug) ? slug : `consulta-${slug}`.replace(/-$/, '');
}

export const getBookingSettings = endpoint({
  method: 'GET',
  path: '/api/account/booking',
  access: 'professional',
  assistants: 'for-professional',
  summary: 'Las reglas de la reserva en línea; antes de guardarlas, slug es una sugerencia a partir del nombre',
  reply: StoredSettings,
});

export const putBookingSettings = endpoint({
  method: 'PUT',
  path: '/api/account/booking',
  access: 'professional',
  summary: 'Reemplaza las reglas de la reserva en línea; activarla requiere un horario de atención y un servicio',
  body: BookingSettings,
  reply: StoredSettings,
});

/** Rules that are not saved, and the service whose hours they offer. */
export const PreviewedRules = BookingSettings.pick({
  minNoticeHours: true,
  windowDays: true,
  bufferMinutes: true,
  maxPerDay: true,
}).extend({ serviceId: z.uuid('Selecciona un servicio').toLowerCase() });
export type PreviewedRules = z.output<typeof PreviewedRules>;

export const previewBookingHours = endpoint({
  method: 'POST',
  path: '/api/account/booking/preview',
  access: 'professional',
  summary: 'Las horas que se ofrecerían en los próximos siete días con otras reglas, que no se guardan',
  body: PreviewedRules,
  reply: z.array(FreeHours),
});
