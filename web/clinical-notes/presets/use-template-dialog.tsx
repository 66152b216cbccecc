import { useState } from 'react';
import type { NoteTemplate } from '#contract/presets';
import type { NoteForm } from '#web/clinical-notes/clinical-note-form.ts';
import { ChoiceList } from '#web/clinical-notes/presets/choice-list.tsx';
import {
  copiedTexts,
  occupiedTexts,
  TEMPLATE_TEXTS,
  type TemplateText,
} from '#web/clinical-notes/presets/copy-template.ts';
import { TEMPLATES_NOT_LOADED, useNoteTemplates } from '#web/clinical-notes/presets/presets.queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { DialogActions } from '#web/ui/dialog-actions.tsx';
import { showToast } from '#web/ui/toast.ts';

interface Props {
  form: NoteForm;
  onClose: () => void;
}

/** Copies a template into the empty texts of the note. Asks what to do with each text that is not empty. */
export function UseTemplateDialog({ form, onClose }: Props) {
  const templates = useNoteTemplates();
  const [asked, ask] = useState<NoteTemplate>();
  const copy = (template: NoteTemplate, appendsTo: (text: TemplateText) => boolean) => {
    copyTemplate(form, template, appendsTo);
    onClose();
  };
  const choose = (template: NoteTemplate) => {
    if (occupiedTexts(template, form.getValues()).length > 0) ask(template);
    else copy(template, () => false);
  };
  if (asked) {
    return (
      <Dialog
        title={`Usar «${asked.name}»`}
        description="Ya escribiste en estos campos. Lo que escribiste no se borra."
        onClose={onClose}
      >
        <OccupiedTexts form={form} template={asked} onCopy={copy} onClose={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog
      title="Usar plantilla"
      description="Sus textos se copian en los campos vacíos de la nota."
      onClose={onClose}
    >
      <ChoiceList
        label="Plantillas"
        query={templates}
        notLoaded={TEMPLATES_NOT_LOADED}
        empty="Aún no tienes plantillas. Escribe una nota y guárdala con «Guardar como plantilla», o créala en la configuración."
        content={(template) => TEMPLATE_TEXTS.flatMap(({ name }) => template[name] ?? []).join(' · ')}
        actions={(template) => (
          <Button look="secondary" onClick={() => choose(template)} aria-label={`Usar ${template.name}`}>
            Usar
          </Button>
        )}
      />
    </Dialog>
  );
}

/** 'Deshacer' leaves a text alone that was changed after the copy. */
function copyTemplate(form: NoteForm, template: NoteTemplate, appendsTo: (text: TemplateText) => boolean): void {
  const before = form.getValues();
  const after = copiedTexts(template, before, appendsTo);
  const changed = TEMPLATE_TEXTS.flatMap(({ name }) => (after[name] === undefined ? [] : [name]));
  const earlier = Object.fromEntries(changed.map((name) => [name, before[name]]));
  const write = (name: TemplateText, text = '') => form.setValue(name, text);
  for (const name of changed) write(name, after[name]);
  if (changed.length === 0) return;
  const undo = () => {
    for (const name of changed) if (form.getValues(name) === after[name]) write(name, earlier[name]);
  };
  showToast({
    title: 'Éxito',
    description: 'Plantilla copiada en la nota',
    action: { label: 'Deshacer', onPress: undo },
  });
}

interface OccupiedProps {
  form: NoteForm;
  template: NoteTemplate;
  onCopy: (template: NoteTemplate, appendsTo: (text: TemplateText) => boolean) => void;
  onClose: () => void;
}

function OccupiedTexts({ form, template, onCopy, onClose }: OccupiedProps) {
  const [occupied] = useState(() => occupiedTexts(template, form.getValues()));
  const [kept, keep] = useState<readonly TemplateText[]>([]);
  const choose = (name: TemplateText, isKept: boolean) =>
    keep(isKept ? [...kept, name] : kept.filter((one) => one !== name));
  return (
    <>
      <div className="space-y-4">
        {TEMPLATE_TEXTS.filter(({ name }) => occupied.includes(name)).map(({ name, title }) => (
          <fieldset key={name} className="min-w-0">
            <legend className="font-semibold">{title}</legend>
            <div className="flex flex-wrap gap-x-6">
              <Choice
                name={name}
                label="Agregar debajo"
                checked={!kept.includes(name)}
                onChoose={() => choose(name, false)}
              />
              <Choice
                name={name}
                label="Dejar como está"
                checked={kept.includes(name)}
                onChoose={() => choose(name, true)}
              />
            </div>
          </fieldset>
        ))}
      </div>
      <DialogActions>
        <Button look="secondary" onClick={onClose}>
          Cancelar
        </Button>
        <Button onClick={() => onCopy(template, (name) => !kept.includes(name))}>Copiar en la nota</Button>
      </DialogActions>
    </>
  );
}

interface ChoiceProps {
  name: string;
  label: string;
  checked: boolean;
  onChoose: () => void;
}

const Choice = ({ name, label, checked, onChoose }: ChoiceProps) => (
  <label className="flex min-h-11 cursor-pointer items-center gap-2.5">
    <input type="radio" name={name} checked={checked} onChange={onChoose} className="size-5 accent-austral-600" />
    {label}
  </label>
);
