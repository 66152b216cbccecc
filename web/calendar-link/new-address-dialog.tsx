import { Button } from '#web/ui/button.tsx';
import { CopyText } from '#web/ui/copy-text.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { DialogActions } from '#web/ui/dialog-actions.tsx';

const STEPS = [
  {
    name: 'Google Calendar',
    text: 'En un computador, junto a «Otros calendarios», pulsa el signo + y elige «Desde URL».',
  },
  {
    name: 'iPhone y Mac',
    text: 'En la aplicación Calendario, agrega un calendario por suscripción; en Mac está en el menú Archivo.',
  },
  { name: 'Outlook', text: 'En Calendario, elige «Agregar calendario» y luego «Suscribirse desde la web».' },
];

interface Props {
  address: string;
  onClose: () => void;
}

export function NewAddressDialog({ address, onClose }: Props) {
  return (
    <Dialog
      title="Copia la dirección de tu agenda"
      description="No se volverá a mostrar. Si la pierdes, crea otra."
      onClose={onClose}
    >
      <CopyText label="Dirección" text={address} copyLabel="Copiar dirección" short />
      <h3 className="mt-5 font-semibold">Cómo suscribirte</h3>
      <dl className="mt-1 space-y-2 text-sm">
        {STEPS.map(({ name, text }) => (
          <div key={name}>
            <dt className="font-semibold">{name}</dt>
            <dd className="text-muted">{text}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-muted text-sm">
        Pega ahí la dirección. Cada aplicación decide cuándo se actualiza: los cambios pueden tardar horas en verse.
      </p>
      <DialogActions>
        <Button onClick={onClose}>La copié</Button>
      </DialogActions>
    </Dialog>
  );
}
