import { type ReactNode, useState } from 'react';
import { formatDay } from '#contract/days';
import type { Patient } from '#contract/patients';
import { formatRut } from '#contract/rut';
import { EditPatientDialog } from '#web/patients/edit-patient-dialog.tsx';
import { ageText, emailLink, phoneLink } from '#web/patients/patient-texts.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

const FACTS_CLASS = 'grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2';
const WIDE = 'sm:col-span-2 lg:col-span-1 xl:col-span-2';

export function PatientInformation({ patient }: { patient: Patient }) {
  const [editing, setEditing] = useState(false);
  const { name, rut, birthDate, age, sex, address, phone, email, emergencyContact, allergies } = patient;
  return (
    <Card title="Información del Paciente">
      <dl className={FACTS_CLASS}>
        <Fact name="Nombre" wide>
          {name}
        </Fact>
        <Fact name="RUT">{formatRut(rut)}</Fact>
        <Fact name="Fecha de nacimiento">{formatDay(birthDate)}</Fact>
        <Fact name="Edad">{ageText(age)}</Fact>
        <Fact name="Sexo">{sex && <span className="capitalize">{sex}</span>}</Fact>
        <Fact name="Teléfono" wide>
          {phone && <Contact text={phone} link={phoneLink(phone)} />}
        </Fact>
        <Fact name="Email" wide>
          {email && <Contact text={email} link={emailLink(email)} />}
        </Fact>
        <Fact name="Dirección" wide>
          {address}
        </Fact>
        <Fact name="Contacto de emergencia" wide>
          {emergencyContact}
        </Fact>
        <Allergies text={allergies} />
      </dl>
      <Button look="secondary" onClick={() => setEditing(true)} className="mt-6 w-full">
        Editar Paciente
      </Button>
      {editing && <EditPatientDialog patient={patient} onClose={() => setEditing(false)} />}
    </Card>
  );
}

function Fact({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={`min-w-0 ${wide ? WIDE : ''}`}>
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="mt-0.5 font-semibold tabular-nums">
        {children || <span className="font-normal text-muted">Sin registro</span>}
      </dd>
    </div>
  );
}

function Contact({ text, link }: { text: string; link?: string }) {
  if (!link) return text;
  return (
    <a href={link} className={TEXT_LINK_CLASS}>
      {text}
    </a>
  );
}

function Allergies({ text }: { text: string | null }) {
  if (!text) {
    return (
      <Fact name="Alergias" wide>
        <span className="font-normal text-muted">Sin alergias registradas</span>
      </Fact>
    );
  }
  return (
    <div className={`min-w-0 rounded-control border border-red/40 bg-red-tint p-4 ${WIDE}`}>
      <dt className="font-bold text-red text-sm">Alergias</dt>
      <dd className="mt-0.5 whitespace-pre-line font-semibold">{text}</dd>
    </div>
  );
}

export function PatientInformationSkeleton() {
  return (
    <Card>
      <Skeleton className="mt-1 mb-5 h-5 w-52" />
      <div className={FACTS_CLASS}>
        <FactSkeleton wide />
        <FactSkeleton />
        <FactSkeleton />
        <FactSkeleton />
        <FactSkeleton />
        <FactSkeleton wide />
        <FactSkeleton wide />
        <FactSkeleton wide />
        <FactSkeleton wide />
        <FactSkeleton wide />
      </div>
      <Skeleton className="mt-6 h-11" />
    </Card>
  );
}

const FactSkeleton = ({ wide = false }) => (
  <div className={wide ? WIDE : ''}>
    <Skeleton className="mt-1 h-3.5 w-20" />
    <Skeleton className="mt-2 mb-1 h-4 w-32 max-w-full" />
  </div>
);
