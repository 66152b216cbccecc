import { Check, Plus } from 'lucide-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { NoteForm } from '#web/clinical-notes/clinical-note-form.ts';
import { DiagnosisText } from '#web/clinical-notes/diagnosis-text.tsx';
import { listDiagnosis } from '#web/clinical-notes/note-rules.ts';
import { SummaryPart } from '#web/clinical-notes/summary/summary-part.tsx';
import { Button } from '#web/ui/button.tsx';

/** How many are shown at first. */
const SHOWN = 6;

interface Props {
  form: NoteForm;
  diagnoses: readonly string[];
}

/** Diagnoses of earlier notes. One press adds a diagnosis to this note. */
export function PreviousDiagnoses({ form, diagnoses }: Props) {
  const listed = useWatch({ control: form.control, name: 'diagnoses' });
  const [isWhole, setWhole] = useState(diagnoses.length <= SHOWN);
  return (
    <SummaryPart title="Diagnósticos anteriores">
      <ul className="-mx-2">
        {(isWhole ? diagnoses : diagnoses.slice(0, SHOWN)).map((diagnosis) => (
          <li key={diagnosis}>
            <DiagnosisButton
              diagnosis={diagnosis}
              isListed={listed.includes(diagnosis)}
              onAdd={() => listDiagnosis(form, diagnosis)}
            />
          </li>
        ))}
      </ul>
      {!isWhole && (
        <Button look="ghost" className="-ml-2 px-2" onClick={() => setWhole(true)}>
          Ver los {diagnoses.length} diagnósticos
        </Button>
      )}
    </SummaryPart>
  );
}

interface ButtonProps {
  diagnosis: string;
  isListed: boolean;
  onAdd: () => void;
}

/** Not disabled when the note has the diagnosis: the button that was pressed keeps the focus. */
function DiagnosisButton({ diagnosis, isListed, onAdd }: ButtonProps) {
  const Icon = isListed ? Check : Plus;
  return (
    <button
      type="button"
      aria-label={isListed ? `En la nota: ${diagnosis}` : `Agregar diagnóstico ${diagnosis}`}
      title={isListed ? 'En la nota' : 'Agregar a la nota'}
      aria-disabled={isListed}
      onClick={() => !isListed && onAdd()}
      className="flex min-h-11 w-full cursor-pointer items-center gap-2 rounded-control px-2 text-left transition-colors duration-150 not-aria-disabled:hover:bg-austral-50 aria-disabled:cursor-default aria-disabled:text-muted xl:min-h-9 xl:[&>span]:py-1"
    >
      <Icon size={18} aria-hidden="true" className={`shrink-0 ${isListed ? 'text-green' : 'text-austral-700'}`} />
      <DiagnosisText diagnosis={diagnosis} />
    </button>
  );
}
