import { zodResolver } from '@hookform/resolvers/zod';
import { type ComponentProps, type RefObject, useEffect, useState } from 'react';
import { FormProvider, useController, useForm, useWatch } from 'react-hook-form';
import type { Appointment } from '#contract/agenda';
import type { NewCharge } from '#contract/charges';
import { ERRORS } from '#contract/errors';
import { nameWithSocial, shortDocumentText } from '#contract/patient-identity';
import type { Patient } from '#contract/patients';
import { formatPesos } from '#contract/plans';
import type { Service } from '#contract/services';
import { ChargeFields } from '#web/charges/charge-fields.tsx';
import { newChargeForm } from '#web/charges/charge-form.ts';
import { useCreateCharge } from '#web/charges/charges.queries.ts';
import { PaymentFields } from '#web/charges/payment-fields.tsx';
import { PatientPicker } from '#web/patients/patient-picker.tsx';
import { isError } from '#web/platform/api-error.ts';
import { showServerErrors } from '#web/platform/server-errors.ts';
import { useToday } from '#web/platform/today.ts';
import { uuidv7 } from '#web/platform/uuid.ts';
import { useServices } from '#web/services/services.queries.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogActions } from '#web/ui/dialog-actions.tsx';
import { Field } from '#web/ui/field.tsx';
import { Form } from '#web/ui/form.tsx';
import { Select } from '#web/ui/select.tsx';

export type ChargedPatient = Pick<Patient, '_id' | 'name' | 'socialName' | 'rut'> & {
  documentType?: Patient['documentType'] | undefined;
};
export type ChargedAppointment = Pick<Appointment, '_id' | 'date' | 'serviceId' | 'serviceName'>;

/** The concept of a visit without a service. */
const VISIT = 'Consulta';
const MADE_EARLIER = 'Este cobro ya quedó registrado, con lo que escribiste antes. Revísalo antes de cobrar otra vez.';
const writtenPrice = (service: Service | undefined): string => (service?.price ? formatPesos(service.price) : '');

interface Props {
  patient: ChargedPatient | undefined;
  appointment: ChargedAppointment | undefined;
  /** What the dialog around it asks before it closes. */
  state: RefObject<{ isDirty: boolean; isBusy: boolean }>;
  /** Called once. */
  onShown: () => void;
  /** The appointment has a charge. */
  onExisting: () => void;
  /** The charge was made by an earlier request, whose answer was lost. */
  onMade: (chargeId: string) => void;
  onCreated: () => void;
  onCancel: () => void;
}

