import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { useHydrated } from '#web/ui/use-hydrated.ts';

interface Props {
  busy: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown;
  className?: string;
  children: ReactNode;
}

/**
 * Disabled while busy, and in a prerendered page until it is hydrated. Before that, typed text would be lost, and the
 * browser would submit the form itself, with the password in the address.
 */
export function Form({ busy, onSubmit, className = '', children }: Props) {
  const isHydrated = useHydrated();
  const isSubmitting = useRef(false);
  const submitter = useRef<Element>(null);
  // A control that is disabled loses the focus. After a failure the keyboard continues where it was.
  useEffect(() => {
    if (busy) return;
    if (document.activeElement === document.body && submitter.current instanceof HTMLElement) submitter.current.focus();
    submitter.current = null;
  }, [busy]);
  // The form is not busy yet while it is validated.
  const submitOnce = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSubmitting.current) return;
    isSubmitting.current = true;
    submitter.current = document.activeElement;
    try {
      await onSubmit(event);
    } finally {
      isSubmitting.current = false;
    }
  };
  return (
    <form onSubmit={(event) => void submitOnce(event)} noValidate aria-busy={busy}>
      <fieldset
        disabled={busy || !isHydrated}
        className={`min-w-0 ${isHydrated ? '' : '**:disabled:opacity-100'} ${className}`}
      >
        {children}
      </fieldset>
    </form>
  );
}
