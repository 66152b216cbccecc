import { type FormEventHandler, type ReactNode, useSyncExternalStore } from 'react';

interface Props {
  busy: boolean;
  onSubmit: FormEventHandler<HTMLFormElement>;
  className?: string;
  children: ReactNode;
}

/**
 * Disabled while busy, and in a prerendered page until it is hydrated. Before that, typed text would be lost, and the
 * browser would submit the form itself, with the password in the address.
 */
export function Form({ busy, onSubmit, className = '', children }: Props) {
  const isHydrated = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  return (
    <form onSubmit={onSubmit} noValidate aria-busy={busy}>
      <fieldset
        disabled={busy || !isHydrated}
        className={`min-w-0 ${isHydrated ? '' : '**:disabled:opacity-100'} ${className}`}
      >
        {children}
      </fieldset>
    </form>
  );
}
