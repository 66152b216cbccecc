import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

interface Tab {
  name: string;
  content: ReactNode;
}

interface Props<Name extends string> {
  label: string;
  tabs: readonly (Tab & { name: Name })[];
  shown: Name;
  onShow: (name: Name) => void;
}

/** All tabs stay mounted, so that a form keeps its state while another tab is shown. */
export function Tabs<Name extends string>({ label, tabs, shown, onShow }: Props<Name>) {
  const names = tabs.map(({ name }) => name);
  // Radix builds ids from the values, and an id must not contain spaces.
  const idOf = (name: Name) => String(names.indexOf(name));
  return (
    <Radix.Root value={idOf(shown)} onValueChange={(id) => onShow(names[Number(id)] ?? shown)}>
      <Radix.List
        aria-label={label}
        className="mb-5 flex overflow-x-auto shadow-[inset_0_-1px_var(--line)] [scrollbar-width:none] sm:gap-1"
      >
        {tabs.map(({ name }) => (
          <Radix.Trigger
            key={name}
            value={idOf(name)}
            className="min-h-11 shrink-0 rounded-t-control border-transparent border-b-2 px-3 font-semibold -outline-offset-2 text-muted text-sm sm:px-4 transition-colors duration-150 hover:text-ink data-[state=active]:border-austral-600 data-[state=active]:text-austral-700"
          >
            {name}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map(({ name, content }) => (
        <Radix.Content
          key={name}
          value={idOf(name)}
          forceMount
          className="rounded-control data-[state=inactive]:hidden"
        >
          {content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
