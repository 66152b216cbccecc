import type { FormEvent, ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { DialogActions } from '#web/ui/dialog-actions.tsx';
import { useDiscardQuestion } from '#web/ui/discard-question.tsx';
import { Form } from '#web/ui/form.tsx';

interface Props {
  title: string;
  description?: string | undefined;
  isDirty: boolean;
  busy: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog. Changes are not discarded without asking. */
export function FormDialog({ title, description, isDirty, busy, onSubmit, onClose, children }: Props) {
  const discard = useDiscardQuestion({ hasText: () => isDirty, onLeave: onClose });
  const leave = () => !busy && discard.leave();
  return (
    <Dialog title={title} description={description} wide onClose={leave}>
      <Form onSubmit={onSubmit} busy={busy}>
        <div className="space-y-5">{children}</div>
        <DialogActions>
          <Button look="secondary" onClick={leave}>
            Cancelar
          </Button>
          <Button type="submit">{busy ? 'Guardando...' : 'Guardar'}</Button>
        </DialogActions>
      </Form>
      {discard.question}
    </Dialog>
  );
}
