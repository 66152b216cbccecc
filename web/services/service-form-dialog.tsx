import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useForm } from 'react-hook-form';
import { z } from 'zod';
import { DEFAULT_DURATION, DURATIONS, durationLabel } from '#contract/agenda';
import { formatPesos } from '#contract/plans';
import { depositWithinPrice, MODALITIES, type Modality, type Service, ServiceFields } from '#contract/services';
import { isError } from '#web/platform/api-error.ts';
import { showServerErrors } from '#web/platform/server-errors.ts';
import { DepositField } from '#web/services/deposit-field.tsx';
import { parsePrice } from '#web/services/price.ts';
import { useSaveService } from '#web/services/services.queries.ts';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Select } from '#web/ui/select.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

const ServiceForm = ServiceFields.extend({
  price: z.string().transform<number | null | undefined>(parsePrice).pipe(ServiceFields.shape.price),
  deposit: z.string().transform<number | null | undefined>(parsePrice).pipe(ServiceFields.shape.deposit),
}).check(depositWithinPrice);

const DURATION_OPTIONS = DURATIONS.map((value) => ({ value, label: durationLabel(value) }));
const MODALITY_OPTIONS = Object.entries(MODALITIES).map(([value, label]) => ({ value, label }));

interface Props {
  /** Undefined for a new one. */
  service: Service | undefined;
  onClose: () => void;
}

export function ServiceFormDialog({ service, onClose }: Props) {
  const save = useSaveService(service?._id);
  const form = useForm({
    resolver: zodResolver(ServiceForm),
    defaultValues: {
      name: service?.name ?? '',
      duration: service?.duration ?? DEFAULT_DURATION,
      price: service?.price == null ? '' : formatPesos(service.price),
      modality: service?.modality ?? ('in-person' as Modality),
      description: service?.description ?? '',
      bookable: service?.bookable ?? true,
      deposit: service?.deposit == null ? '' : formatPesos(service.deposit),
    },
  });
  const { errors, isDirty } = form.formState;
  const showRefusal = (error: Error) => {
    if (isError(error, 'SERVICE_EXISTS')) form.setError('name', { message: error.message });
    showServerErrors(form, error, 'name');
  };
  const submit = form.handleSubmit((body) => save.mutate(body, { onSuccess: onClose, onError: showRefusal }));
  return (
    <FormDialog
      title={service ? 'Editar servicio' : 'Agregar servicio'}
      description={service && 'Las citas que ya lo tienen no cambian.'}
      isDirty={isDirty}
      busy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Nombre del servicio" required error={errors.name?.message}>
        <TextInput {...form.register('name')} autoComplete="off" placeholder="Primera consulta" />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Duración" required error={errors.duration?.message}>
          <Select {...form.register('duration', { valueAsNumber: true })} options={DURATION_OPTIONS} />
        </Field>
        <Field label="Precio en pesos" hint="Déjalo en blanco si es a convenir" error={errors.price?.message}>
          <TextInput
            {...form.register('price')}
            autoComplete="off"
            inputMode="numeric"
            placeholder="25.000"
            className="tabular-nums"
          />
        </Field>
      </div>
      <Field label="Modalidad" required error={errors.modality?.message}>
        <Select {...form.register('modality')} options={MODALITY_OPTIONS} />
      </Field>
      <Field label="Descripción" hint="Opcional. La ven los pacientes al reservar." error={errors.description?.message}>
        <TextArea {...form.register('description')} rows={2} />
      </Field>
      <Controller
        control={form.control}
        name="bookable"
        render={({ field: { value, onChange } }) => (
          <Switch label="Los pacientes pueden reservarlo en línea" checked={value} onChange={onChange} />
        )}
      />
      <DepositField
        field={form.register('deposit')}
        price={form.watch('price')}
        error={errors.deposit?.message}
        onWholePrice={(price) => form.setValue('deposit', price, { shouldDirty: true, shouldValidate: true })}
      />
    </FormDialog>
  );
}
