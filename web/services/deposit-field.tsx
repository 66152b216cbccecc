import type { UseFormRegisterReturn } from 'react-hook-form';
import { formatPesos } from '#contract/plans';
import { usePaymentAccount } from '#web/deposits/payment-account.queries.ts';
import { PAYMENT_ACCOUNT_ADDRESS } from '#web/platform/paths.ts';
import { parsePrice } from '#web/services/price.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Link } from '#web/ui/navigation.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

interface Props {
  field: UseFormRegisterReturn<'deposit'>;
  /** As it is typed. */
  price: string;
  error: string | undefined;
  onWholePrice: (price: string) => void;
}

/** What a patient pays to book the service. */
export function DepositField({ field, price, error, onWholePrice }: Props) {
  const { data: account } = usePaymentAccount();
  const whole = parsePrice(price);
  return (
    <div>
      <Field
        label="Abono al reservar en línea"
        hint="En pesos. Déjalo en blanco si no pides abono."
        warning={account && !account.takesDeposits && <NoAccount />}
        error={error}
      >
        <TextInput {...field} autoComplete="off" inputMode="numeric" placeholder="10.000" className="tabular-nums" />
      </Field>
      {whole !== null && whole > 0 && (
        <Button look="ghost" className="mt-1" onClick={() => onWholePrice(formatPesos(whole))}>
          Todo el precio
        </Button>
      )}
    </div>
  );
}

/** The link opens another tab, because the form may contain what is not saved. */
const NoAccount = () => (
  <>
    Aún no recibes pagos en línea: mientras tanto, tus pacientes reservan sin abono.{' '}
    <Link to={PAYMENT_ACCOUNT_ADDRESS} target="_blank" className={TEXT_LINK_CLASS}>
      Conectar Mercado Pago
    </Link>
  </>
);
