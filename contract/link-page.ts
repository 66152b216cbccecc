// Apart from contract/appointment-links.ts: the page of a link loads these values, and no schemas.

/** The token in the link of a test mail. */
export const TEST_TOKEN = 'prueba';

/** How many days from today on the patient may choose an hour. */
export const MAX_DAYS_AHEAD = 90;
