import { ExternalLink } from 'lucide-react';
import { CHARGE_STATUSES, type ChargeStatus } from '#contract/charge-amounts';
import type { useChargesAddress } from '#web/charges/charges-address.ts';
import { SII_SITE } from '#web/platform/paths.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { Select } from '#web/ui/select.tsx';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

const MAX_SEARCH_LENGTH = 100;

const STATUSES = Object.entries(CHARGE_STATUSES).map(([value, label]) => ({ value, label }));

/** Which charges of the period are listed. */
export function ChargeFilters({ address }: { address: ReturnType<typeof useChargesAddress> }) {
  const { typed, setTyped, status, withoutInvoice, filter } = address;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <SearchInput
          aria-label="Buscar cobros"
          placeholder="Buscar por paciente, RUT, concepto o folio..."
          maxLength={MAX_SEARCH_LENGTH}
          value={typed}
          onType={setTyped}
          className="min-w-0 grow basis-72 sm:max-w-md"
        />
        <div className="w-full sm:w-52">
          <Select
            aria-label="Estado de los cobros"
            placeholder="Todos los estados"
            options={STATUSES}
            value={status ?? ''}
            onChange={({ target }) => filter({ status: (target.value || undefined) as ChargeStatus | undefined })}
          />
        </div>
        <Checkbox
          label="Sin boleta"
          checked={withoutInvoice}
          onChange={({ target }) => filter({ withoutInvoice: target.checked })}
        />
      </div>
      {withoutInvoice && (
        <p className="mb-4 max-w-prose text-muted text-sm">
          Los cobros con pagos y sin folio de boleta. La boleta de honorarios la emites tú en el SII: aquí solo guardas
          su folio.{' '}
          <a href={SII_SITE} target="_blank" rel="noopener noreferrer" className={TEXT_LINK_CLASS}>
            Emitir boleta en el SII
            <ExternalLink size={14} aria-hidden="true" className="ml-1 inline-block" />
            <span className="sr-only"> (se abre en otra pestaña)</span>
          </a>
        </p>
      )}
    </>
  );
}
