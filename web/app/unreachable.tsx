import { MessagePage } from '#web/app/message-page.tsx';
import { Button } from '#web/ui/button.tsx';

/** The session may well be alive; only the server did not answer. */
export function Unreachable({ onRetry }: { onRetry: () => void }) {
  return (
    <MessagePage
      title="No pudimos conectar"
      text="El servidor no respondió. Revisa tu conexión a internet; tu sesión sigue abierta."
    >
      <Button onClick={onRetry}>Volver a intentar</Button>
    </MessagePage>
  );
}
