import { Download } from 'lucide-react';
import { pageAddress } from '#web/booking/booking-form.ts';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { saveFile } from '#web/platform/save-file.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyText } from '#web/ui/copy-text.tsx';
import { notifyNotLoaded } from '#web/ui/on-demand.tsx';
import { QrCode, qrPath } from '#web/ui/qr-code.tsx';

/** Large enough for a printed poster. */
const PNG_SIZE = 1200;
const FILE_NAME = 'reserva-tu-hora';

function saveAsSvg(address: string): void {
  const { path, size } = qrPath(address);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}"/></svg>`;
  saveFile(new Blob([svg], { type: 'image/svg+xml' }), `${FILE_NAME}.svg`);
}

function saveAsPng(address: string): void {
  const { path, size } = qrPath(address);
  // Each module has a whole number of pixels, so that its edges are sharp.
  const scale = Math.floor(PNG_SIZE / size);
  const canvas = Object.assign(document.createElement('canvas'), { width: size * scale, height: size * scale });
  const context = canvas.getContext('2d');
  if (!context) return;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(scale, scale);
  context.fillStyle = '#000';
  context.fill(new Path2D(path));
  canvas.toBlob((file) => (file ? saveFile(file, `${FILE_NAME}.png`) : notifyNotLoaded()), 'image/png');
}

/** What the professional prints, or posts where patients see it. */
export function PageSharing({ slug }: { slug: string }) {
  const { name } = useCurrentUser();
  const address = pageAddress(slug);
  return (
    <section aria-labelledby="page-sharing" className="mt-8 border-line border-t pt-6">
      <h3 id="page-sharing" className="font-bold">
        Comparte tu página
      </h3>
      <p className="mb-4 max-w-prose text-muted text-sm">
        El código lleva a tu página: imprímelo en tu tarjeta o en la sala de espera.
      </p>
      <div className="grid gap-6 sm:grid-cols-[12rem_minmax(0,1fr)]">
        <div>
          <QrCode text={address} label="Código QR de tu página de reservas" />
          <div className="mt-3 grid grid-cols-2 gap-2">
            {[
              { format: 'PNG', save: saveAsPng },
              { format: 'SVG', save: saveAsSvg },
            ].map(({ format, save }) => (
              <Button
                key={format}
                look="secondary"
                aria-label={`${format}, descargar el código QR`}
                onClick={() => save(address)}
              >
                <Download size={18} aria-hidden="true" />
                {format}
              </Button>
            ))}
          </div>
        </div>
        <div className="min-w-0 space-y-5">
          <CopyText
            label="Para Instagram o WhatsApp"
            text={`Reserva tu hora en línea, cuando quieras:\n${address}`}
            copyLabel="Copiar mensaje"
            short
          />
          <CopyText
            label="Para tu tarjeta"
            text={`${name}\nReserva de horas: ${address.replace(/^https?:\/\//, '')}`}
            copyLabel="Copiar texto"
            short
          />
        </div>
      </div>
    </section>
  );
}
