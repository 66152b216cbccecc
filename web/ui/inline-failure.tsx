import { CircleAlert } from 'lucide-react';
import { RetryButton } from '#web/ui/retry-button.tsx';

/** Replaces a part of a page that could not be loaded. */
export function InlineFailure({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="flex items-start gap-2.5">
        <CircleAlert size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-red" />
        {text}
      </p>
      <RetryButton look="secondary" onRetry={onRetry} className="max-sm:w-full" />
    </div>
  );
}
