import { useId } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { PAYMENT_METHODS, REGISTERED_METHODS } from '#contract/charge-amounts';
import { MAX_REFERENCE_LENGTH } from '#contract/charges';
import { AmountField, DateField } from '#web/charges/charge-fields.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

export interface PaymentValues {
  payment: { amount: string; method: string; reference: string; date: string };
}

/** A payment. The form around it has these values, among others. */
export function PaymentFields({ amountHint }: { amountHint?: string }) {
  const form = useFormContext<PaymentValues>();
  const errors = form.formState.errors.payment;
  const method = useWatch({ control: form.control, name: 'payment.method' });
  const isBono = method === 'bono';
  return (
    <>
      <MethodField error={errors?.method?.message} />
      <div className="grid gap-5 sm:grid-cols-2">
        <AmountField
          name="payment.amount"
          label="Monto pagado"
          {...(amountHint && { hint: amountHint })}
          error={errors?.amount?.message}
        />
        <DateField name="payment.date" label="Fecha del pago" error={errors?.date?.message} />
      </div>
      <Field
        label={isBono ? 'Folio del bono' : 'Referencia'}
        required={isBono}
        hint={isBono ? undefined : 'Opcional. Por ejemplo, el número de la transferencia.'}
        error={errors?.reference?.message}
      >
        <TextInput {...form.register('payment.reference')} autoComplete="off" maxLength={MAX_REFERENCE_LENGTH} />
      </Field>
    </>
  );
}

function MethodField({ error }: { error: string | undefined }) {
  const { register } = useFormContext<PaymentValues>();
  const errorId = useId();
  return (
    <fieldset aria-describedby={error && errorId} className="min-w-0">
      <legend className="mb-1.5 font-semibold text-sm">
        Medio de pago
        <span aria-hidden="true" className="text-red">
          {' *'}
        </span>
      </legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {REGISTERED_METHODS.map((method) => (
          <label
            key={method}
            className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-control border border-control-line px-3 max-sm:gap-1.5 max-sm:px-2 max-sm:text-sm has-checked:border-austral-600 has-checked:bg-austral-50 has-checked:font-semibold"
          >
            <input
              type="radio"
              value={method}
              {...register('payment.method')}
              aria-invalid={error ? true : undefined}
              className="size-4.5 shrink-0 accent-austral-600"
            />
            <span className="min-w-0">{PAYMENT_METHODS[method]}</span>
          </label>
        ))}
      </div>
      <div aria-live="polite">
        {error && (
          <p id={errorId} className="mt-1.5 font-medium text-red text-sm">
            {error}
          </p>
        )}
      </div>
    </fieldset>
  );
}
