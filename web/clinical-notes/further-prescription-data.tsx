import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { NoteForm } from '#web/clinical-notes/clinical-note-form.ts';
import { FurtherPrescriptionFields } from '#web/clinical-notes/further-prescription-fields.tsx';
import { FURTHER_FIELDS } from '#web/clinical-notes/prescription-fields.ts';

/** What a complete prescription has beside the five fields. Shown on request, and when something of it is filled. */
export function FurtherPrescriptionData({ form }: { form: NoteForm }) {
  const values = useWatch({ control: form.control, name: 'newPrescription' });
  const errors = form.formState.errors.newPrescription;
  const isNeeded = values.permanente || FURTHER_FIELDS.some((field) => values[field] !== '' || errors?.[field]);
  const [wasNeeded, setWasNeeded] = useState(isNeeded);
  const [isOpen, setOpen] = useState(isNeeded);
  if (isNeeded !== wasNeeded) {
    setWasNeeded(isNeeded);
    if (isNeeded) setOpen(true);
  }
  return (
    <details
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="mt-4 rounded-control border border-line px-4"
    >
      <summary className="-mx-4 cursor-pointer rounded-control px-4 py-3 font-semibold text-sm">
        Más datos de la receta
      </summary>
      {isOpen && (
        <div className="pb-4">
          <FurtherPrescriptionFields
            register={(field) => {
              const path = `newPrescription.${field}` as const;
              return form.register(path, { onChange: () => form.clearErrors(path) });
            }}
            errors={errors}
            isPermanent={values.permanente}
            onPermanentChange={(next) => form.setValue('newPrescription.permanente', next)}
          />
        </div>
      )}
    </details>
  );
}
