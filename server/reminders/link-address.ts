/** The address of the page on which a patient answers. */
export const linkAddress = (publicUrl: string, token: string): string => `${publicUrl}/cita/${token}`;

/** The link of a test mail. The page says that it is a test. */
export const TEST_TOKEN = 'prueba';

/** The address to which a mail program posts when its user presses 'unsubscribe' (RFC 8058). */
export const unsubscribeAddress = (publicUrl: string, token: string): string =>
  `${publicUrl}/api/appointment-links/${token}/unsubscribe`;
