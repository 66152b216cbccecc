import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useFieldProps } from '#web/ui/field.tsx';
import { CONTROL_CLASS } from '#web/ui/text-input.tsx';

/** A value that is its own label, or a value with a label. */
type Option = string | { value: string | number; label: string; disabled?: boolean };

interface Props extends ComponentProps<'select'> {
  /** The empty option. Without it, one of the options is always selected. */
  placeholder?: string;
  options: readonly Option[];
}

const toOption = (option: Option) =>
  typeof option === 'string' ? { value: option, label: option, disabled: false } : option;

/** The native select, which on a phone opens the picker of the system. */
export function Select({ placeholder, options, className = '', ...rest }: Props) {
  return (
    <div className="relative">
      <select {...useFieldProps()} {...rest} className={`${CONTROL_CLASS} appearance-none pr-11 ${className}`}>
        {placeholder && <option value="">{placeholder}</option>}
        {options.map(toOption).map(({ value, label, disabled }) => (
          <option key={value} value={value} disabled={disabled}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown size={18} aria-hidden="true" className="pointer-events-none absolute top-3.5 right-3.5 text-muted" />
    </div>
  );
}
