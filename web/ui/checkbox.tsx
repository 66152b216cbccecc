import type { ComponentProps } from 'react';

/** A checkbox with its label beside it, tall enough for touch. */
export function Checkbox({ label, ...rest }: Omit<ComponentProps<'input'>, 'type' | 'className'> & { label: string }) {
  return (
    <label className="flex min-h-11 w-fit cursor-pointer items-start gap-3 py-2.5">
      <input type="checkbox" {...rest} className="mt-0.5 size-5 shrink-0 accent-austral-600" />
      {label}
    </label>
  );
}
