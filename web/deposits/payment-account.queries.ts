import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  deletePaymentAccount,
  getPaymentAccount,
  type PaymentCredentials,
  putPaymentAccount,
} from '#contract/deposits';
import { call, queryFor } from '#web/platform/api.ts';
import { isError } from '#web/platform/api-error.ts';

export const PAYMENT_ACCOUNT_NOT_LOADED = 'No se pudo cargar si tus pacientes pueden pagar abonos';

// The card shows its own failure, and the form of a service goes on without the account.
const paymentAccount = queryFor(getPaymentAccount, {});

export const usePaymentAccount = () => useQuery(paymentAccount);

const PROVIDER_DOWN =
  'Mercado Pago no responde, así que no pudimos probar tus credenciales. No guardamos nada: intenta de nuevo en unos minutos.';

export function useSavePaymentAccount() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: PaymentCredentials) => call(putPaymentAccount, { body }),
    // The request contains the secrets.
    gcTime: 0,
    meta: {
      done: 'Mercado Pago aceptó tus credenciales',
      failed: (error) =>
        isError(error, 'PAYMENT_PROVIDER_UNAVAILABLE')
          ? PROVIDER_DOWN
          : error.message || 'No se pudieron guardar las credenciales',
    },
    onSuccess: (account) => cache.setQueryData(paymentAccount.queryKey, account),
  });
}

export function useDeletePaymentAccount() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call(deletePaymentAccount),
    meta: { done: 'Borramos tus credenciales de Mercado Pago', failed: 'No se pudieron borrar las credenciales' },
    onSuccess: () => cache.invalidateQueries({ queryKey: paymentAccount.queryKey }),
  });
}
