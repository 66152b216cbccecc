export const TEXT_LINK = 'font-semibold text-austral-700 underline underline-offset-3 hover:no-underline';
