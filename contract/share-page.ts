// Apart from contract/shares.ts: the page of a link loads these values, and no schemas.

/** How long the ticket works that a correct birth date gives. */
export const TICKET_MINUTES = 15;

/** So many wrong birth dates block a link. */
export const MAX_WRONG_DATES = 5;
