// Apart from contract/appointment-links.ts: the page of a link loads these values, and no schemas.

/** The token in the link of a test mail. */
export const TEST_TOKEN = 'prueba';

/** Maximum number of days of a search for free hours, its first and last day included. */
export const MAX_SEARCHED_DAYS = 31;

/** How many days from today on the patient may choose an hour. */
export const MAX_DAYS_AHEAD = 90;
