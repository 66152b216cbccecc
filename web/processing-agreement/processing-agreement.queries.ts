import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { acceptProcessingAgreement, getProcessingAgreement } from '#contract/processing-agreement';
import { call, queryFor } from '#web/platform/api.ts';

// Each component that shows it reports its own failure.
const processingAgreement = queryFor(getProcessingAgreement, {});

export const useProcessingAgreement = (enabled = true) => useQuery({ ...processingAgreement, enabled });

export function useAcceptProcessingAgreement() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (version: string) => call(acceptProcessingAgreement, { body: { version } }),
    meta: { done: 'Contrato de encargo aceptado', failed: 'No se pudo aceptar el contrato de encargo' },
    onSuccess: (accepted) => cache.setQueryData(processingAgreement.queryKey, accepted),
    // Another version may have come into force.
    onError: () => cache.invalidateQueries({ queryKey: processingAgreement.queryKey }),
  });
}
