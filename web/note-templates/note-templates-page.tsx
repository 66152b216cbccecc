import { useNoteTemplates } from '#web/clinical-notes/presets/presets.queries.ts';
import { FavouritesCard } from '#web/note-templates/favourites-card.tsx';
import { TemplatesCard } from '#web/note-templates/templates-card.tsx';
import { PATHS } from '#web/platform/paths.ts';
import { BackLink } from '#web/ui/back-link.tsx';
import { Page } from '#web/ui/page.tsx';
import { ShownWhen } from '#web/ui/shown-when.tsx';

export function NoteTemplatesPage() {
  const { isFetched } = useNoteTemplates();
  return (
    <Page
      title="Plantillas y recetas favoritas"
      subtitle="Lo que repites en tus notas clínicas"
      narrow
      back={<BackLink to={PATHS.account} label="Volver a Configuración de Cuenta" />}
    >
      <div className="space-y-6">
        <TemplatesCard />
        <ShownWhen ready={isFetched}>
          <FavouritesCard />
        </ShownWhen>
      </div>
    </Page>
  );
}
