import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { TextInput } from '#web/ui/text-input.tsx';

export function PasswordInput({ className = '', ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const [visible, setVisible] = useState(false);
  const Icon = visible ? EyeOff : Eye;
  return (
    <div className="relative">
      <TextInput
        {...rest}
        type={visible ? 'text' : 'password'}
        spellCheck={false}
        autoCapitalize="none"
        className={`pr-12 ${className}`}
      />
      <button
        type="button"
        aria-label={visible ? 'Ocultar contraseña' : 'Mostrar contraseña'}
        onClick={() => setVisible(!visible)}
        className="absolute top-0 right-0 inline-flex size-11 items-center justify-center rounded-control text-muted hover:text-ink disabled:opacity-60"
      >
        <Icon size={20} aria-hidden="true" />
      </button>
    </div>
  );
}
