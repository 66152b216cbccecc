import { useQuery } from '@tanstack/react-query';
import { listCharges } from '#contract/charge-summaries';
import type { Charge } from '#contract/charges';
import { call, queryFor } from '#web/platform/api.ts';
import { receiptDocuments } from '#web/shares/shareable-documents.ts';

/** The receipts of a patient that can be sent. Loaded with the dialog that sends. */
export const useReceiptDocuments = (patientId: string, enabled: boolean) =>
  useQuery({
    queryKey: [...queryFor(listCharges, { query: { patientId } }).queryKey, 'all'],
    queryFn: ({ signal }) => allCharges(patientId, signal),
    enabled,
    select: receiptDocuments,
    meta: {},
  });

const CHARGES_AT_ONCE = 200;

/** Page by page: any of them may have the receipt that is sent. */
async function allCharges(patientId: string, signal: AbortSignal): Promise<Charge[]> {
  const all: Charge[] = [];
  for (let page = 1; ; page++) {
    const query = { patientId, page, limit: CHARGES_AT_ONCE };
    const { charges, total } = await call(listCharges, { query }, signal);
    all.push(...charges);
    if (charges.length === 0 || all.length >= total) return all;
  }
}
