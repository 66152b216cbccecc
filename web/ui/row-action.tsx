import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';

interface Props {
  icon: LucideIcon;
  /** The same in all rows. */
  label: string;
  /** The row, for the accessible name. */
  of: string;
  /** Why the action is not available for this row; undefined when it is. */
  reason: string | undefined;
  onPress: () => void;
}

/** An action on a row of a table: an icon in a table, with text in a card. */
export function RowAction({ icon: Icon, label, of, reason, onPress }: Props) {
  const reasonId = useId();
  const name = `${label}: ${of}`;
  return (
    <div className="rounded-control @max-2xl:flex @max-2xl:flex-col @max-2xl:ring-1 @max-2xl:ring-line">
      <button
        type="button"
        aria-label={name}
        title={reason ?? name}
        // Not disabled: the user can still focus it and read the reason.
        aria-disabled={reason !== undefined}
        aria-describedby={reason && reasonId}
        onClick={() => reason === undefined && onPress()}
        className="flex items-center gap-2.5 rounded-control text-left font-semibold text-austral-700 transition-colors duration-150 not-aria-disabled:hover:bg-austral-50 aria-disabled:cursor-not-allowed aria-disabled:text-muted @2xl:size-9 @2xl:justify-center @2xl:aria-disabled:opacity-55 @max-2xl:min-h-11 @max-2xl:px-3 @max-2xl:not-aria-disabled:grow @max-2xl:py-2 @max-2xl:text-fine"
      >
        <Icon size={18} aria-hidden="true" className="shrink-0" />
        <span className="@2xl:hidden">{label}</span>
      </button>
      {reason && (
        // Outside the button, because the accessible name must contain all visible text (WCAG 2.5.3).
        <p id={reasonId} className="pt-0.5 pr-3 pb-2.5 pl-10 text-fine text-muted @2xl:hidden">
          {reason}
        </p>
      )}
    </div>
  );
}

/** The skeleton of a single action. */
export const ROW_ACTION_SKELETON = 'ml-auto size-9 @max-2xl:h-11 @max-2xl:w-full';

export function RowActions({ children }: { children: ReactNode }) {
  return (
    <div className="@2xl:-mr-2 @2xl:flex @2xl:justify-end @max-2xl:grid @max-2xl:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] @max-2xl:gap-2">
      {children}
    </div>
  );
}
