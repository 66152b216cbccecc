import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useFieldProps } from '#web/ui/field.tsx';
import { CONTROL_CLASS } from '#web/ui/text-input.tsx';

/** A word that is its own value, or a value and how it reads. */
type Option = string | { value: string | number; label: string };

interface Props extends ComponentProps<'select'> {
  /** Shown while nothing is chosen; without it something always is. */
  placeholder?: string;
  options: readonly Option[];
}

const toValueAndLabel = (option: Option) => (typeof option === 'string' ? { value: option, label: option } : option);

/** The browser's own select: on a phone it opens the list that its owner already knows. */
export function Select({ placeholder, options, className = '', ...rest }: Props) {
  return (
    <div className="relative">
      <select {...useFieldProps()} {...rest} className={`${CONTROL_CLASS} appearance-none pr-11 ${className}`}>
        {placeholder && <option value="">{placeholder}</option>}
        {options.map(toValueAndLabel).map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown size={18} aria-hidden="true" className="pointer-events-none absolute top-3.5 right-3.5 text-muted" />
    </div>
  );
}
