import {
  CalendarClock,
  ClipboardList,
  FileCheck,
  LockKeyhole,
  type LucideIcon,
  PencilLine,
  Wallet,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { ANNUAL_PRICE, formatPesos, MONTHLY_PRICE } from '#contract/plans';
import { LandingSection } from '#web/site/landing-section.tsx';
import {
  DayVignette,
  DraftVignette,
  EncryptionVignette,
  PatientVignette,
  PriceVignette,
  VerificationVignette,
} from '#web/site/vignettes.tsx';
import { CARD_CLASS } from '#web/ui/card.tsx';
import { IconTile } from '#web/ui/icon-tile.tsx';

interface Feature {
  icon: LucideIcon;
  title: string;
  text: string;
  vignette: ReactNode;
}

const FEATURES: Feature[] = [
  {
    icon: CalendarClock,
    title: 'Agenda en formato 24 horas',
    text: 'Tu día de 08:00 a 21:30 en bloques de media hora. Citas de 30 minutos a dos horas y media, sin topes entre ellas.',
    vignette: <DayVignette />,
  },
  {
    icon: ClipboardList,
    title: 'Ficha clínica completa',
    text: 'Cada paciente con su RUT, contactos, alergias y alertas a la vista, y todo su historial en una línea de tiempo.',
    vignette: <PatientVignette />,
  },
  {
    icon: PencilLine,
    title: 'Borradores editables',
    text: 'Escribe y corrige la atención cuanto necesites. Cuando la finalizas queda cerrada y nadie puede cambiarla, tampoco tú.',
    vignette: <DraftVignette />,
  },
  {
    icon: FileCheck,
    title: 'PDF con validez legal',
    text: 'Documento fechado, sellado y verificable por cualquiera con su código. Se emite con firma electrónica simple (Ley 19.799).',
    vignette: <VerificationVignette />,
  },
  {
    icon: LockKeyhole,
    title: 'Seguridad y cifrado',
    text: 'El contenido clínico se guarda cifrado con AES-256-GCM y separado por profesional. El panel de administración nunca lo muestra.',
    vignette: <EncryptionVignette />,
  },
  {
    icon: Wallet,
    title: 'Plan accesible',
    text: `Empieza gratis. Después, ${formatPesos(MONTHLY_PRICE)} CLP al mes o ${formatPesos(ANNUAL_PRICE)} CLP al año, con pacientes ilimitados.`,
    vignette: <PriceVignette />,
  },
];

export function Features() {
  return (
    <LandingSection id="funciones" title="Lo que necesitas para atender, en un solo lugar">
      <ul className="grid gap-5 md:grid-cols-2 lg:grid-cols-3">
        {FEATURES.map((feature) => (
          <FeatureCard key={feature.title} {...feature} />
        ))}
      </ul>
    </LandingSection>
  );
}

function FeatureCard({ icon, title, text, vignette }: Feature) {
  return (
    <li className={`${CARD_CLASS} flex flex-col p-6 lg:p-7`}>
      <IconTile icon={icon} />
      <h3 className="mt-5 text-lg">{title}</h3>
      <p className="mt-2 mb-6 text-muted">{text}</p>
      <div
        aria-hidden="true"
        className="mt-auto flex min-h-24 flex-col justify-center gap-2 border-line border-t pt-5 text-sm"
      >
        {vignette}
      </div>
    </li>
  );
}
