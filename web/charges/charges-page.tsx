import { Download, Plus } from 'lucide-react';
import { useState } from 'react';
import { monthOfDay, monthTitle } from '#web/charges/charge-period.ts';
import { useExportMonth } from '#web/charges/charges.queries.ts';
import { useChargesAddress, useChargesPart } from '#web/charges/charges-address.ts';
import { PendingPart } from '#web/charges/pending-part.tsx';
import { PeriodPart } from '#web/charges/period-part.tsx';
import { useProfessional } from '#web/platform/professional.ts';
import { useToday } from '#web/platform/today.ts';
import { Button } from '#web/ui/button.tsx';
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Page } from '#web/ui/page.tsx';
import { Tabs } from '#web/ui/tabs.tsx';

const NewChargeDialog = onDemand(async () => (await import('#web/charges/new-charge-dialog.tsx')).NewChargeDialog);
const ChargeDialog = onDemand(async () => (await import('#web/charges/charge-dialog.tsx')).ChargeDialog);

export function ChargesPage() {
  const today = useToday();
  const address = useChargesAddress(today);
  const { isPending, show } = useChargesPart();
  const professional = useProfessional();
  const [opened, setOpened] = useState<string>();
  const [isCreating, setCreating] = useState(false);
  const create = () => setCreating(true);
  return (
    <Page
      title="Cobros"
      subtitle={professional ? `Cobros de ${professional.name}` : 'Lo que cobras y lo que te pagan tus pacientes'}
      actions={
        <>
          <ExportButton month={monthOfDay(address.day)} />
          <Button onClick={create} className="max-sm:grow">
            <Plus size={18} aria-hidden="true" />
            Nuevo cobro
          </Button>
        </>
      }
    >
      <Tabs
        label="Cobros"
        shown={isPending ? 'Pendientes' : 'Cobros'}
        onShow={(name) => show(name === 'Pendientes')}
        tabs={[
          {
            name: 'Cobros',
            content: !isPending && <PeriodPart address={address} today={today} onOpen={setOpened} onCreate={create} />,
          },
          { name: 'Pendientes', content: isPending && <PendingPart onOpen={setOpened} /> },
        ]}
      />
      {opened && <ChargeDialog id={opened} onClose={() => setOpened(undefined)} />}
      {isCreating && <NewChargeDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}

/** Saves the month of the shown period as CSV. Not disabled meanwhile, because a disabled button loses the focus. */
function ExportButton({ month }: { month: string }) {
  const { mutate, isPending } = useExportMonth();
  return (
    <Button
      look="secondary"
      title={`${monthTitle(month)}, en CSV para la contabilidad`}
      aria-disabled={isPending}
      onClick={ignoreDoubleClick(() => !isPending && mutate(month))}
      className="max-sm:grow"
    >
      <Download size={18} aria-hidden="true" />
      {isPending ? 'Exportando...' : 'Exportar mes'}
    </Button>
  );
}
