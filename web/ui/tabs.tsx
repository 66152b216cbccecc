import { type KeyboardEvent, type ReactNode, useId } from 'react';

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

/** Where a key leads from one of `count` tabs, as the ARIA Authoring Practices have it. */
function tabAfter(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowLeft') return (at + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

/** Keeps the shown tab within its list, which scrolls on a narrow screen. The list may be hidden at first. */
function keepInView(tab: HTMLElement | null) {
  const list = tab?.parentElement;
  if (!list) return undefined;
  const observer = new ResizeObserver(() => {
    list.scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
  });
  observer.observe(list);
  return () => observer.disconnect();
}

/** All tabs stay mounted, so that a form keeps its state while another tab is shown. */
export function Tabs<Name extends string>({ label, tabs, shown, onShow }: Props<Name>) {
  const id = useId();
  const press = (event: KeyboardEvent<HTMLButtonElement>, at: number) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const next = tabAfter(event.key, at, tabs.length);
    const tab = next === undefined ? undefined : tabs[next];
    if (!tab) return;
    event.preventDefault();
    document.getElementById(`${id}-tab-${next}`)?.focus();
    onShow(tab.name);
  };
  return (
    <div>
      <div
        role="tablist"
        aria-label={label}
        className="relative mb-5 flex overflow-x-auto shadow-[inset_0_-1px_var(--line)] [scrollbar-width:none] sm:gap-1"
      >
        {tabs.map(({ name }, at) => (
          <button
            key={name}
            id={`${id}-tab-${at}`}
            ref={name === shown ? keepInView : null}
            type="button"
            role="tab"
            aria-selected={name === shown}
            aria-controls={`${id}-panel-${at}`}
            tabIndex={name === shown ? 0 : -1}
            onClick={() => onShow(name)}
            onKeyDown={(event) => press(event, at)}
            className="min-h-11 shrink-0 rounded-t-control border-transparent border-b-2 grow px-1.5 font-semibold -outline-offset-2 text-muted text-sm sm:grow-0 sm:px-4 transition-colors duration-150 hover:text-ink aria-selected:border-austral-600 aria-selected:text-austral-700"
          >
            {name}
          </button>
        ))}
      </div>
      {tabs.map(({ name, content }, at) => (
        <div
          key={name}
          id={`${id}-panel-${at}`}
          role="tabpanel"
          aria-labelledby={`${id}-tab-${at}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel may have nothing that can be focused
          tabIndex={0}
          hidden={name !== shown}
          className="rounded-control"
        >
          {content}
        </div>
      ))}
    </div>
  );
}
