import type { PageSlug } from './booking-page.store.ts';

/** The address of the page on which a patient answers. */
export const linkAddress = (publicUrl: string, token: string): string => `${publicUrl}/cita/${token}`;

/** The address of the page on which a patient opens documents. */
export const shareAddress = (publicUrl: string, token: string): string => `${publicUrl}/documentos/${token}`;

/** The address to which a mail program posts when its user presses 'unsubscribe' (RFC 8058). */
export const unsubscribeAddress = (publicUrl: string, token: string): string =>
  `${publicUrl}/api/appointment-links/${token}/unsubscribe`;

/** The address of the page on which a person accepts the invitation of a professional. */
export const invitationAddress = (publicUrl: string, token: string): string => `${publicUrl}/invitacion/${token}`;

/** The page of a professional who takes bookings. Undefined for others. */
export const bookingAddress = (publicUrl: string, page: PageSlug | undefined): string | undefined =>
  page?.enabled ? `${publicUrl}/reservar/${page.slug}` : undefined;

/** The form of rights towards a professional, by the slug or else by a link. Undefined without both. */
export function rightsAddress(publicUrl: string, page: PageSlug | undefined, token?: string): string | undefined {
  if (page) return `${publicUrl}/derechos/${page.slug}`;
  return token && `${publicUrl}/derechos/enlace/${token}`;
}
