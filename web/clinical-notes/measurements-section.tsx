import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { Patient } from '#contract/patients';
import type { NoteForm } from '#web/clinical-notes/clinical-note-form.ts';
import { isMeasured } from '#web/clinical-notes/measurement-fields.ts';
import { MeasurementInputs } from '#web/clinical-notes/measurement-inputs.tsx';
import { Button } from '#web/ui/button.tsx';
import { CARD_CLASS } from '#web/ui/card.tsx';

interface Props {
  form: NoteForm;
  patient: Patient;
}

/** Closed until it is needed: most notes have no measurements. */
export function MeasurementsSection({ form, patient }: Props) {
  const titleId = useId();
  const values = useWatch({ control: form.control, name: 'measurements' });
  const [state, setState] = useState<'closed' | 'shown' | 'requested'>('closed');
  // It stays open when its last value is cleared, because that field has the focus.
  if (state === 'closed' && isMeasured(values)) setState('shown');
  return (
    <section aria-labelledby={titleId} className={`${CARD_CLASS} p-4 sm:p-6`}>
      <h2 id={titleId} className="mb-3 text-lg">
        Mediciones
      </h2>
      {state === 'closed' ? (
        <Button look="secondary" onClick={() => setState('requested')}>
          <Plus size={18} aria-hidden="true" />
          Agregar mediciones
        </Button>
      ) : (
        <MeasurementInputs form={form} patient={patient} isFocused={state === 'requested'} />
      )}
    </section>
  );
}
