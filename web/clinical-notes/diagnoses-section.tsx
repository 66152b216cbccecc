import { useId } from 'react';
import { useWatch } from 'react-hook-form';
import { Cie10Diagnosis } from '#web/clinical-notes/cie10-diagnosis.tsx';
import type { NoteForm } from '#web/clinical-notes/clinical-note-form.ts';
import { DiagnosisText } from '#web/clinical-notes/diagnosis-text.tsx';
import { FreeDiagnosis } from '#web/clinical-notes/free-diagnosis.tsx';
import { RemoveButton } from '#web/clinical-notes/remove-button.tsx';
import { CARD_CLASS } from '#web/ui/card.tsx';
import { Switch } from '#web/ui/switch.tsx';

export function DiagnosesSection({ form }: { form: NoteForm }) {
  const titleId = useId();
  const [diagnoses, usesCie10] = useWatch({ control: form.control, name: ['diagnoses', 'usesCie10'] });
  const setMode = (next: boolean) => {
    form.clearErrors('newDiagnosis');
    form.setValue('usesCie10', next);
  };
  const remove = (at: number) => {
    form.clearErrors('newDiagnosis');
    form.setValue('diagnoses', diagnoses.toSpliced(at, 1));
  };
  return (
    <section aria-labelledby={titleId} className={`${CARD_CLASS} p-4 sm:p-6`}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6">
        <h2 id={titleId} className="text-lg">
          Diagnósticos
        </h2>
        <Switch label="Usar CIE-10" checked={usesCie10} onChange={setMode} />
      </div>
      {usesCie10 ? <Cie10Diagnosis form={form} /> : <FreeDiagnosis form={form} />}
      {diagnoses.length > 0 && (
        <ul
          aria-label="Diagnósticos agregados"
          className="mt-4 divide-y divide-line rounded-control border border-line"
        >
          {diagnoses.map((diagnosis, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two diagnoses may be equal, and a row has no state
            <li key={at} className="flex items-center justify-between gap-3 py-1 pr-1 pl-4">
              <DiagnosisText diagnosis={diagnosis} />
              <RemoveButton label={`Quitar diagnóstico ${diagnosis}`} onRemove={() => remove(at)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
