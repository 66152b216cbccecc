import { useMutation } from '@tanstack/react-query';
import { REGISTERED_MESSAGE, type Registration, register } from '#contract/auth';
import { call } from '#web/platform/api.ts';

export const useRegister = () =>
  useMutation({
    mutationFn: (body: Registration) => call(register, { body }),
    gcTime: 0,
    meta: {
      doneTitle: 'Registro exitoso',
      done: REGISTERED_MESSAGE,
      failedTitle: 'Error de registro',
      failed: (error) => error.message || 'Error al crear la cuenta',
    },
  });
