import type { NoteTemplate } from '#contract/presets';
import { TEMPLATE_TEXTS } from '#web/clinical-notes/presets/copy-template.ts';
import {
  TEMPLATES_NOT_LOADED,
  useDeleteNoteTemplate,
  useNoteTemplates,
} from '#web/clinical-notes/presets/presets.queries.ts';
import { PresetsCard } from '#web/presets/presets-card.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';

const TemplateFormDialog = onDemand(
  async () => (await import('#web/clinical-notes/presets/template-form-dialog.tsx')).TemplateFormDialog,
);

const textOf = (template: NoteTemplate): string =>
  TEMPLATE_TEXTS.flatMap(({ name }) => template[name] ?? []).join(' · ');

export const TemplatesCard = () => (
  <PresetsCard
    title="Plantillas de notas"
    noun="plantilla"
    description="Motivo, anamnesis y planes que usas a menudo. Se copian en la nota: si después cambias la plantilla, tus notas no cambian. No guardes en ellas datos de un paciente."
    empty="Aún no tienes plantillas. Agrega una aquí, o guarda una desde una nota clínica con «Guardar como plantilla»."
    notLoaded={TEMPLATES_NOT_LOADED}
    query={useNoteTemplates()}
    deletion={useDeleteNoteTemplate()}
    content={textOf}
    form={({ title, preset, onClose }) => <TemplateFormDialog title={title} template={preset} onClose={onClose} />}
  />
);
