import { useCallback } from 'react';
import { USER_ORDERS } from '#contract/admin';
import { useSearchParams } from '#web/ui/navigation.tsx';
import { parsePageNumber } from '#web/ui/page-number.ts';
import type { Sorting } from '#web/ui/table.tsx';
import { useDebouncedSearch } from '#web/ui/use-debounced-search.ts';

export type UserOrder = (typeof USER_ORDERS)[number];

const NEWEST_FIRST: Sorting<UserOrder> = { by: 'registrationDate', direction: 'desc' };
/** The columns that are first sorted in descending order. */
const DESCENDING_FIRST: readonly UserOrder[] = ['subscriptionStatus', 'patientCount', 'registrationDate'];

/** 'name-asc'; anything else is the default order. */
export function sortingIn(text: string | null): Sorting<UserOrder> {
  const [by, direction] = text?.split('-') ?? [];
  const known = USER_ORDERS.find((order) => order === by);
  return known && (direction === 'asc' || direction === 'desc') ? { by: known, direction } : NEWEST_FIRST;
}

/** The order after a press on the heading of a column. */
export function sortedBy(now: Sorting<UserOrder>, by: UserOrder): Sorting<UserOrder> {
  if (now.by === by) return { by, direction: now.direction === 'asc' ? 'desc' : 'asc' };
  return { by, direction: DESCENDING_FIRST.includes(by) ? 'desc' : 'asc' };
}

const sortingText = ({ by, direction }: Sorting<UserOrder>): string | undefined =>
  by === NEWEST_FIRST.by && direction === NEWEST_FIRST.direction ? undefined : `${by}-${direction}`;

/** Changes these parameters and keeps the others. Empty values are left out. */
export function withChanges(params: URLSearchParams, changes: Record<string, string | undefined>): URLSearchParams {
  const changed = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    if (value) changed.set(name, value);
    else changed.delete(name);
  }
  return changed;
}

// useDebouncedSearch requires flushSync.
const STAY = { preventScrollReset: true, flushSync: true } as const;

/** The server refuses longer searches. */
const MAX_SEARCH_LENGTH = 120;

const NAMES = {
  users: { search: 'buscar', page: 'pagina' },
  webhooks: { search: 'buscar-webhooks', page: 'pagina-webhooks' },
  mails: { search: 'buscar-correos', page: 'pagina-correos' },
  agreements: { search: 'buscar-contratos', page: 'pagina-contratos' },
} as const;

/** The search and page of a list, kept in the address beside those of the other lists. */
export function useListAddress(list: keyof typeof NAMES) {
  const names = NAMES[list];
  const [params, setParams] = useSearchParams();
  const search = params.get(names.search)?.trim().slice(0, MAX_SEARCH_LENGTH) ?? '';
  const setSearch = useCallback(
    (next: string) =>
      setParams((old) => withChanges(old, { [names.search]: next, [names.page]: undefined }), {
        ...STAY,
        replace: true,
      }),
    [setParams, names],
  );
  const toPage = (page: number) => withChanges(params, { [names.page]: page > 1 ? String(page) : undefined });
  return {
    ...useDebouncedSearch(search, setSearch),
    search,
    page: parsePageNumber(params.get(names.page)),
    addressOfPage: (page: number) => String(toPage(page)),
    goToPage: (page: number) => setParams(toPage(page), STAY),
  };
}
export type ListAddress = ReturnType<typeof useListAddress>;

const ORDER = 'orden';

export function useUserSorting() {
  const [params, setParams] = useSearchParams();
  const sorting = sortingIn(params.get(ORDER));
  const sortBy = (by: UserOrder) => {
    const changes = { [ORDER]: sortingText(sortedBy(sorting, by)), [NAMES.users.page]: undefined };
    setParams(withChanges(params, changes), { ...STAY, replace: true });
  };
  return { sorting, sortBy };
}

const TAB = 'tab';
export const TABS = {
  users: 'Usuarios',
  webhooks: 'Webhooks',
  mails: 'Correos',
  incidents: 'Incidentes',
  agreements: 'Contrato de encargo',
} as const;
export type TabName = (typeof TABS)[keyof typeof TABS];

/** What the address says of each tab. The first one needs no word. */
const TAB_WORDS: Record<TabName, string | undefined> = {
  Usuarios: undefined,
  Webhooks: 'webhooks',
  Correos: 'correos',
  Incidentes: 'incidentes',
  'Contrato de encargo': 'encargo',
};

export function useShownTab(tabs: readonly TabName[]) {
  const [params, setParams] = useSearchParams();
  const word = params.get(TAB) ?? undefined;
  const shown = tabs.find((name) => TAB_WORDS[name] === word) ?? TABS.users;
  const show = (name: TabName) =>
    setParams(withChanges(params, { [TAB]: TAB_WORDS[name] }), { ...STAY, replace: true });
  return { shown, show };
}
