import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { HALF_HOURS, NewAbsence } from '#contract/working-hours';
import { showServerErrors } from '#web/platform/server-errors.ts';
import { Button } from '#web/ui/button.tsx';
import { DatePicker } from '#web/ui/date-picker.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { DialogActions } from '#web/ui/dialog-actions.tsx';
import { useDiscardQuestion } from '#web/ui/discard-question.tsx';
import { Field } from '#web/ui/field.tsx';
import { Form } from '#web/ui/form.tsx';
import { Select } from '#web/ui/select.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { useCreateAbsence } from '#web/working-hours/working-hours.queries.ts';

interface Props {
  today: string;
  onClose: () => void;
}

export function NewAbsenceDialog({ today, onClose }: Props) {
  const create = useCreateAbsence();
  const [wholeDays, setWholeDays] = useState(true);
  const form = useForm({ resolver: zodResolver(NewAbsence), defaultValues: { from: today, to: today, reason: '' } });
  const { errors } = form.formState;
  const from = useWatch({ control: form.control, name: 'from' });
  const chooseWholeDays = (chosen: boolean) => {
    setWholeDays(chosen);
    form.setValue('startTime', chosen ? undefined : '13:00');
    form.setValue('endTime', chosen ? undefined : '14:00');
  };
  const submit = form.handleSubmit((body) =>
    create.mutate(body, { onSuccess: onClose, onError: (error) => showServerErrors(form, error, 'from') }),
  );
  const discard = useDiscardQuestion({ hasText: () => Boolean(form.getValues('reason')), onLeave: onClose });
  const leave = () => !create.isPending && discard.leave();
  return (
    <Dialog title="Agregar bloqueo" onClose={leave}>
      <Form onSubmit={submit} busy={create.isPending}>
        <div className="space-y-5">
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label="Primer día" required error={errors.from?.message}>
              <Controller
                control={form.control}
                name="from"
                render={({ field: { value, onChange, ref } }) => (
                  <DatePicker
                    ref={ref}
                    label="Primer día"
                    value={value}
                    today={today}
                    from={today}
                    onChange={(day) => {
                      onChange(day);
                      if (form.getValues('to') < day) form.setValue('to', day);
                    }}
                  />
                )}
              />
            </Field>
            <Field label="Último día" required error={errors.to?.message}>
              <Controller
                control={form.control}
                name="to"
                render={({ field: { value, onChange, ref } }) => (
                  <DatePicker
                    ref={ref}
                    label="Último día"
                    value={value}
                    today={today}
                    from={from}
                    onChange={onChange}
                  />
                )}
              />
            </Field>
          </div>
          <Switch label="Todo el día" checked={wholeDays} onChange={chooseWholeDays} />
          {!wholeDays && (
            <div className="grid grid-cols-2 gap-5">
              <Field label="Desde" required hint="Cada día del período" error={errors.startTime?.message}>
                <Select {...form.register('startTime')} options={HALF_HOURS.slice(0, -1)} className="tabular-nums" />
              </Field>
              <Field label="Hasta" required error={errors.endTime?.message}>
                <Select {...form.register('endTime')} options={HALF_HOURS.slice(1)} className="tabular-nums" />
              </Field>
            </div>
          )}
          <Field label="Motivo" hint="Opcional. Se muestra en tu agenda." error={errors.reason?.message}>
            <TextInput {...form.register('reason')} placeholder="Vacaciones, congreso, almuerzo" />
          </Field>
        </div>
        <DialogActions>
          <Button look="secondary" onClick={leave}>
            Cancelar
          </Button>
          <Button type="submit">{create.isPending ? 'Agregando...' : 'Agregar bloqueo'}</Button>
        </DialogActions>
      </Form>
      {discard.question}
    </Dialog>
  );
}
