import { Controller } from 'react-hook-form';
import type { AppointmentForm } from '#web/agenda/appointment-form.ts';
import { useServices } from '#web/services/services.queries.ts';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';

/** The service of a new appointment, which sets its duration. Absent while the professional has none. */
export function ServiceField({ form }: { form: AppointmentForm }) {
  const { data: services = [] } = useServices();
  if (services.length === 0) return null;
  const choose = (id: string) => {
    const service = services.find(({ _id }) => _id === id);
    if (service) form.setValue('duration', service.duration, { shouldDirty: true, shouldValidate: true });
    return service?._id;
  };
  return (
    <Field label="Servicio" hint="Opcional" error={form.formState.errors.serviceId?.message}>
      <Controller
        control={form.control}
        name="serviceId"
        render={({ field: { value, onChange, ...field } }) => (
          <Select
            {...field}
            value={value ?? ''}
            onChange={({ target }) => onChange(choose(target.value))}
            placeholder="Sin servicio"
            options={services.map(({ _id, name }) => ({ value: _id, label: name }))}
          />
        )}
      />
    </Field>
  );
}
