import { z } from 'zod';
import { Pesos } from '#contract/charge-amounts';
import { ChargeContent, NewChargePayment } from '#contract/charges';
import { formatMoney } from '#contract/plans';
import { SentId } from '#contract/wire';
import { parsePrice } from '#web/services/price.ts';

/** '25.000' or '25000' → 25000 */
const Amount = z
  .string()
  .trim()
  .min(1, 'Escribe el monto')
  .transform((text) => parsePrice(text) ?? Number.NaN)
  .pipe(Pesos);

const Payment = NewChargePayment.extend({
  amount: Amount,
  // Empty until one is chosen. A group of radio buttons that loses the focus without a choice is null.
  method: z.string().nullable().pipe(NewChargePayment.shape.method),
});

interface Limits {
  /** What may be paid. */
  pending: number;
  today: string;
}

function paymentProblem(
  { amount, method, reference, date }: NewChargePayment,
  { pending, today }: Limits,
): { field: keyof NewChargePayment; message: string } | undefined {
  if (amount > pending)
    return { field: 'amount', message: `No puede ser más que lo pendiente: ${formatMoney(pending)}` };
  if (method === 'bono' && !reference) return { field: 'reference', message: 'Escribe el folio del bono' };
  return date > today ? { field: 'date', message: 'La fecha no puede ser futura' } : undefined;
}

/** The payment is an object in both forms, so that both have the same fields. */
export const paymentForm = (limits: Limits) =>
  z.object({ payment: Payment }).superRefine(({ payment }, context) => {
    // Runs also after a refused field.
    if (context.issues.length > 0) return;
    const problem = paymentProblem(payment, limits);
    if (problem) context.addIssue({ code: 'custom', message: problem.message, path: ['payment', problem.field] });
  });

export const chargeContentForm = ChargeContent.extend({ amount: Amount });

const Charged = chargeContentForm.extend({ patientId: SentId('Selecciona un paciente') });

/** What is not paid now has no payment, whatever its fields still contain. */
export const newChargeForm = (today: string) =>
  z
    .discriminatedUnion('paid', [
      Charged.extend({ paid: z.literal('later') }),
      Charged.extend({ paid: z.literal('now'), payment: Payment }),
    ])
    .superRefine((values, context) => {
      if (context.issues.length > 0 || values.paid === 'later') return;
      const problem = paymentProblem(values.payment, { pending: values.amount, today });
      if (problem) context.addIssue({ code: 'custom', message: problem.message, path: ['payment', problem.field] });
    });
