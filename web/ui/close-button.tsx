import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';

/** Closes the dialog or drawer around it. After the last control of a long form, Radix moves the focus here and does not scroll. */
export function CloseButton({ label, className = '' }: { label: string; className?: string }) {
  return (
    <Dialog.Close
      aria-label={label}
      onFocus={({ currentTarget }) => currentTarget.scrollIntoView({ block: 'nearest' })}
      className={`inline-flex size-11 shrink-0 scroll-mt-6 items-center justify-center rounded-control text-muted hover:bg-austral-50 hover:text-ink ${className}`}
    >
      <X size={20} aria-hidden="true" />
    </Dialog.Close>
  );
}
