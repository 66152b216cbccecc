import { useNoteTemplates } from '#web/clinical-notes/presets/presets.queries.ts';
import { PATHS } from '#web/platform/paths.ts';
import { FavouritesCard } from '#web/presets/favourites-card.tsx';
import { TemplatesCard } from '#web/presets/templates-card.tsx';
import { BackLink } from '#web/ui/back-link.tsx';
import { Page } from '#web/ui/page.tsx';
import { ShownWhen } from '#web/ui/shown-when.tsx';

export function PresetsPage() {
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
