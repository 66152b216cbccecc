import { Lock } from 'lucide-react';
import { memo, useState } from 'react';
import { formatDay } from '#contract/days';
import { PREVISIONS, representativeText } from '#contract/patient-facts';
import { DOCUMENT_TYPES, formatDocument } from '#contract/patient-identity';
import type { Patient } from '#contract/patients';
import { ExportButton } from '#web/export/export-button.tsx';
import { ageText, emailLink, phoneLink } from '#web/patients/patient-texts.ts';
import { useCanEditPatients, useIsAssistant } from '#web/platform/professional.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { type Fact, FactSkeletons, Facts } from '#web/ui/facts.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

const EditPatientDialog = onDemand(
  async () => (await import('#web/patients/edit-patient-dialog.tsx')).EditPatientDialog,
);

const BlockingDialog = onDemand(async () => (await import('#web/patients/blocking-dialog.tsx')).BlockingDialog);

/** Not rendered again while the rest of the profile loads. */
export const PatientInformation = memo(function PatientInformation({ patient }: { patient: Patient }) {
  const [editing, setEditing] = useState(false);
  const [blocking, setBlocking] = useState(false);
  const canEdit = useCanEditPatients();
  const isAssistant = useIsAssistant();
  return (
    <Card title="Información del Paciente">
      <Facts layout="narrow" facts={factsOf(patient, isAssistant)} />
      <div className="mt-6 flex flex-wrap gap-3 *:flex-1 *:basis-40">
        {canEdit && (
          <Button look="secondary" onClick={() => setEditing(true)}>
            Editar Paciente
          </Button>
        )}
        {!isAssistant && <ExportButton what={{ patientId: patient._id }} label="Exportar ficha" />}
        {!isAssistant && !patient.blocked && (
          <Button look="ghost" onClick={() => setBlocking(true)}>
            <Lock size={18} aria-hidden="true" />
            Bloquear el uso de datos
          </Button>
        )}
      </div>
      {blocking && <BlockingDialog patient={patient} onClose={() => setBlocking(false)} />}
      {editing && <EditPatientDialog patient={patient} onClose={() => setEditing(false)} />}
    </Card>
  );
});

/** The allergies are absent for an assistant, and not missing. */
const factsOf = (patient: Patient, isAssistant: boolean): Fact[] => {
  const { name, documentType, birthDate, age, sex, allergies } = patient;
  return [
    { name: 'Nombre', value: name, wide: true },
    { name: DOCUMENT_TYPES[documentType], value: formatDocument(patient) },
    { name: 'Fecha de nacimiento', value: formatDay(birthDate) },
    { name: 'Edad', value: ageText(age) },
    { name: 'Sexo', value: sex && <span className="capitalize">{sex}</span> },
    ...contactFacts(patient),
    ...(isAssistant
      ? []
      : [{ name: 'Alergias', value: allergies, missing: 'Sin alergias registradas', wide: true, alert: true }]),
    { name: 'Número de ficha', value: String(patient.fichaNumber) },
    ...legalFacts(patient),
    ...present({ name: 'Recordatorios', value: !patient.reminders && 'No recibe recordatorios', wide: true }),
  ];
};

const contactFacts = ({ address, phone, email, emergencyContact }: Patient): Fact[] => [
  { name: 'Dirección', value: address, wide: true },
  { name: 'Teléfono', value: phone && <Contact text={phone} link={phoneLink(phone)} />, wide: true },
  { name: 'Email', value: email && <Contact text={email} link={emailLink(email)} />, wide: true },
  { name: 'Contacto de emergencia', value: emergencyContact, wide: true },
];

/** Only facts that have a value: most patients have none. */
const legalFacts = ({ socialName, occupation, prevision, legalRepresentative }: Patient): Fact[] => [
  ...present({ name: 'Previsión', value: prevision && PREVISIONS[prevision] }),
  ...present({ name: 'Nombre social', value: socialName, wide: true }),
  ...present({ name: 'Ocupación', value: occupation, wide: true }),
  ...present({
    name: 'Representante legal',
    value: legalRepresentative && representativeText(legalRepresentative),
    wide: true,
  }),
];

const present = (fact: Fact): Fact[] => (fact.value ? [fact] : []);

function Contact({ text, link }: { text: string; link: string | undefined }) {
  if (!link) return text;
  return (
    <a href={link} className={`wrap-anywhere ${TEXT_LINK_CLASS}`}>
      {text}
    </a>
  );
}

export function PatientInformationSkeleton() {
  return (
    <Card>
      <Skeleton className="mt-1 mb-5 h-5 w-52" />
      <FactSkeletons layout="narrow" count={11} wide={[0, 5, 6, 7, 8, 9]} />
      <Skeleton className="mt-16 h-11" />
    </Card>
  );
}
