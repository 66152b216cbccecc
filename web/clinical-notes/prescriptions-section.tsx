import { Plus } from 'lucide-react';
import { useFormState, useWatch } from 'react-hook-form';
import { mayPrescribe } from '#contract/professions';
import type { ConfirmPrescriptions } from '#web/clinical-notes/allergy-question.tsx';
import type { NoteForm } from '#web/clinical-notes/clinical-note-form.ts';
import { FoldableSection } from '#web/clinical-notes/foldable-section.tsx';
import { FurtherPrescriptionData } from '#web/clinical-notes/further-prescription-data.tsx';
import { MedicineField } from '#web/clinical-notes/medicine-field.tsx';
import { addPrescription } from '#web/clinical-notes/note-rules.ts';
import { PrescriptionDetails } from '#web/clinical-notes/prescription-details.tsx';
import {
  isStarted,
  isWide,
  MAIN_FIELDS,
  PRESCRIPTION_LABELS,
  type PrescriptionField,
} from '#web/clinical-notes/prescription-fields.ts';
import { FavouriteButton, PrescriptionActions } from '#web/clinical-notes/presets/prescription-actions.tsx';
import { RemoveButton } from '#web/clinical-notes/remove-button.tsx';
import { MissingRnpi } from '#web/documents/missing-rnpi.tsx';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

interface Props {
  form: NoteForm;
  patientId: string;
  confirmPrescriptions: ConfirmPrescriptions;
}

export function PrescriptionsSection({ form, patientId, confirmPrescriptions }: Props) {
  const [prescriptions, typed] = useWatch({ control: form.control, name: ['prescriptions', 'newPrescription'] });
  const { profession } = useCurrentUser();
  const { errors } = useFormState({ control: form.control, name: 'newPrescription' });
  const hasContent = prescriptions.length > 0 || isStarted(typed) || errors.newPrescription !== undefined;
  const add = () => {
    form.setFocus('newPrescription.medicamento');
    void addPrescription(form, confirmPrescriptions);
  };
  const remove = (at: number) => {
    form.clearErrors('newPrescription');
    form.setValue('prescriptions', prescriptions.toSpliced(at, 1));
  };
  return (
    <FoldableSection title="Recetas" part="prescriptions" hasContent={hasContent}>
      {() => (
        <>
          <PrescriptionFields form={form} />
          <FurtherPrescriptionData form={form} />
          <div className="mt-4 flex flex-wrap gap-2 sm:gap-3">
            <Button look="secondary" onClick={add}>
              <Plus size={18} aria-hidden="true" />
              Agregar Receta
            </Button>
            <PrescriptionActions form={form} patientId={patientId} confirmPrescriptions={confirmPrescriptions} />
          </div>
          {prescriptions.length > 0 && (
            <ol aria-label="Recetas agregadas" className="mt-5 space-y-3">
              {prescriptions.map((prescription, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two prescriptions may be equal, and a row has no state
                <li key={at} className="flex items-start gap-1 rounded-control border border-line py-3 pr-1 pl-4">
                  <PrescriptionDetails prescription={prescription} />
                  <FavouriteButton prescription={prescription} />
                  <RemoveButton label={`Quitar receta de ${prescription.medicamento}`} onRemove={() => remove(at)} />
                </li>
              ))}
            </ol>
          )}
          {prescriptions.length > 0 && mayPrescribe(profession) && (
            <MissingRnpi>Falta tu RNPI: la receta que finalices ahora saldrá sin él.</MissingRnpi>
          )}
        </>
      )}
    </FoldableSection>
  );
}

function PrescriptionFields({ form }: { form: NoteForm }) {
  const errors = form.formState.errors.newPrescription;
  const register = (field: PrescriptionField) => {
    const path = `newPrescription.${field}` as const;
    return form.register(path, { onChange: () => form.clearErrors(path) });
  };
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      {MAIN_FIELDS.map((field) => (
        <Field
          key={field}
          label={PRESCRIPTION_LABELS[field]}
          required={field === 'medicamento'}
          error={errors?.[field]?.message}
          className={isWide(field) ? 'sm:col-span-3' : ''}
        >
          {field === 'medicamento' && <MedicineField form={form} />}
          {field === 'indicacionesUso' && <TextArea {...register(field)} />}
          {!isWide(field) && <TextInput {...register(field)} autoComplete="off" />}
        </Field>
      ))}
    </div>
  );
}
