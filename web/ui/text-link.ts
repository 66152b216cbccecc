/** A link within running text. */
export const TEXT_LINK_CLASS = 'font-semibold text-austral-700 underline underline-offset-3 hover:decoration-2';

/** A link on its own, tall enough for touch. */
export const TALL_TEXT_LINK_CLASS = `inline-block rounded-control py-3 ${TEXT_LINK_CLASS}`;
