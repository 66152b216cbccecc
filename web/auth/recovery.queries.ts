import { useMutation } from '@tanstack/react-query';
import { confirmEmail, confirmRecovery, requestConfirmationMail } from '#contract/recovery';
import { refreshUser } from '#web/auth/auth.queries.ts';
import { call } from '#web/platform/api.ts';

/** The page itself says what happened. The variables contain a token or a password. */
export const useConfirmRecovery = () =>
  useMutation({
    mutationFn: (body: { token: string; password: string }) => call(confirmRecovery, { body }),
    gcTime: 0,
  });

export const useConfirmEmail = () =>
  useMutation({
    mutationFn: (token: string) => call(confirmEmail, { body: { token } }),
    gcTime: 0,
    onSuccess: refreshUser,
  });

export const useRequestConfirmationMail = () =>
  useMutation({
    mutationFn: () => call(requestConfirmationMail),
    meta: {
      doneTitle: 'Correo en camino',
      done: 'Te enviamos un enlace para confirmar tu correo.',
      failed: 'No se pudo enviar el correo',
    },
  });
