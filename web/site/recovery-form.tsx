import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { RecoveryRequest, requestRecovery } from '#contract/recovery';
import { call } from '#web/platform/api.ts';
import { queryClient } from '#web/platform/query-client.ts';
import { showServerErrors } from '#web/platform/server-errors.ts';
import { Button } from '#web/ui/button.tsx';
import { CARD_CLASS } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { Form } from '#web/ui/form.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

/** Asks for a link. The page is outside the providers of the application, so it names the query client itself. */
export function RecoveryForm() {
  const request = useMutation(
    { mutationFn: (body: RecoveryRequest) => call(requestRecovery, { body }), gcTime: 0 },
    queryClient,
  );
  const form = useForm({ resolver: zodResolver(RecoveryRequest), defaultValues: { email: '' } });
  const submit = form.handleSubmit((body) =>
    request.mutate(body, { onError: (error) => showServerErrors(form, error, 'email') }),
  );
  const { data, error } = request;
  return (
    <div className={`${CARD_CLASS} mt-8 p-5 sm:p-7`}>
      <Form onSubmit={submit} busy={request.isPending} className="space-y-5">
        <Field label="Email" error={form.formState.errors.email?.message}>
          <TextInput {...form.register('email')} type="email" autoComplete="username" placeholder="nombre@ejemplo.cl" />
        </Field>
        <Button type="submit" size="lg" className="max-sm:w-full">
          {request.isPending ? 'Enviando...' : 'Enviar enlace'}
        </Button>
      </Form>
      <div role="status" className="not-empty:mt-5">
        {data && (
          <p className="flex items-start gap-3 rounded-control bg-green-tint px-4 py-3">
            <MailCheck className="mt-0.5 size-5 shrink-0 text-green" aria-hidden="true" />
            <span>{data.message} Revisa también la carpeta de correo no deseado.</span>
          </p>
        )}
      </div>
      <div role="alert" className="not-empty:mt-5">
        {error && <p className="rounded-control bg-red-tint px-4 py-3 text-red">{error.message}</p>}
      </div>
    </div>
  );
}
