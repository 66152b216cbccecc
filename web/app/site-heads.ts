import heads from '#web/app/site-heads.json' with { type: 'json' };

/** The heads of the pages of the public site. */
export const SITE_HEADS = heads;
