import { Link } from 'react-router';
import { PATHS } from '#web/platform/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Page } from '#web/ui/page.tsx';
import { NightSky } from '#web/ui/pictures.tsx';

/** The page of a section that has none yet. */
export function NotBuiltPage({ title }: { title: string }) {
  return (
    <Page title={title}>
      <Card>
        <EmptyState
          picture={<NightSky />}
          title="Esta sección aún no está disponible"
          text="La estamos construyendo. Cuando esté lista, la encontrarás en el menú."
          action={
            <Link to={PATHS.home} className={buttonClass({ look: 'secondary' })}>
              Ir al inicio
            </Link>
          }
        />
      </Card>
    </Page>
  );
}
