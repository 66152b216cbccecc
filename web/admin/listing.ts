import type { UseQueryResult } from '@tanstack/react-query';

/** A page of a list and the length of the whole list, from two requests. */
export interface Listing<Row> {
  rows: readonly Row[] | undefined;
  total: number | undefined;
  isFailed: boolean;
  /** Both replies belong to the latest request. */
  isSettled: boolean;
  retry: () => void;
}

export function listingOf<Row>(page: UseQueryResult<Row[]>, count: UseQueryResult<{ total: number }>): Listing<Row> {
  return {
    rows: page.data,
    total: count.data?.total,
    isFailed: (page.isError && !page.data) || (count.isError && !count.data),
    isSettled: !page.isPlaceholderData && !count.isPlaceholderData,
    retry: () => {
      for (const query of [page, count]) if (query.isError) void query.refetch();
    },
  };
}
