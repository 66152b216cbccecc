/** The width that every public page shares with its header and footer. */
export const PUBLIC_WIDTH_CLASS = 'mx-auto w-full max-w-page px-4 sm:px-6';
