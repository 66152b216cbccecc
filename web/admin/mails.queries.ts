import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { countMails, listMails, MAILS_PER_PAGE } from '#contract/mail';
import { FAILED } from '#web/admin/admin-texts.ts';
import { listingOf } from '#web/admin/listing.ts';
import { queryFor } from '#web/platform/api.ts';

/** Keeps the previous page while the next one loads. */
export function useMailsPage(page: number, search: string) {
  const filter = { search: search || undefined };
  const window = { ...filter, page, limit: MAILS_PER_PAGE };
  const texts = { failed: FAILED.mails };
  return listingOf(
    useQuery({ ...queryFor(listMails, { query: window }, texts), placeholderData: keepPreviousData }),
    useQuery({ ...queryFor(countMails, { query: filter }, texts), placeholderData: keepPreviousData }),
  );
}
