import { History } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';

export function RestoredNotice({ onDismiss }: { onDismiss: () => void }) {
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-blue/40 bg-blue-tint px-4 py-2 sm:mb-6"
    >
      <p className="flex min-w-0 flex-1 items-center gap-2.5">
        <History size={18} aria-hidden="true" className="shrink-0 text-blue" />
        Recuperamos lo que habías escrito
      </p>
      <Button look="ghost" onClick={onDismiss}>
        Entendido
      </Button>
    </div>
  );
}
