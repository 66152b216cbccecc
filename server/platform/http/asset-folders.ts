/** The folder of the assets in a build. */
export const ASSETS = 'assets';

/** The folders with the assets of the two builds before, newest first: pages of these versions may still be open. */
export const EARLIER_ASSETS = ['earlier-assets-1', 'earlier-assets-2'] as const;
