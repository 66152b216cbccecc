/** A link within text, tall enough for a thumb. */
export const TEXT_LINK_CLASS =
  'inline-block rounded-control py-3 font-semibold text-austral-700 underline decoration-1 underline-offset-4 hover:decoration-2';
