import { Scale } from 'lucide-react';
import { PUBLIC_WIDTH_CLASS } from '#web/site/public-layout.tsx';

const LAWS = [
  {
    law: 'Ley 20.584 y Decreto 41/2012',
    text: 'La ficha clínica es obligatoria, se escribe en el acto o inmediatamente después y se custodia al menos 15 años desde el último registro.',
  },
  {
    law: 'Ley 19.628 y Ley 21.719',
    text: 'Los datos de salud son sensibles. Tú eres responsable de los datos de tus pacientes; nosotros, tu encargado de tratamiento.',
  },
  {
    law: 'Ley 19.799',
    text: 'Tus documentos llevan firma electrónica simple y un sello de integridad. La imagen de tu firma no es firma electrónica avanzada.',
  },
];

export function LegalNotice() {
  return (
    <section id="ley" aria-labelledby="ley-titulo" className="border-line border-y bg-austral-50">
      <div className={`${PUBLIC_WIDTH_CLASS} grid gap-x-16 gap-y-10 py-14 lg:grid-cols-[1.05fr_1fr] lg:py-20`}>
        <div>
          <span className="grid size-12 place-items-center rounded-card bg-surface text-austral-700 shadow-lift">
            <Scale className="size-6" aria-hidden="true" />
          </span>
          <h2 id="ley-titulo" className="mt-6 text-heading lg:text-title">
            Ley 21.746: tus atenciones, respaldadas
          </h2>
          <p className="mt-4 max-w-[58ch] text-lg leading-relaxed">
            La Ley 21.746 reforzó la fiscalización de las licencias médicas: COMPIN, Isapres y SUSESO pueden pedirte los
            antecedentes clínicos que las respaldan. Con Ficha Austral cada atención queda registrada, fechada, cerrada
            y verificable, como exigen la Ley 20.584 y el Decreto 41/2012 para la ficha clínica.
          </p>
          <p className="mt-5 max-w-[58ch] border-copper border-l-4 pl-4 text-muted">
            Ficha Austral no emite licencias médicas ni forma parte de su sistema electrónico. Un certificado nunca
            reemplaza una licencia.
          </p>
        </div>
        <dl className="divide-y divide-line self-center rounded-card border border-line bg-surface px-6 shadow-lift lg:px-7">
          {LAWS.map(({ law, text }) => (
            <div key={law} className="py-5">
              <dt className="font-bold">{law}</dt>
              <dd className="mt-1.5 text-muted">{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
