import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { NightSky } from '#web/ui/pictures.tsx';
import { RetryButton } from '#web/ui/retry-button.tsx';

/** Replaces the content of a page that could not be loaded. */
export function LoadFailure({ title, onRetry }: { title: string; onRetry: () => void }) {
  return (
    <Card>
      <EmptyState
        picture={<NightSky />}
        title={title}
        text="Revisa tu conexión e intenta nuevamente."
        action={<RetryButton onRetry={onRetry} />}
      />
    </Card>
  );
}
