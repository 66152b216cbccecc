import { Search } from 'lucide-react';
import type { ComponentProps } from 'react';
import { TextInput } from '#web/ui/text-input.tsx';

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  'aria-label': string;
  /** Some browsers add a button that empties a search field. A dialog has a button like it, which closes it. */
  type?: 'search' | 'text';
  onType: (text: string) => void;
}

export function SearchInput({ onType, type = 'search', className = '', ...rest }: Props) {
  return (
    <div className={`relative ${className}`}>
      <Search size={18} aria-hidden="true" className="pointer-events-none absolute top-3.5 left-3.5 text-muted" />
      <TextInput
        autoComplete="off"
        spellCheck={false}
        {...rest}
        type={type}
        onChange={(event) => onType(event.target.value)}
        className="pl-11"
      />
    </div>
  );
}
