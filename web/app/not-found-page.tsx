import { MessagePage } from '#web/app/message-page.tsx';
import { PATHS } from '#web/platform/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Link } from '#web/ui/navigation.tsx';

export function NotFoundPage() {
  return (
    <MessagePage title="Página no encontrada" text="La página que buscas no existe o cambió de dirección.">
      <Link to={PATHS.landing} className={buttonClass()}>
        Volver al inicio
      </Link>
      <Link to={PATHS.support} className={buttonClass({ look: 'secondary' })}>
        Contactar a soporte
      </Link>
    </MessagePage>
  );
}
