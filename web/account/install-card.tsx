import { Download } from 'lucide-react';
import { useInstall } from '#web/platform/install-prompt.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';

/** Shown where the browser can install the application and has not done so. */
export function InstallCard() {
  const install = useInstall();
  if (!install) return null;
  return (
    <Card title="Aplicación">
      <p className="max-w-prose text-muted text-sm">
        Instala Ficha Austral en este equipo: se abre en su propia ventana, desde su ícono. Las fichas siguen en el
        servidor y necesitan conexión.
      </p>
      <Button look="secondary" className="mt-4 max-sm:w-full" onClick={install}>
        <Download size={18} aria-hidden="true" />
        Instalar aplicación
      </Button>
    </Card>
  );
}
