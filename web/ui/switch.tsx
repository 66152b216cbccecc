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
      <span className="relative inline-flex h-7 w-12 shrink-0">
        <input
          id={id}
          type="checkbox"
          role="switch"
          checked={checked}
          aria-checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Enter in a field would also submit its form.
            event.preventDefault();
            event.currentTarget.click();
          }}
          className="peer size-full cursor-pointer appearance-none rounded-full border border-control-line bg-paper transition-colors duration-150 after:absolute after:-inset-2 checked:border-austral-600 checked:bg-austral-600 disabled:opacity-55"
        />
        <span className="pointer-events-none absolute top-1 left-0 block size-5 translate-x-0.75 rounded-full bg-control-line transition-transform duration-150 peer-checked:translate-x-5.75 peer-checked:bg-on-austral" />
      </span>
    </div>
  );
}
