import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { SearchInput } from '#web/ui/search-input.tsx';

type KeyAction = 'next' | 'previous' | 'choose' | 'open' | 'close' | 'clear';

interface KeyState {
  isPopup: boolean;
  /** Any text is valid, and stays when the options are closed. */
  isFree?: boolean;
  /** The options are visible. */
  isShown: boolean;
  /** There is something to close: the options, or the message that there are none. */
  isOpen: boolean;
}

/**
 * What a key does, after the ARIA pattern 'editable combobox with list autocomplete'. Undefined leaves the key to the
 * browser: Home and End move the caret, and Escape outside a popup closes the dialog around the combobox.
 */
export function keyAction(key: string, { isPopup, isFree = false, isShown, isOpen }: KeyState): KeyAction | undefined {
  switch (key) {
    case 'ArrowDown':
      return isShown ? 'next' : 'open';
    case 'ArrowUp':
      return isShown ? 'previous' : 'open';
    case 'Enter':
      return 'choose';
    case 'Escape':
      if (!isPopup) return undefined;
      if (isOpen) return 'close';
      return isFree ? undefined : 'clear';
    default:
      return undefined;
  }
}

interface Options<Option> {
  text: string;
  onType: (text: string) => void;
  options: readonly Option[];
  keyOf: (option: Option) => string;
  /** The options match the current text. False while those of an earlier text are shown: Enter chooses none of them. */
  isCurrent?: boolean;
  onChoose: (option: Option) => void;
  /** Enter was pressed before the options of the current text arrived. */
  onEarlyEnter?: () => void;
  /** The list opens over the page while the box has the focus. Otherwise it is a part of the page. */
  isPopup?: boolean;
  /** Any text is valid: Enter chooses an option only after an arrow key. */
  isFree?: boolean;
}

type Combobox<Option> = ReturnType<typeof useCombobox<Option>>;

/** The state of a `ComboboxInput` and its `ComboboxList`. The focus stays in the input. */
export function useCombobox<Option>(props: Options<Option>) {
  const {
    text,
    onType,
    options,
    keyOf,
    isCurrent = true,
    onChoose,
    onEarlyEnter,
    isPopup = false,
    isFree = false,
  } = props;
  const listId = useId();
  const [isExpanded, setExpanded] = useState(false);
  // A key and not an index: Enter means the same option after more results arrive.
  const [activeKey, setActiveKey] = useState<string>();
  const isShown = (isExpanded || !isPopup) && options.length > 0;
  const hasNone = isExpanded && isCurrent && options.length === 0;
  const found = options.findIndex((option) => keyOf(option) === activeKey);
  const activeIndex = isFree ? found : Math.max(found, 0);
  const active = isShown && isCurrent ? options[activeIndex] : undefined;
  const idOf = (option: Option) => `${listId}-${keyOf(option)}`;

  const type = (next: string) => {
    setExpanded(true);
    setActiveKey(undefined);
    onType(next);
  };
  const activate = (option?: Option) => {
    if (!option) return;
    setActiveKey(keyOf(option));
    document.getElementById(idOf(option))?.scrollIntoView({ block: 'nearest' });
  };
  const choose = (option?: Option) => {
    if (!option) return;
    setExpanded(false);
    setActiveKey(undefined);
    onChoose(option);
  };
  const actions: Record<KeyAction, () => void> = {
    next: () => activate(options[activeIndex + 1]),
    previous: () => activate(options[activeIndex - 1]),
    choose: () => (isCurrent ? choose(active) : onEarlyEnter?.()),
    open: () => setExpanded(true),
    close: () => setExpanded(false),
    clear: () => type(''),
  };
  const press = (event: KeyboardEvent) => {
    const action = keyAction(event.key, { isPopup, isFree, isShown, isOpen: isShown || (hasNone && !isFree) });
    if (!action) return;
    // Enter would submit the form, and the arrows would move the caret.
    event.preventDefault();
    actions[action]();
  };

  return {
    text,
    listId,
    options,
    keyOf,
    idOf,
    active,
    /** The person moved to the active option with an arrow key. */
    isChosen: found >= 0,
    isCurrent,
    isPopup,
    isShown,
    hasNone,
    type,
    choose,
    press,
    setExpanded,
  };
}

/** The attributes that make an input a combobox, but for its text. */
export function comboboxProps<Option>({ listId, idOf, active, isShown, press, setExpanded }: Combobox<Option>) {
  return {
    role: 'combobox',
    'aria-expanded': isShown,
    'aria-controls': listId,
    'aria-activedescendant': active && idOf(active),
    'aria-autocomplete': 'list',
    onKeyDown: press,
    onFocus: () => setExpanded(true),
    onBlur: () => setExpanded(false),
  } as const;
}

interface InputProps<Option> extends Omit<ComponentProps<typeof SearchInput>, 'onType' | 'value' | 'role'> {
  combobox: Combobox<Option>;
}

export function ComboboxInput<Option>({ combobox, ...rest }: InputProps<Option>) {
  return <SearchInput {...rest} {...comboboxProps(combobox)} value={combobox.text} onType={combobox.type} />;
}

interface ListProps<Option> {
  combobox: Combobox<Option>;
  label: string;
  className: string;
  optionClassName: string;
  children: (option: Option) => ReactNode;
}

export function ComboboxList<Option>({ combobox, label, className, optionClassName, children }: ListProps<Option>) {
  const { listId, options, keyOf, idOf, active, isCurrent, isPopup, isShown, choose } = combobox;
  const list = useRef<HTMLDivElement>(null);
  // A popup may open below the edge of the screen.
  useEffect(() => {
    if (isPopup && isShown) list.current?.scrollIntoView({ block: 'nearest' });
  }, [isPopup, isShown]);
  return (
    <div
      ref={list}
      id={listId}
      role="listbox"
      aria-label={label}
      aria-busy={!isCurrent}
      hidden={!isShown}
      className={`overflow-y-auto rounded-control border border-line ${className}`}
    >
      {isShown &&
        options.map((option) => (
          <button
            key={keyOf(option)}
            type="button"
            tabIndex={-1}
            id={idOf(option)}
            role="option"
            aria-selected={option === active}
            // A press would take the focus out of the input, and the popup would close before the click.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(option)}
            className={`flex min-h-11 w-full px-3.5 py-2 text-left hover:bg-austral-50 aria-selected:bg-austral-100 ${optionClassName}`}
          >
            {children(option)}
          </button>
        ))}
    </div>
  );
}
