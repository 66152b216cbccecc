import { ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { SampleQr } from '#web/site/sample-qr.tsx';
import { SouthernCross } from '#web/site/southern-cross.tsx';

const TEXT =
  'Certifico que Rosa Aguilera Muñoz fue atendida el 12 de noviembre de 2026, entre las 09:00 y las 09:30 horas. Se extiende a petición de la interesada.';

/** The first 64 bits of the SHA-256 of the text above. */
const FINGERPRINT = 'd734 8eb3 aedf 572c';

/** A finalised certificate and what its verification page shows. */
export function HeroDocument() {
  return (
    <figure className="relative mx-auto w-full max-w-[540px]">
      <div aria-hidden="true" className="relative rounded-sheet bg-austral-50 px-4 pt-6 pb-5 sm:px-8 sm:pt-9 sm:pb-8">
        <SouthernCross className="absolute bottom-6 -left-2 w-32 text-austral-600/60 max-sm:hidden" />
        <Sheet />
        <Verification />
      </div>
      <figcaption className="mt-3 text-center text-muted text-sm">
        Ejemplo con datos ficticios: un certificado finalizado y lo que muestra su página de verificación.
      </figcaption>
    </figure>
  );
}

function Sheet() {
  return (
    <div className="relative rounded-card border border-line bg-surface p-5 shadow-lift sm:p-7">
      <div className="flex items-start justify-between gap-4">
        <div>
          <p className="font-bold text-lg leading-snug">Certificado médico</p>
          <p className="text-muted text-sm tabular-nums">Folio CER-2026-000184</p>
        </div>
        <span className="shrink-0 rounded-full bg-orange-tint px-2.5 py-0.5 font-semibold text-orange text-sm">
          Ejemplo
        </span>
      </div>
      <p className="mt-5 font-semibold text-sm">Rosa Aguilera Muñoz</p>
      <p className="text-sm tabular-nums">12.345.678-5 · 46 años</p>
      <p className="mt-2 text-muted text-sm leading-relaxed">{TEXT}</p>
      <div className="mt-5 flex items-end justify-between gap-4 border-line border-t pt-4">
        <div className="min-w-0">
          <Signature />
          <p className="font-semibold text-sm">Camila Fuentealba Soto</p>
          <p className="text-muted text-sm">Médica cirujana</p>
        </div>
        <SampleQr className="size-20 shrink-0 rounded-md" />
      </div>
    </div>
  );
}

function Signature() {
  return (
    <svg viewBox="0 0 130 40" className="mb-1 h-9 w-32 text-austral-700" aria-hidden="true">
      <path
        d="M6 27C14 8 26 4 26 12c0 9-18 20-13 23 6 3 14-17 20-17 5 0-3 12 2 12s8-13 13-12c4 1-4 12 1 12 6 0 8-15 13-14 4 1-3 13 2 13 9 0 18-24 24-24 4 0-10 25-4 25 7 0 8-10 14-10 4 0-1 7 4 7 6 0 10-4 22-7"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

function Verification() {
  return (
    <div className="relative mx-1 -mt-3 rounded-card border border-line bg-surface p-4 shadow-lift sm:mr-[-3rem] sm:ml-16 sm:p-5">
      <div className="flex items-center gap-3">
        <span className="grid size-10 shrink-0 place-items-center rounded-full bg-green text-surface">
          <ShieldCheck className="size-5" />
        </span>
        <div>
          <p className="font-bold leading-snug">Documento íntegro</p>
          <p className="text-muted text-sm">El contenido coincide con su huella</p>
        </div>
      </div>
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm">
        <Fact term="Finalizado">12/11/2026 a las 09:34</Fact>
        <Fact term="Profesional">Camila Fuentealba Soto</Fact>
        <Fact term="Identidad">Verificada en el registro</Fact>
        <Fact term="Paciente">R. A. M.</Fact>
        <Fact term="Huella">{FINGERPRINT} …</Fact>
      </dl>
    </div>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-muted">{term}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}
