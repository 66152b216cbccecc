import { chargedName } from '#contract/charges';
import { ChargeView } from '#web/charges/charge-view.tsx';
import { useCharge } from '#web/charges/charges.queries.ts';
import { Dialog } from '#web/ui/dialog.tsx';

interface Props {
  id: string;
  onClose: () => void;
}

/** What was charged, what was paid, and what is pending. */
export function ChargeDialog({ id, onClose }: Props) {
  const { data: charge } = useCharge(id);
  return (
    <Dialog title="Cobro" description={charge && chargedName(charge)} wide onClose={onClose}>
      <ChargeView id={id} />
    </Dialog>
  );
}
