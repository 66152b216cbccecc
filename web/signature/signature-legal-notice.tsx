import { Info } from 'lucide-react';

const POINTS = [
  'Es una imagen de tu firma: no es una firma electrónica avanzada.',
  'Cada PDF lleva un hash de integridad (su huella SHA-256), que permite comprobar que no fue modificado.',
  'La imagen se guarda cifrada.',
  'Solo tú puedes verla en la aplicación.',
];

/** What the image of the signature is, legally. */
export const SignatureLegalNotice = () => (
  <section className="rounded-card border border-blue/40 bg-blue-tint p-6">
    <h2 className="flex items-center gap-2 text-blue text-lg">
      <Info size={20} aria-hidden="true" className="shrink-0" />
      Información legal
    </h2>
    <ul className="mt-3 list-disc space-y-2 pl-5 marker:text-blue">
      {POINTS.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  </section>
);
