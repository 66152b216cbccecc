/** The address of the page on which a patient answers. */
export const linkAddress = (publicUrl: string, token: string): string => `${publicUrl}/cita/${token}`;

/** The address of the page on which a patient opens documents. */
export const shareAddress = (publicUrl: string, token: string): string => `${publicUrl}/documentos/${token}`;

/** The address to which a mail program posts when its user presses 'unsubscribe' (RFC 8058). */
export const unsubscribeAddress = (publicUrl: string, token: string): string =>
  `${publicUrl}/api/appointment-links/${token}/unsubscribe`;

/** The address of the page on which a person accepts the invitation of a professional. */
export const invitationAddress = (publicUrl: string, token: string): string => `${publicUrl}/invitacion/${token}`;
