import type { Ref } from 'react';
import type { Cie10Code } from '#contract/cie10';
import { MAX_SEARCH_LENGTH, useFoundCodes } from '#web/cie10/cie10.queries.ts';
import { ComboboxInput, ComboboxList, useCombobox } from '#web/ui/combobox.tsx';

interface Props {
  inputRef?: Ref<HTMLInputElement>;
  text: string;
  onType: (text: string) => void;
  onChoose: (code: Cie10Code) => void;
}

export function Cie10Search({ inputRef, text, onType, onChoose }: Props) {
  const { codes, isCurrent } = useFoundCodes(text);
  const combobox = useCombobox({
    text,
    onType,
    options: codes,
    keyOf: ({ _id }) => _id,
    isCurrent,
    onChoose,
    isPopup: true,
  });
  const { isShown, hasNone } = combobox;

  return (
    <div className="relative min-w-0 flex-1">
      <ComboboxInput
        combobox={combobox}
        ref={inputRef}
        aria-label="Buscar en CIE-10"
        placeholder="Código o descripción..."
        maxLength={MAX_SEARCH_LENGTH}
      />
      <ComboboxList
        combobox={combobox}
        label="Códigos encontrados"
        className="panel absolute inset-x-0 top-full z-10 mt-1 max-h-80 bg-surface py-1 shadow-lift"
        optionClassName="items-baseline gap-3"
      >
        {({ code, description }) => (
          <>
            <span className="w-14 shrink-0 font-bold tabular-nums">{code}</span>{' '}
            <span className="min-w-0">{description}</span>
          </>
        )}
      </ComboboxList>
      <p role="status" className={hasNone ? 'mt-1.5 text-muted text-sm' : 'sr-only'}>
        {hasNone && 'Sin resultados'}
        {isShown && isCurrent && `${codes.length} ${codes.length === 1 ? 'código' : 'códigos'}`}
      </p>
    </div>
  );
}
