import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';

/** Closes the dialog or drawer around it. */
export function CloseButton({ label, className = '' }: { label: string; className?: string }) {
  return (
    <Dialog.Close
      aria-label={label}
      className={`inline-flex size-11 shrink-0 items-center justify-center rounded-control text-muted hover:bg-austral-50 hover:text-ink ${className}`}
    >
      <X size={20} aria-hidden="true" />
    </Dialog.Close>
  );
}
