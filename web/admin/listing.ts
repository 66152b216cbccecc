import type { UseQueryResult } from '@tanstack/react-query';

/** A page of a list and how long the whole list is: two answers, seen as one. */
export interface Listing<Row> {
  rows?: readonly Row[];
  total?: number;
  isFailed: boolean;
  /** Both are of what was asked last. */
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
