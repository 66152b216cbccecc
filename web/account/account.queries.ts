import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  changePassword,
  getAccount,
  PASSWORD_CHANGED_MESSAGE,
  type PasswordChange,
  type PersonalInfo,
  updatePersonalInfo,
} from '#contract/account';
import { seeOwnPassword, seeUserAnew } from '#web/auth/auth.queries.ts';
import { call, queryFor } from '#web/platform/api.ts';

export const ACCOUNT_UNREADABLE = 'No se pudo cargar la configuración de la cuenta';

const account = queryFor(getAccount, {}, { failed: ACCOUNT_UNREADABLE });

export const useAccount = () => useQuery(account);

export function useUpdatePersonalInfo() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: PersonalInfo) => call(updatePersonalInfo, { body }),
    meta: {
      done: 'Información personal actualizada correctamente',
      failed: 'No se pudo actualizar la información personal',
    },
    onSuccess: (saved) => {
      cache.setQueryData(account.queryKey, saved);
      seeUserAnew();
    },
  });
}

export const useChangePassword = () =>
  useMutation({
    mutationFn: (body: PasswordChange) => call(changePassword, { body }),
    // Its variables hold both passwords.
    gcTime: 0,
    meta: { done: PASSWORD_CHANGED_MESSAGE, failed: 'No se pudo actualizar la contraseña' },
    onSuccess: seeOwnPassword,
  });
