import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { BookingSettings } from '#contract/booking-settings';
import { PATHS } from '#web/platform/paths.ts';

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    // An address that is pasted with its path or a slash at the end is one of that site.
    .map((line) => line.trim().replace(/\/+$/, ''))
    .filter(Boolean);

/** The sites are written one a line. */
export const BookingFormValues = BookingSettings.extend({
  embedOrigins: z.string().transform(linesOf).pipe(BookingSettings.shape.embedOrigins.unwrap()),
});

export type BookingForm = UseFormReturn<z.input<typeof BookingFormValues>, unknown, BookingSettings>;

export const toFormValues = (settings: BookingSettings): z.input<typeof BookingFormValues> => ({
  ...settings,
  message: settings.message ?? '',
  embedOrigins: settings.embedOrigins.join('\n'),
});

/** Where patients book, built from the address of this page. */
export const pageAddress = (slug: string): string => location.origin + PATHS.booking.replace(':slug', slug);
