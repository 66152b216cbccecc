import { useQuery } from '@tanstack/react-query';
import { listCharges } from '#contract/charge-summaries';
import { queryFor } from '#web/platform/api.ts';
import { receiptDocuments } from '#web/shares/shareable-documents.ts';

/** The receipts of a patient that can be sent. Loaded with the dialog that sends. */
export const useReceiptDocuments = (patientId: string, enabled: boolean) =>
  useQuery({
    ...queryFor(listCharges, { query: { patientId } }),
    enabled,
    select: ({ charges }) => receiptDocuments(charges),
  });
