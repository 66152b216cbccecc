import { type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from 'react';
import type { Cie10Code } from '#contract/cie10';
import { LONGEST_SEARCH, useFoundCodes } from '#web/cie10/cie10.queries.ts';
import { SearchInput } from '#web/ui/search-input.tsx';

interface Props {
  inputRef?: Ref<HTMLInputElement>;
  typed: string;
  onType: (text: string) => void;
  onChoose: (code: Cie10Code) => void;
}

/** A box to search the catalogue in: arrows go through what is found, Enter chooses, Escape closes. */
export function Cie10Search({ inputRef, typed, onType, onChoose }: Props) {
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const [markedId, setMarkedId] = useState<string>();
  const { codes, isCurrent } = useFoundCodes(typed);
  const isShown = isOpen && codes.length > 0;
  const list = useRef<HTMLDivElement>(null);
  // Below the box there may be no screen left.
  useEffect(() => {
    if (isShown) list.current?.scrollIntoView({ block: 'nearest' });
  }, [isShown]);
  const nothingFound = isOpen && isCurrent && codes.length === 0;
  const at = Math.max(
    codes.findIndex(({ _id }) => _id === markedId),
    0,
  );
  // What was found for other words is not chosen by a hasty Enter.
  const marked = isShown && isCurrent ? codes[at] : undefined;
  const optionId = ({ _id }: Cie10Code) => `${listId}-${_id}`;

  const type = (text: string) => {
    setOpen(true);
    setMarkedId(undefined);
    onType(text);
  };
  const mark = (code?: Cie10Code) => {
    if (!isShown) return setOpen(true);
    if (!code) return;
    setMarkedId(code._id);
    document.getElementById(optionId(code))?.scrollIntoView({ block: 'nearest' });
  };
  const choose = (code?: Cie10Code) => {
    if (!code) return;
    setOpen(false);
    setMarkedId(undefined);
    onChoose(code);
  };
  const press = (event: KeyboardEvent) => {
    const act = {
      ArrowDown: () => mark(codes[at + 1]),
      ArrowUp: () => mark(codes[at - 1]),
      Enter: () => choose(marked),
      Escape: () => (isShown || nothingFound ? setOpen(false) : type('')),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };

  return (
    <div className="relative min-w-0 flex-1">
      <SearchInput
        ref={inputRef}
        role="combobox"
        aria-label="Buscar en CIE-10"
        aria-expanded={isShown}
        aria-controls={listId}
        aria-activedescendant={marked && optionId(marked)}
        aria-autocomplete="list"
        placeholder="Código o descripción..."
        maxLength={LONGEST_SEARCH}
        value={typed}
        onType={type}
        onKeyDown={press}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
      />
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label="Códigos encontrados"
        aria-busy={!isCurrent}
        hidden={!isShown}
        className="panel absolute inset-x-0 top-full z-10 mt-1 max-h-80 overflow-y-auto rounded-control border border-line bg-surface py-1 shadow-lift"
      >
        {isShown &&
          codes.map((code) => (
            <Option
              key={code._id}
              id={optionId(code)}
              code={code}
              marked={code === marked}
              onChoose={() => choose(code)}
            />
          ))}
      </div>
      <p role="status" className={nothingFound ? 'mt-1.5 text-muted text-sm' : 'sr-only'}>
        {nothingFound && 'Sin resultados'}
        {isShown && isCurrent && `${codes.length} ${codes.length === 1 ? 'código' : 'códigos'}`}
      </p>
    </div>
  );
}

interface OptionProps {
  id: string;
  code: Cie10Code;
  marked: boolean;
  onChoose: () => void;
}

/** The keys are the search box's, which keeps the focus. */
function Option({ id, code: { code, description }, marked, onChoose }: OptionProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      id={id}
      role="option"
      aria-selected={marked}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className="flex min-h-11 w-full items-baseline gap-3 px-3.5 py-2 text-left hover:bg-austral-50 aria-selected:bg-austral-100"
    >
      <span className="w-14 shrink-0 font-bold tabular-nums">{code}</span>{' '}
      <span className="min-w-0">{description}</span>
    </button>
  );
}
