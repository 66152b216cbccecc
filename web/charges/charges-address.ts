import { useCallback } from 'react';
import type { ChargeStatus } from '#contract/charge-amounts';
import { isDay } from '#contract/days';
import type { PeriodName } from '#web/charges/charge-period.ts';
import { useSearchParams } from '#web/ui/navigation.tsx';
import { parsePageNumber } from '#web/ui/page-number.ts';
import { useDebouncedSearch } from '#web/ui/use-debounced-search.ts';

const PERIOD = 'vista';
const DAY = 'fecha';
const PART = 'parte';
const STATUS = 'estado';
const INVOICE = 'boleta';
const SEARCH = 'buscar';
const PAGE = 'pagina';

/** The words of the address. The month is what the page shows at first. */
const PERIOD_WORDS: Record<Exclude<PeriodName, 'month'>, string> = { day: 'dia', week: 'semana' };
const STATUS_WORDS: Record<ChargeStatus, string> = {
  pending: 'pendiente',
  partial: 'parcial',
  paid: 'pagado',
  void: 'anulado',
};
const PENDING_PART = 'pendientes';
const WITHOUT_INVOICE = 'sin';

/** useDebouncedSearch requires flushSync, and a checkbox shows at once what was pressed. */
const STAY = { replace: true, preventScrollReset: true, flushSync: true } as const;

export interface ChargesAddress {
  period: PeriodName;
  day: string;
  status?: ChargeStatus | undefined;
  withoutInvoice: boolean;
  search: string;
  page: number;
}

const nameWith = <Name extends string>(words: Record<Name, string>, word: string | null): Name | undefined =>
  (Object.keys(words) as Name[]).find((name) => words[name] === word);

/** Reads the address. Words that it does not know mean what the page shows at first. */
export function readAddress(params: URLSearchParams, today: string): ChargesAddress {
  const day = params.get(DAY);
  return {
    period: nameWith(PERIOD_WORDS, params.get(PERIOD)) ?? 'month',
    day: day !== null && isDay(day) ? day : today,
    status: nameWith(STATUS_WORDS, params.get(STATUS)),
    withoutInvoice: params.get(INVOICE) === WITHOUT_INVOICE,
    search: params.get(SEARCH)?.trim() ?? '',
    page: parsePageNumber(params.get(PAGE)),
  };
}

/** The part of the address that shows these charges. */
export function writeAddress({ period, day, status, withoutInvoice, search, page }: ChargesAddress): string {
  const params = new URLSearchParams();
  if (period !== 'month') params.set(PERIOD, PERIOD_WORDS[period]);
  params.set(DAY, day);
  if (status) params.set(STATUS, STATUS_WORDS[status]);
  if (withoutInvoice) params.set(INVOICE, WITHOUT_INVOICE);
  if (search) params.set(SEARCH, search);
  if (page > 1) params.set(PAGE, String(page));
  return `?${params}`;
}

/** Which charges the address shows, and a function that changes a part of it. The search follows what is typed. */
export function useChargesAddress(today: string) {
  const [params, setParams] = useSearchParams();
  const shown = readAddress(params, today);
  /** Other charges begin with their first page. */
  const addressWith = (change: Partial<ChargesAddress>) => writeAddress({ ...shown, page: 1, ...change });
  const setSearch = useCallback(
    (search: string) =>
      setParams(
        (current) => new URLSearchParams(writeAddress({ ...readAddress(current, today), search, page: 1 })),
        STAY,
      ),
    [setParams, today],
  );
  const { typed, setTyped } = useDebouncedSearch(shown.search, setSearch);
  return {
    ...shown,
    typed,
    setTyped,
    addressWith,
    change: (change: Partial<ChargesAddress>) => setParams(addressWith(change), { preventScrollReset: true }),
    filter: (change: Partial<ChargesAddress>) => setParams(addressWith(change), STAY),
  };
}

/** Which part of the page the address shows. Only the part that is shown is loaded: each reading is in the access log. */
export function useChargesPart(): { isPending: boolean; show: (pending: boolean) => void } {
  const [params, setParams] = useSearchParams();
  return {
    isPending: params.get(PART) === PENDING_PART,
    show: (pending) => {
      const next = new URLSearchParams(params);
      if (pending) next.set(PART, PENDING_PART);
      else next.delete(PART);
      setParams(next, { replace: true, preventScrollReset: true });
    },
  };
}
