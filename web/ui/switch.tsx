import { Switch as Radix } from 'radix-ui';
import { useId } from 'react';

interface Props {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export function Switch({ label, checked, onChange }: Props) {
  const id = useId();
  return (
    <div className="flex min-h-11 items-center gap-3">
      <label htmlFor={id} className="cursor-pointer py-2 font-semibold text-sm">
        {label}
      </label>
      <Radix.Root
        id={id}
        checked={checked}
        onCheckedChange={onChange}
        className="group relative inline-flex h-7 w-12 shrink-0 items-center rounded-full border border-control-line bg-paper transition-colors duration-150 after:absolute after:-inset-2 disabled:opacity-55 data-[state=checked]:border-austral-600 data-[state=checked]:bg-austral-600"
      >
        <Radix.Thumb className="block size-5 translate-x-0.5 rounded-full bg-control-line transition-transform duration-150 data-[state=checked]:translate-x-5.5 data-[state=checked]:bg-on-austral" />
      </Radix.Root>
    </div>
  );
}
