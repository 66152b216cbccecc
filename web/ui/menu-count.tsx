const MAX_SHOWN = 99;

/** A number beside an entry of the menu, and what it counts for screen readers. Nothing is shown while there is none. */
export function MenuCount({ total, text }: { total: number | undefined; text: string }) {
  if (!total) return null;
  return (
    <span className="-mr-1.5 -ml-2 inline-flex min-w-6 shrink-0 justify-center rounded-full bg-austral-600 px-1.5 text-fine text-on-austral tabular-nums leading-6">
      <span aria-hidden="true">{total > MAX_SHOWN ? `${MAX_SHOWN}+` : total}</span>
      <span className="sr-only">{`, ${total} ${text}`}</span>
    </span>
  );
}
