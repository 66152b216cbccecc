import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { Patient } from '#contract/patients';
import type { NoteForm } from '#web/clinical-notes/clinical-note-form.ts';
import { FoldableSection } from '#web/clinical-notes/foldable-section.tsx';
import { isMeasured } from '#web/clinical-notes/measurement-fields.ts';
import { MeasurementInputs } from '#web/clinical-notes/measurement-inputs.tsx';
import { Button } from '#web/ui/button.tsx';

interface Props {
  form: NoteForm;
  patient: Patient;
}

/** Without values, the fields appear when they are needed: most notes have no measurements. */
export function MeasurementsSection({ form, patient }: Props) {
  const values = useWatch({ control: form.control, name: 'measurements' });
  const [state, setState] = useState<'closed' | 'shown' | 'requested'>('closed');
  // It stays open when its last value is cleared, because that field has the focus.
  if (state === 'closed' && isMeasured(values)) setState('shown');
  return (
    <FoldableSection title="Mediciones" part="measurements" hasContent={isMeasured(values)}>
      {(isUnfolded) =>
        state === 'closed' && !isUnfolded ? (
          <Button look="secondary" onClick={() => setState('requested')}>
            <Plus size={18} aria-hidden="true" />
            Agregar mediciones
          </Button>
        ) : (
          <MeasurementInputs form={form} patient={patient} isFocused={isUnfolded || state === 'requested'} />
        )
      }
    </FoldableSection>
  );
}
