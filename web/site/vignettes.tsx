import { ArrowRight, Lock, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { ANNUAL_PRICE_PER_MONTH, formatPesos, MONTHLY_PRICE } from '#contract/plans';
import { SampleQr } from '#web/site/sample-qr.tsx';

/* Small pictures of the product for the feature cards: decoration, hidden from assistive technology. */

export function DayVignette() {
  return (
    <>
      <Slot time="09:00">
        <span className="flex-1 rounded-md border-austral-600 border-l-4 bg-austral-50 px-3 py-1 font-semibold text-austral-700">
          09:00 - 10:00
        </span>
      </Slot>
      <Slot time="10:00">
        <span className="px-4 py-1 text-muted">Disponible</span>
      </Slot>
    </>
  );
}

function Slot({ time, children }: { time: string; children: ReactNode }) {
  return (
    <p className="flex items-center gap-3 tabular-nums">
      <span className="text-muted">{time}</span>
      {children}
    </p>
  );
}

export function PatientVignette() {
  return (
    <>
      <p className="flex flex-wrap gap-2 tabular-nums">
        <Chip>RUT 12.345.678-5</Chip>
        <Chip>46 años</Chip>
      </p>
      <p className="flex items-center gap-2 self-start rounded-md bg-red-tint px-3 py-1 font-semibold text-red">
        <TriangleAlert className="size-4" />
        Alergia: penicilina
      </p>
    </>
  );
}

export function DraftVignette() {
  return (
    <p className="flex flex-wrap items-center gap-2 font-semibold">
      <span className="rounded-full bg-orange-tint px-3 py-1 text-orange">Borrador</span>
      <ArrowRight className="size-4 text-muted" />
      <span className="inline-flex items-center gap-1.5 rounded-full bg-green-tint px-3 py-1 text-green">
        <Lock className="size-3.5" />
        Finalizada
      </span>
    </p>
  );
}

export function VerificationVignette() {
  return (
    <p className="flex items-center gap-4">
      <SampleQr className="size-16 shrink-0 rounded-md" />
      <span>
        <span className="block font-semibold text-green">Documento íntegro</span>
        <span className="text-muted">Código QR de ejemplo</span>
      </span>
    </p>
  );
}

export function EncryptionVignette() {
  return (
    <>
      <p className="flex items-center gap-2 self-start rounded-md bg-austral-50 px-3 py-1 text-austral-700 tracking-[0.25em]">
        <Lock className="size-3.5" />
        ••••••••••••••
      </p>
      <p className="flex flex-wrap gap-2">
        <Chip>AES-256-GCM</Chip>
        <Chip>Argon2id</Chip>
      </p>
    </>
  );
}

export function PriceVignette() {
  return (
    <>
      <Price plan="Mensual" perMonth={MONTHLY_PRICE} />
      <Price plan="Anual" perMonth={ANNUAL_PRICE_PER_MONTH} />
    </>
  );
}

function Price({ plan, perMonth }: { plan: string; perMonth: number }) {
  return (
    <p className="flex items-baseline justify-between gap-3">
      <span className="text-muted">{plan}</span>
      <span className="tabular-nums">
        <span className="font-bold text-base">{formatPesos(perMonth)}</span> CLP al mes
      </span>
    </p>
  );
}

function Chip({ children }: { children: ReactNode }) {
  return <span className="rounded-md border border-line px-2.5 py-0.5">{children}</span>;
}
