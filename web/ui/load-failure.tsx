import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { NightSky } from '#web/ui/pictures.tsx';

/** Replaces the content of a page that could not be loaded. */
export function LoadFailure({ title, onRetry }: { title: string; onRetry: () => void }) {
  return (
    <Card>
      <EmptyState
        picture={<NightSky />}
        title={title}
        text="Revisa tu conexión e intenta nuevamente."
        action={<Button onClick={onRetry}>Volver a intentar</Button>}
      />
    </Card>
  );
}
