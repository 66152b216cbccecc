import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { SecondFactorCode } from '#contract/auth';
import { useAnswerChallenge } from '#web/auth/login.queries.ts';
import { isError } from '#web/platform/api-error.ts';
import { showServerErrors } from '#web/platform/server-errors.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Form } from '#web/ui/form.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

const CodeForm = z.object({ code: SecondFactorCode });

interface Props {
  challenge: string;
  /** Back to the password: by choice, or because the challenge has ended. */
  onBack: () => void;
}

/** The second step of a login. */
export function SecondFactorForm({ challenge, onBack }: Props) {
  const answer = useAnswerChallenge(challenge);
  const [isRecovery, setRecovery] = useState(false);
  const form = useForm({
    resolver: zodResolver(CodeForm),
    defaultValues: { code: '' },
  });
  const submit = form.handleSubmit(({ code }) =>
    answer.mutate(code, {
      onError: (error) => (isError(error, 'CHALLENGE_EXPIRED') ? onBack() : showServerErrors(form, error, 'code')),
    }),
  );
  // Also when the other kind of code is chosen, which empties the field.
  useEffect(() => {
    form.setValue('code', '');
    form.clearErrors();
    form.setFocus('code', { shouldSelect: isRecovery });
  }, [form, isRecovery]);

  return (
    <div className="mx-auto w-full max-w-sm">
      <h1 className="text-title max-lg:text-center">Verificación en dos pasos</h1>
      <p className="mt-1.5 text-muted max-lg:text-center">
        {isRecovery
          ? 'Ingresa uno de los códigos que guardaste al activarla. Cada uno sirve una vez.'
          : 'Ingresa el código de seis dígitos que muestra tu aplicación.'}
      </p>
      <Form onSubmit={submit} busy={answer.isPending} className="mt-8 space-y-5">
        <Field label={isRecovery ? 'Código de recuperación' : 'Código'} error={form.formState.errors.code?.message}>
          <TextInput
            {...form.register('code')}
            autoComplete={isRecovery ? 'off' : 'one-time-code'}
            inputMode={isRecovery ? 'text' : 'numeric'}
            autoCapitalize="characters"
            spellCheck={false}
          />
        </Field>
        <Button type="submit" size="lg" className="w-full">
          {answer.isPending ? 'Verificando...' : 'Verificar'}
        </Button>
        <div className="flex flex-col items-center gap-1">
          <Button look="ghost" onClick={() => setRecovery(!isRecovery)}>
            {isRecovery ? 'Usar el código de la aplicación' : 'Usar un código de recuperación'}
          </Button>
          <Button look="ghost" onClick={onBack}>
            Volver
          </Button>
        </div>
      </Form>
    </div>
  );
}
