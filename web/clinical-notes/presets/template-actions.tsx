import { useState } from 'react';
import type { NoteForm } from '#web/clinical-notes/clinical-note-form.ts';
import { notifyInvalid } from '#web/platform/query-client.ts';
import { Button } from '#web/ui/button.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';

const UseTemplateDialog = onDemand(
  async () => (await import('#web/clinical-notes/presets/use-template-dialog.tsx')).UseTemplateDialog,
);
const TemplateFormDialog = onDemand(
  async () => (await import('#web/clinical-notes/presets/template-form-dialog.tsx')).TemplateFormDialog,
);

export function TemplateActions({ form }: { form: NoteForm }) {
  const [shown, show] = useState<'use' | 'save'>();
  const close = () => show(undefined);
  const keep = () => {
    const texts = form.getValues(['reason', 'anamnesis', 'plansAndIndications']);
    if (texts.some((text) => text.trim())) show('save');
    else notifyInvalid('Escribe el motivo, la anamnesis o los planes antes de guardar una plantilla');
  };
  return (
    <div className="flex flex-wrap gap-2 sm:gap-3">
      <Button look="secondary" onClick={() => show('use')}>
        Usar plantilla
      </Button>
      <Button look="ghost" onClick={keep}>
        Guardar como plantilla
      </Button>
      {shown === 'use' && <UseTemplateDialog form={form} onClose={close} />}
      {shown === 'save' && (
        <TemplateFormDialog
          title="Guardar como plantilla"
          description="La usarás con otros pacientes: quita de los textos lo que sea solo de este."
          texts={form.getValues()}
          onClose={close}
        />
      )}
    </div>
  );
}
