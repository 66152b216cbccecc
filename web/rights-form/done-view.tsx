import type { ReactNode } from 'react';
import { PATIENT_CARD_CLASS } from '#web/patient-pages/patient-page.tsx';

/** What somebody has asked for, until when it is answered, and what to do otherwise. */
export const DoneView = () => (
  <section data-view="done" hidden aria-labelledby="done-heading" className={PATIENT_CARD_CLASS}>
    <h1
      id="done-heading"
      data-part="done-heading"
      tabIndex={-1}
      className="text-subheading outline-none sm:text-heading"
    >
      Tu solicitud fue enviada
    </h1>
    <dl className="mt-4 grid gap-3 rounded-control bg-austral-50 px-4 py-3">
      <Row name="Número de tu solicitud">
        <span data-part="number" className="select-all text-lg tabular-nums" />
      </Row>
      <Row name="Qué pediste">
        <span data-part="asked" />
      </Row>
      <Row name="Respuesta">
        <span data-part="due" />
      </Row>
    </dl>
    <h2 className="mt-6 text-lg">Qué pasa ahora</h2>
    <ul className="mt-2 list-disc space-y-2 pl-5 leading-relaxed">
      <li data-part="next" />
      <li data-part="extension" />
      <li data-part="keep" />
    </ul>
    <h2 className="mt-6 text-lg">Si no estás de acuerdo</h2>
    <p className="mt-2 leading-relaxed">
      Si no recibes respuesta en el plazo, o no estás conforme con ella, puedes reclamar ante la Agencia de Protección
      de Datos Personales.
    </p>
  </section>
);

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-muted text-sm">{name}</dt>
    <dd className="wrap-anywhere font-semibold">{children}</dd>
  </div>
);
