import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { NewPrescriptionFavourite, type PrescriptionFavourite } from '#contract/presets';
import { FurtherPrescriptionFields } from '#web/clinical-notes/further-prescription-fields.tsx';
import {
  FURTHER_FIELDS,
  isWide,
  MAIN_FIELDS,
  NO_PRESCRIPTION,
  PRESCRIPTION_LABELS,
  type PrescriptionValues,
  prescriptionValues,
} from '#web/clinical-notes/prescription-fields.ts';
import { useSaveFavourite } from '#web/clinical-notes/presets/presets.queries.ts';
import { showServerErrors } from '#web/platform/server-errors.ts';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

interface Props {
  title: string;
  /** Undefined for a new one. */
  favourite?: PrescriptionFavourite | undefined;
  /** The prescription of a new one. */
  prescription?: PrescriptionValues;
  onClose: () => void;
}

export function FavouriteFormDialog({ title, favourite, prescription = NO_PRESCRIPTION, onClose }: Props) {
  const save = useSaveFavourite();
  const initial = favourite ? prescriptionValues(favourite) : prescription;
  // The name of one that was saved without a name is that of its medicine, and follows it.
  const name = favourite && favourite.name !== favourite.medicamento ? favourite.name : '';
  const form = useForm({
    resolver: zodResolver(NewPrescriptionFavourite),
    defaultValues: { ...initial, name },
  });
  const { errors, isDirty } = form.formState;
  const isPermanent = useWatch({ control: form.control, name: 'permanente' });
  const submit = form.handleSubmit((body) =>
    save.mutate(
      { id: favourite?._id, body },
      { onSuccess: onClose, onError: (error) => showServerErrors(form, error, 'medicamento') },
    ),
  );
  const field = (one: (typeof MAIN_FIELDS)[number]) => (
    <Field
      key={one}
      label={PRESCRIPTION_LABELS[one]}
      required={one === 'medicamento'}
      error={errors[one]?.message}
      className={isWide(one) ? 'sm:col-span-3' : ''}
    >
      {one === 'indicacionesUso' ? (
        <TextArea {...form.register(one)} />
      ) : (
        <TextInput {...form.register(one)} autoComplete="off" />
      )}
    </Field>
  );
  // A field with an error is shown, and can have the focus.
  const isOpen = FURTHER_FIELDS.some((one) => initial[one] || errors[one]) || initial.permanente;
  return (
    <FormDialog
      title={title}
      description="Solo el medicamento es obligatorio."
      isDirty={isDirty}
      busy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label="Nombre de la favorita"
        hint="Opcional. Sin nombre, se llama como el medicamento."
        error={errors.name?.message}
      >
        <TextInput {...form.register('name')} autoComplete="off" placeholder="Otitis del adulto" />
      </Field>
      <div className="grid gap-4 sm:grid-cols-3">{MAIN_FIELDS.map(field)}</div>
      <details open={isOpen}>
        <summary className="min-h-11 cursor-pointer py-2.5 font-semibold text-austral-700 text-sm">
          Más datos de la receta
        </summary>
        <div className="mt-2">
          <FurtherPrescriptionFields
            register={form.register}
            errors={errors}
            isPermanent={isPermanent === true}
            onPermanentChange={(next) => form.setValue('permanente', next, { shouldDirty: true })}
          />
        </div>
      </details>
    </FormDialog>
  );
}
