/** How soon a mail that waits for the mail server is asked for again. */
const PENDING_INTERVAL_MS = 10_000;

interface Read<Data> {
  state: { data: Data | undefined; status: string };
}

/** The `refetchInterval` of a query that shows what becomes of mails. */
export const whilePending =
  <Data>(isPending: (data: Data) => boolean) =>
  ({ state: { data, status } }: Read<Data>): number | false =>
    status !== 'error' && data !== undefined && isPending(data) ? PENDING_INTERVAL_MS : false;
