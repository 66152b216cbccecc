import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { AssistantInvitation, type AssistantPermissions, type InvitedAssistant } from '#contract/assistants';
import { useInviteAssistant } from '#web/assistants/assistants.queries.ts';
import { CreatedInvitation } from '#web/assistants/created-invitation.tsx';
import { PermissionSwitches } from '#web/assistants/permission-switches.tsx';
import { isError } from '#web/platform/api-error.ts';
import { showServerErrors } from '#web/platform/server-errors.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { DialogActions } from '#web/ui/dialog-actions.tsx';
import { useDiscardQuestion } from '#web/ui/discard-question.tsx';
import { Field } from '#web/ui/field.tsx';
import { Form } from '#web/ui/form.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

/** Asks whom to invite, and then shows the link. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [invited, setInvited] = useState<InvitedAssistant>();
  const [hasText, setHasText] = useState(false);
  const discard = useDiscardQuestion({ hasText: () => hasText && !invited, onLeave: onClose });
  return (
    <Dialog title="Invitar a tu secretaría" description={invited?.name} onClose={discard.leave}>
      {invited ? (
        <CreatedInvitation invited={invited} onClose={onClose} />
      ) : (
        <InvitationForm onInvited={setInvited} onText={() => setHasText(true)} onCancel={discard.leave} />
      )}
      {discard.question}
    </Dialog>
  );
}

interface FormProps {
  onInvited: (invited: InvitedAssistant) => void;
  onText: () => void;
  onCancel: () => void;
}

function InvitationForm({ onInvited, onText, onCancel }: FormProps) {
  const invite = useInviteAssistant();
  const form = useForm({
    resolver: zodResolver(AssistantInvitation),
    defaultValues: { name: '', email: '', canEditPatients: false, canCharge: false },
  });
  const { errors } = form.formState;
  const [canEditPatients, canCharge] = useWatch({ control: form.control, name: ['canEditPatients', 'canCharge'] });
  const change = (permissions: AssistantPermissions) => {
    form.setValue('canEditPatients', permissions.canEditPatients);
    form.setValue('canCharge', permissions.canCharge);
  };
  const showRefusal = (error: Error) => {
    if (isError(error, 'EMAIL_IN_USE') || isError(error, 'ASSISTANT_EXISTS')) {
      form.setError('email', { message: error.message });
    }
    showServerErrors(form, error, 'email');
  };
  const submit = form.handleSubmit((body) => invite.mutate(body, { onSuccess: onInvited, onError: showRefusal }));
  return (
    <Form onSubmit={submit} busy={invite.isPending}>
      <div className="space-y-5" onInput={onText}>
        <Field label="Nombre" required error={errors.name?.message}>
          <TextInput {...form.register('name')} autoComplete="off" placeholder="Marta Soto" />
        </Field>
        <Field label="Email" required error={errors.email?.message}>
          <TextInput {...form.register('email')} type="email" autoComplete="off" placeholder="nombre@ejemplo.cl" />
        </Field>
        <PermissionSwitches permissions={{ canEditPatients, canCharge }} onChange={change} withMeanings />
        <p className="rounded-control bg-paper px-4 py-3 text-sm">
          Verá tu agenda, con la nota de cada cita, y los datos de contacto de tus pacientes. Nunca ve fichas clínicas,
          alergias, notas clínicas ni documentos.
        </p>
      </div>
      <DialogActions>
        <Button look="secondary" onClick={onCancel}>
          Cancelar
        </Button>
        <Button type="submit">{invite.isPending ? 'Invitando...' : 'Invitar'}</Button>
      </DialogActions>
    </Form>
  );
}
