// Shared by the layout and its skeleton, so that nothing moves when one takes the place of the other.
export const TOP_BAR_CLASS =
  'fixed inset-x-0 top-0 z-30 flex h-16 items-center justify-between gap-4 border-line border-b bg-surface px-4 sm:px-7';
export const SIDE_CLASS =
  'fixed top-16 bottom-0 left-0 w-64 overflow-y-auto border-line border-r bg-surface p-4 max-lg:hidden';
export const CONTENT_CLASS = 'min-h-dvh px-4 pt-24 pb-16 outline-none sm:px-8 lg:pl-[calc(16rem+2.5rem)] lg:pr-10';
