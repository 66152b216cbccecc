import type { ReactNode } from 'react';

interface Props {
  title: string;
  className?: string;
  children: ReactNode;
}

/** Fields that belong together, under their title. */
export function FieldGroup({ title, className = '', children }: Props) {
  return (
    <fieldset className={`min-w-0 ${className}`}>
      <legend className="mb-2 font-bold">{title}</legend>
      {children}
    </fieldset>
  );
}
