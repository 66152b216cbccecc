import { useEffect, useEffectEvent, useRef } from 'react';
import type { Command } from '#web/app/commands.ts';
import { type Entry, entriesFor, foundEntries, patientEntry } from '#web/app/search-entries.ts';
import { useFindPatients } from '#web/patients/find-patients.ts';
import { useRecentPatients } from '#web/patients/recent-patients.ts';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { useProfessional } from '#web/platform/professional.ts';
import { ComboboxInput, ComboboxList, useCombobox } from '#web/ui/combobox.tsx';
import { SearchPanel } from '#web/ui/search-panel.tsx';

interface Props {
  /** Not empty when somebody typed before the dialog was loaded. */
  text: string;
  onType: (text: string) => void;
  /** Enter was pressed before the results arrived. It opens the first patient as soon as they do, or what an arrow key chose. */
  isEntered: boolean;
  onEntered: (isEntered: boolean) => void;
  onCommand: (command: Command) => void;
  onClose: () => void;
}

/** Finds patients, pages and actions from anywhere. An administrator has no patients. */
export function SearchDialog({ text, onType, isEntered, onEntered, onCommand, onClose }: Props) {
  const isDone = useRef(false);
  const { role } = useCurrentUser();
  const isAdmin = role === 'admin';
  const recent = useRecentPatients();
  const { patients, status } = useFindPatients(text, !isAdmin);
  const entries = entriesFor(role, useProfessional());
  const isEmpty = text.trim() === '';
  const options = isEmpty ? [...recent.map(patientEntry), ...entries] : foundEntries(entries, text, patients);
  const open = ({ command }: Entry) => {
    isDone.current = true;
    onCommand(command);
  };
  const combobox = useCombobox({
    text,
    onType,
    options,
    keyOf: ({ key }) => key,
    // The first patient may be another one when the server has answered.
    isCurrent: status !== 'searching',
    onChoose: open,
    onEarlyEnter: () => onEntered(true),
  });
  // After a failure nothing is opened: the patient who was meant may be missing. Nor is a page that nobody chose.
  const openFirst = useEffectEvent(() => {
    onEntered(false);
    const isMeant = patients.length > 0 || combobox.isChosen;
    if (status === 'found' && isMeant && combobox.active) open(combobox.active);
  });
  useEffect(() => {
    if (isEntered && status !== 'searching') openFirst();
  }, [isEntered, status]);
  const label = isAdmin ? 'Buscar páginas' : 'Buscar pacientes y páginas';

  return (
    <SearchPanel
      title={label}
      isDone={() => isDone.current}
      onClose={onClose}
      input={
        <ComboboxInput
          combobox={combobox}
          type="text"
          inputMode="search"
          aria-label={label}
          placeholder={isAdmin ? 'Buscar una página...' : 'Buscar paciente o RUT'}
          maxLength={120}
        />
      }
    >
      <p role="status" className={`text-muted text-sm ${isEmpty ? 'sr-only' : 'mt-2 px-1'}`}>
        {!isEmpty && resultText(options.length, status)}
      </p>
      <ComboboxList
        combobox={combobox}
        label="Resultados"
        className="mt-2 min-h-0 flex-1"
        optionClassName="items-center gap-3"
      >
        {(entry) => <Result entry={entry} />}
      </ComboboxList>
      <p aria-hidden="true" className="mt-2 px-1 text-fine text-muted pointer-coarse:hidden">
        ↑ ↓ para elegir · Enter para abrir · Esc para cerrar
      </p>
    </SearchPanel>
  );
}

function Result({ entry: { label, detail, icon: Icon } }: { entry: Entry }) {
  return (
    <>
      <Icon size={18} aria-hidden="true" className="shrink-0 text-muted" />
      <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3">
        <span className="wrap-anywhere font-semibold">{label}</span>
        <span className="text-muted text-sm tabular-nums">{detail}</span>
      </span>
    </>
  );
}

function resultText(count: number, status: 'searching' | 'failed' | 'found'): string {
  if (status === 'failed') return 'No se pudieron buscar los pacientes';
  if (status === 'searching') return 'Buscando...';
  if (count === 0) return 'Sin resultados';
  return count === 1 ? '1 resultado' : `${count} resultados`;
}
