import { type FormEventHandler, type ReactNode, useSyncExternalStore } from 'react';

interface Props {
  busy: boolean;
  onSubmit: FormEventHandler<HTMLFormElement>;
  className?: string;
  children: ReactNode;
}

/**
 * Everything in it is disabled while it is busy, and also in a prerendered page until the script has taken over:
 * what was typed before would be lost, and the browser itself would send the form, with the password in the address.
 */
export function Form({ busy, onSubmit, className = '', children }: Props) {
  const alive = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  return (
    <form onSubmit={onSubmit} noValidate aria-busy={busy}>
      <fieldset disabled={busy || !alive} className={`min-w-0 ${alive ? '' : '**:disabled:opacity-100'} ${className}`}>
        {children}
      </fieldset>
    </form>
  );
}
