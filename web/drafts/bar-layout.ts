/** The bar of an editor, and its skeleton. The widths are widths of the bar: the menu and a column beside the text take room. */

/** Name and status, one above the other, and one button: 56 px. */
export const FOLDED = {
  place: 'pointer-events-none',
  bar: 'pointer-events-auto h-14 grid-cols-[minmax(0,1fr)_auto] content-center gap-x-3 border-y px-4 leading-5',
  name: 'truncate',
  status: 'min-w-0 [&_span]:truncate',
  actions: 'col-start-2 row-span-2 row-start-1 items-center',
};

/**
 * From narrow to wide: everything below each other; the status beside the name; the actions too; and at last the line of
 * the patient below the name alone.
 */
export const UNFOLDED = {
  place: 'bg-paper px-4 py-2 short:py-1 sm:px-2',
  bar: 'items-center gap-x-4 gap-y-1 rounded-card border px-4 py-2 @xl:grid-cols-[minmax(0,1fr)_auto] @4xl:grid-cols-[minmax(0,1fr)_auto_auto] @5xl:gap-y-0 short:py-1',
  name: 'line-clamp-2 max-sm:pr-9 @xl:line-clamp-1 @xl:break-all',
  line: '@xl:col-span-full @xl:row-start-2 @5xl:col-span-1',
  status: '@xl:max-w-72 @5xl:row-span-2',
  actions: '@max-xl:mt-1 @xl:@max-4xl:col-span-full @xl:justify-end @5xl:row-span-2',
};
