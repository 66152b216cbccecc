// Apart from contract/shares.ts: the page of a link loads these values, and no schemas.

/** How long the ticket of a right birth date works. */
export const TICKET_MINUTES = 15;

/** The wrong birth date that blocks a link. */
export const MAX_WRONG_DATES = 5;
