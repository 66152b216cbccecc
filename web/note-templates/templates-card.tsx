import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { NoteTemplate } from '#contract/note-templates';
import { TEMPLATE_TEXTS } from '#web/clinical-notes/presets/copy-template.ts';
import {
  TEMPLATES_NOT_LOADED,
  useDeleteNoteTemplate,
  useNoteTemplates,
} from '#web/clinical-notes/presets/presets.queries.ts';
import { PresetList } from '#web/note-templates/preset-list.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const TemplateFormDialog = onDemand(
  async () => (await import('#web/clinical-notes/presets/template-form-dialog.tsx')).TemplateFormDialog,
);

const textOf = (template: NoteTemplate): string =>
  TEMPLATE_TEXTS.flatMap(({ name }) => template[name] ?? []).join(' · ');

export function TemplatesCard() {
  const { data: templates, isError, refetch } = useNoteTemplates();
  const [edited, setEdited] = useState<NoteTemplate | 'new'>();
  const [deleted, setDeleted] = useState<NoteTemplate>();
  const deletion = useDeleteNoteTemplate();
  const close = () => setDeleted(undefined);
  return (
    <Card
      title="Plantillas de notas"
      action={
        <Button look="secondary" onClick={() => setEdited('new')}>
          <Plus size={18} aria-hidden="true" />
          Agregar plantilla
        </Button>
      }
    >
      <p className="mb-4 max-w-prose text-muted">
        Motivo, anamnesis y planes que usas a menudo. Se copian en la nota: si después cambias la plantilla, tus notas
        no cambian. No guardes en ellas datos de un paciente.
      </p>
      {templates?.length === 0 && (
        <p>
          Aún no tienes plantillas. Agrega una aquí, o guarda una desde una nota clínica con «Guardar como plantilla».
        </p>
      )}
      {templates && templates.length > 0 && (
        <PresetList
          label="Plantillas de notas"
          items={templates}
          content={textOf}
          onEdit={setEdited}
          onDelete={setDeleted}
        />
      )}
      {!templates && isError && <InlineFailure text={TEMPLATES_NOT_LOADED} onRetry={() => void refetch()} />}
      {!templates && !isError && <Skeleton className="h-16" />}
      {edited && (
        <TemplateFormDialog
          title={edited === 'new' ? 'Agregar plantilla' : 'Editar plantilla'}
          template={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
      {deleted && (
        <ConfirmDialog
          title="¿Eliminar plantilla?"
          confirmLabel="Sí, eliminar plantilla"
          busyLabel="Eliminando..."
          busy={deletion.isPending}
          onConfirm={() => deletion.mutate(deleted._id, { onSettled: close })}
          onCancel={close}
        >
          <p>
            Se eliminará la plantilla <strong className="text-ink">{deleted.name}</strong>. Tus notas no cambian.
          </p>
        </ConfirmDialog>
      )}
    </Card>
  );
}
