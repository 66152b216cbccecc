import type { ComponentProps } from 'react';
import { useFieldProps } from '#web/ui/field.tsx';

export const CONTROL_CLASS =
  'block min-h-11 w-full rounded-control border border-control-line bg-surface px-3.5 py-2 text-base text-ink transition-colors duration-150 placeholder:text-muted hover:border-austral-600 disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-red';

export function TextInput({ className = '', ...rest }: ComponentProps<'input'>) {
  return <input {...useFieldProps()} {...rest} className={`${CONTROL_CLASS} ${className}`} />;
}
