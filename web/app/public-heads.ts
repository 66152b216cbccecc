import heads from '#web/app/public-heads.json' with { type: 'json' };

/** The heads of the pages outside the login. */
export const PUBLIC_HEADS = heads;
