import { MessagePage } from '#web/app/message-page.tsx';
import { RetryButton } from '#web/ui/retry-button.tsx';

export const ServerUnreachablePage = ({ onRetry }: { onRetry: () => void }) => (
  <MessagePage
    title="Sin conexión con el servidor"
    text="Seguimos reintentando. Revisa tu conexión a internet; tu sesión sigue abierta."
  >
    <RetryButton onRetry={onRetry} />
  </MessagePage>
);
