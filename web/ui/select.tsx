import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useFieldWiring } from '#web/ui/field.tsx';
import { CONTROL_CLASS } from '#web/ui/text-input.tsx';

interface Props extends ComponentProps<'select'> {
  /** Shown while nothing is chosen. */
  placeholder: string;
  options: readonly string[];
}

/** The browser's own select: on a phone it opens the list that its owner already knows. */
export function Select({ placeholder, options, className = '', ...rest }: Props) {
  return (
    <div className="relative">
      <select {...useFieldWiring()} {...rest} className={`${CONTROL_CLASS} appearance-none pr-11 ${className}`}>
        <option value="">{placeholder}</option>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
      <ChevronDown size={18} aria-hidden="true" className="pointer-events-none absolute top-3.5 right-3.5 text-muted" />
    </div>
  );
}
