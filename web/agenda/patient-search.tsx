import { type KeyboardEvent, useId, useRef, useState } from 'react';
import type { Patient } from '#contract/patients';
import { formatRut } from '#contract/rut';
import { useFoundPatients } from '#web/agenda/found-patients.ts';
import { SearchInput } from '#web/ui/search-input.tsx';
import { withDots } from '#web/ui/with-dots.ts';

interface Props {
  ref: (control: HTMLElement | null) => void;
  onChoose: (patient: Patient) => void;
}

/** A box to search in and the list of who is meant: arrows go through it, Enter chooses. */
export function PatientSearch({ ref, onChoose }: Props) {
  const listId = useId();
  const hasFocus = useRef(false);
  const [typed, setTyped] = useState('');
  // By who it is, not by where: when the server completes the list, Enter still means the same patient.
  const [markedId, setMarkedId] = useState<string>();
  const { patients, total, searching, failed } = useFoundPatients(typed);
  const at = Math.max(
    patients.findIndex(({ _id }) => _id === markedId),
    0,
  );
  const marked = patients[at];
  const optionId = (patient: Patient) => `${listId}-${patient._id}`;

  const search = (text: string) => {
    setTyped(text);
    setMarkedId(undefined);
  };
  const mark = (patient?: Patient) => {
    if (!patient) return;
    setMarkedId(patient._id);
    document.getElementById(optionId(patient))?.scrollIntoView({ block: 'nearest' });
  };
  const press = (event: KeyboardEvent) => {
    const act = {
      ArrowDown: () => mark(patients[at + 1]),
      ArrowUp: () => mark(patients[at - 1]),
      Enter: () => marked && onChoose(marked),
    }[event.key];
    if (!act) return;
    // Enter would send the form, the arrows would move the caret.
    event.preventDefault();
    act();
  };

  return (
    <>
      <SearchInput
        ref={(input) => {
          ref(input);
          // Once, as the search opens: a ref is attached anew on every render.
          if (input && !hasFocus.current) input.focus();
          hasFocus.current = true;
        }}
        role="combobox"
        aria-label="Buscar por nombre o RUT"
        aria-expanded={marked !== undefined}
        aria-controls={listId}
        aria-activedescendant={marked && optionId(marked)}
        aria-autocomplete="list"
        placeholder="Buscar por nombre o RUT..."
        maxLength={120}
        value={typed}
        onType={search}
        onKeyDown={press}
      />
      <div className="sm:col-span-2">
        <p aria-live="polite" className="text-muted text-sm tabular-nums sm:mt-1.5">
          {foundText(total, searching, failed)}
        </p>
        <div
          id={listId}
          role="listbox"
          aria-label="Pacientes encontrados"
          className="mt-1.5 max-h-56 overflow-y-auto rounded-control border border-line empty:hidden"
        >
          {patients.map((patient) => (
            <Option
              key={patient._id}
              id={optionId(patient)}
              patient={patient}
              marked={patient === marked}
              onChoose={() => onChoose(patient)}
            />
          ))}
        </div>
        {!searching && total > patients.length && (
          <p className="mt-1.5 text-muted text-sm">
            Aquí están los primeros {patients.length}. Sigue escribiendo para encontrar a los demás.
          </p>
        )}
      </div>
    </>
  );
}

function foundText(total: number, searching: boolean, failed: boolean): string {
  if (total > 0) return `${withDots(total)} paciente(s) encontrado(s)`;
  if (failed) return 'No se pudieron cargar los pacientes';
  return searching ? 'Buscando...' : 'No se encontraron pacientes';
}

interface OptionProps {
  id: string;
  patient: Patient;
  marked: boolean;
  onChoose: () => void;
}

/** The keys are the search box's, which keeps the focus. */
function Option({ id, patient: { name, rut }, marked, onChoose }: OptionProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      id={id}
      role="option"
      aria-selected={marked}
      onClick={onChoose}
      className="flex min-h-11 w-full flex-wrap items-center justify-between gap-x-4 px-3.5 py-2 text-left hover:bg-austral-50 aria-selected:bg-austral-100"
    >
      <span className="font-semibold">{name}</span>
      <span className="text-muted text-sm tabular-nums">{formatRut(rut)}</span>
    </button>
  );
}
