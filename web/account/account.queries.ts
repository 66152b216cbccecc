import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  changePassword,
  PASSWORD_CHANGED_MESSAGE,
  type PasswordChange,
  type PersonalInfo,
  updatePersonalInfo,
} from '#contract/account';
import { clearMustChangePassword, refreshUser } from '#web/auth/auth.queries.ts';
import { accountSettings } from '#web/platform/account-settings.ts';
import { call } from '#web/platform/api.ts';
import { currentSession, replaceRefreshToken } from '#web/platform/session.ts';

export const useAccount = () => useQuery(accountSettings);

export function useUpdatePersonalInfo() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: PersonalInfo) => call(updatePersonalInfo, { body }),
    meta: {
      done: 'Información personal actualizada correctamente',
      failed: 'No se pudo actualizar la información personal',
    },
    onSuccess: (saved) => {
      cache.setQueryData(accountSettings.queryKey, saved);
      refreshUser();
    },
  });
}

export const useChangePassword = () =>
  useMutation({
    mutationFn: async (body: PasswordChange) => {
      const session = currentSession();
      const { message, refreshToken } = await call(changePassword, { body });
      if (refreshToken) replaceRefreshToken(session, refreshToken);
      return { message };
    },
    // The variables of the mutation contain both passwords.
    gcTime: 0,
    meta: { done: PASSWORD_CHANGED_MESSAGE, failed: 'No se pudo actualizar la contraseña' },
    onSuccess: clearMustChangePassword,
  });
