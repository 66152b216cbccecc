/** A list that scrolls within its part of the day. Its padding leaves room for the focus ring. */
export const ROWS_CLASS = '-mx-2 h-full space-y-1 overflow-y-auto p-0.5';
export const ROW_CLASS = 'flex items-center gap-3 rounded-control px-2 hover:bg-austral-50';
