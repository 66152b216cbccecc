import { MessagePage } from '#web/app/message-page.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';

/** Shown when a page throws, or when one of its modules cannot be loaded. */
export function ErrorPage() {
  return (
    <>
      <title>Algo salió mal · Ficha Austral</title>
      <MessagePage
        title="Algo salió mal"
        text="No pudimos mostrar esta página. Si hay una versión nueva de Ficha Austral, se carga al volver a intentar. Lo que ya habías guardado sigue a salvo."
      >
        <Button onClick={() => location.reload()}>Volver a intentar</Button>
        <a href="/" className={buttonClass({ look: 'secondary' })}>
          Volver al inicio
        </a>
      </MessagePage>
    </>
  );
}
