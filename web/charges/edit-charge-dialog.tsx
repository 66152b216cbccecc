import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider, useForm } from 'react-hook-form';
import type { Charge } from '#contract/charges';
import { formatPesos } from '#contract/plans';
import { ChargeFields } from '#web/charges/charge-fields.tsx';
import { chargeContentForm } from '#web/charges/charge-form.ts';
import { useUpdateCharge } from '#web/charges/charges.queries.ts';
import { showServerErrors } from '#web/platform/server-errors.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';

interface Props {
  charge: Charge;
  onClose: () => void;
}

/** Corrects a charge that has no payments but its deposit. */
export function EditChargeDialog({ charge, onClose }: Props) {
  const { _id, concept, amount, date } = charge;
  const update = useUpdateCharge(_id);
  const form = useForm({
    resolver: zodResolver(chargeContentForm),
    defaultValues: { concept, amount: formatPesos(amount), date },
  });
  const submit = form.handleSubmit((body) =>
    update.mutate(body, { onSuccess: onClose, onError: (error) => showServerErrors(form, error, 'concept') }),
  );
  return (
    <FormProvider {...form}>
      <FormDialog
        title="Editar cobro"
        isDirty={form.formState.isDirty}
        busy={update.isPending}
        onSubmit={submit}
        onClose={onClose}
      >
        <ChargeFields />
      </FormDialog>
    </FormProvider>
  );
}
