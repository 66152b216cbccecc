import { LEGAL_TEXTS } from '#web/platform/legal-texts.ts';

const FACTS = [
  ['Nombre o razón social', LEGAL_TEXTS.name],
  ['RUT', LEGAL_TEXTS.rut],
  ['Representante legal', LEGAL_TEXTS.representative],
  ['Domicilio', LEGAL_TEXTS.address],
  ['Correo de contacto', LEGAL_TEXTS.email],
  ['Delegado de protección de datos', LEGAL_TEXTS.dataOfficer],
];

/** Who runs the service. The notice is empty when the operator states everything. */
export function LegalEntity() {
  return (
    <>
      <dl className="mt-4 grid gap-x-6 gap-y-1 rounded-card border border-line bg-surface px-5 py-4 sm:grid-cols-[auto_minmax(0,1fr)]">
        {FACTS.map(([name, text]) => (
          <div key={name} className="contents">
            <dt className="text-muted max-sm:not-first:mt-2">{name}</dt>
            <dd className="wrap-anywhere font-semibold max-sm:mb-2">{text}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 rounded-control bg-orange-tint px-4 py-3 text-orange empty:hidden">{LEGAL_TEXTS.notice}</p>
    </>
  );
}