export function NewChargeForm(props: Props) {
  const { patient, appointment, state, onShown, onExisting, onMade, onCreated, onCancel } = props;
  const today = useToday();
  const create = useCreateCharge();
  const { data: services = [] } = useServices();
  const service = services.find(({ _id }) => _id === appointment?.serviceId);
  const form = useForm({
    resolver: zodResolver(newChargeForm(today)),
    defaultValues: {
      patientId: patient?._id ?? '',
      concept: appointment ? (appointment.serviceName ?? VISIT) : '',
      amount: writtenPrice(service),
      date: appointment && appointment.date < today ? appointment.date : today,
      paid: 'now',
      payment: { amount: writtenPrice(service), method: '', reference: '', date: today },
    },
  });
  const { dirtyFields, isDirty } = form.formState;
  const [isCreatingPatient, setCreatingPatient] = useState(false);
  // The same for each attempt: when an answer is lost, the server does not charge twice.
  const [id] = useState(uuidv7);
  const [charged, setCharged] = useState<'visit' | 'earlier' | 'equal'>();
  useEffect(() => {
    state.current = { isDirty: isDirty || isCreatingPatient, isBusy: create.isPending };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is shown once.
  useEffect(onShown, []);
  const patientField = useController({ control: form.control, name: 'patientId' });
  const [patientId, amount, paid] = useWatch({ control: form.control, name: ['patientId', 'amount', 'paid'] });

  // The services may arrive after the dialog opens.
  const price = writtenPrice(service);
  const isAmountChosen = Boolean(dirtyFields.amount);
  useEffect(() => {
    if (price && !isAmountChosen) form.resetField('amount', { defaultValue: price });
  }, [form, price, isAmountChosen]);
  // Everything is paid, unless another amount was written.
  const isPaidAmountChosen = 'payment' in dirtyFields && Boolean(dirtyFields.payment?.amount);
  useEffect(() => {
    if (!isPaidAmountChosen) form.resetField('payment.amount', { defaultValue: amount });
  }, [form, amount, isPaidAmountChosen]);

  const fail = (error: Error) => {
    if (isError(error, 'APPOINTMENT_CHARGED')) setCharged('visit');
    else if (isError(error, 'CHARGE_REPEATED')) setCharged('equal');
    else setCharged(isError(error, 'CHARGE_CHANGED') ? 'earlier' : undefined);
    showServerErrors(form, error, 'concept');
  };
  const submitWith = (rules: Pick<NewCharge, 'onlyOnce'>) =>
    form.handleSubmit(({ paid: _paid, ...body }) =>
      create.mutate(
        { ...body, ...rules, _id: id, appointmentId: appointment?._id },
        { onSuccess: onCreated, onError: fail },
      ),
    );
  const chooseService = (id: string) => {
    const chosen = services.find(({ _id }) => _id === id);
    if (!chosen) return;
    form.setValue('concept', chosen.name, { shouldDirty: true, shouldValidate: true });
    if (chosen.price) form.setValue('amount', formatPesos(chosen.price), { shouldDirty: true, shouldValidate: true });
  };

  return (
    <FormProvider {...form}>
      <Form onSubmit={submitWith({ onlyOnce: true })} busy={create.isPending}>
        <div className="space-y-5">
          {patient ? (
            <FixedPatient patient={patient} />
          ) : (
            <PatientPicker
              field={patientField.field}
              error={patientField.fieldState.error?.message}
              onFocus={() => form.setFocus('patientId')}
              onCreating={setCreatingPatient}
            />
          )}
          {!appointment && services.length > 0 && (
            <Field label="Servicio" hint="Opcional. Llena el concepto y el monto.">
              <Select
                onChange={({ target }) => chooseService(target.value)}
                placeholder="Sin servicio"
                options={services.map(({ _id, name }) => ({ value: _id, label: name }))}
              />
            </Field>
          )}
          <ChargeFields />
          <fieldset className="min-w-0">
            <legend className="mb-1.5 font-semibold text-sm">Pago</legend>
            <div className="flex flex-wrap gap-x-6">
              <PaidChoice {...form.register('paid')} value="now" label="Pagado ahora" />
              <PaidChoice {...form.register('paid')} value="later" label="Queda pendiente" />
            </div>
          </fieldset>
          {paid === 'now' && <PaymentFields amountHint="Si pagó una parte, el resto queda pendiente." />}
        </div>
        {charged === 'visit' && (
          <AlreadyCharged text={`${ERRORS.APPOINTMENT_CHARGED.message}.`} action={SHOW} onPress={onExisting} />
        )}
        {charged === 'earlier' && <AlreadyCharged text={MADE_EARLIER} action={SHOW} onPress={() => onMade(id)} />}
        {charged === 'equal' && (
          <AlreadyCharged
            text={ERRORS.CHARGE_REPEATED.message}
            action="Cobrar otra vez"
            onPress={() => void submitWith({})()}
          />
        )}
        <DialogActions>
          <Button look="secondary" onClick={onCancel}>
            Cancelar
          </Button>
          <Button type="submit" disabled={!patientId || isCreatingPatient}>
            {create.isPending ? 'Registrando...' : 'Registrar cobro'}
          </Button>
        </DialogActions>
      </Form>
    </FormProvider>
  );
}

const FixedPatient = ({ patient }: { patient: ChargedPatient }) => (
  <div>
    <p className="mb-1.5 font-semibold text-sm">Paciente</p>
    <p className="wrap-anywhere rounded-control border border-line bg-paper px-3.5 py-1.5">
      <span className="block font-bold">{nameWithSocial(patient)}</span>
      <span className="block text-muted text-sm tabular-nums">{shortDocumentText(patient)}</span>
    </p>
  </div>
);

const PaidChoice = ({ label, ...rest }: ComponentProps<'input'> & { label: string }) => (
  <label className="flex min-h-11 cursor-pointer items-center gap-3">
    <input type="radio" {...rest} className="size-5 shrink-0 accent-austral-600" />
    {label}
  </label>
);

const SHOW = 'Ver el cobro';

const AlreadyCharged = ({ text, action, onPress }: { text: string; action: string; onPress: () => void }) => (
  <div
    role="alert"
    className="mt-5 flex flex-wrap items-center justify-between gap-3 rounded-control border border-orange/40 bg-orange-tint p-4"
  >
    <p className="font-semibold">{text}</p>
    <Button look="secondary" onClick={onPress}>
      {action}
    </Button>
  </div>
);
