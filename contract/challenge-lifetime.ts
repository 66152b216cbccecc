/** How long a challenge is valid. A person may take so long to fill in a form. */
export const CHALLENGE_MINUTES = 20;
