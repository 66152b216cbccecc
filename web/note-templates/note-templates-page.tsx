import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import { FavouritesCard } from '#web/note-templates/favourites-card.tsx';
import { TemplatesCard } from '#web/note-templates/templates-card.tsx';
import { PATHS } from '#web/platform/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Page } from '#web/ui/page.tsx';

export const NoteTemplatesPage = () => (
  <Page
    title="Plantillas y recetas favoritas"
    subtitle="Lo que repites en tus notas clínicas"
    narrow
    back={
      <Link
        to={PATHS.account}
        aria-label="Volver a Configuración de Cuenta"
        className={`${buttonClass({ look: 'secondary', size: 'icon' })} shrink-0`}
      >
        <ArrowLeft size={20} aria-hidden="true" />
      </Link>
    }
  >
    <div className="space-y-6">
      <TemplatesCard />
      <FavouritesCard />
    </div>
  </Page>
);
