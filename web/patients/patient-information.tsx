import { memo, useState } from 'react';
import { formatDay } from '#contract/days';
import { PREVISIONS, representativeText } from '#contract/patient-facts';
import { DOCUMENT_TYPES, formatDocument } from '#contract/patient-identity';
import type { Patient } from '#contract/patients';
import { ExportButton } from '#web/export/export-button.tsx';
import { ageText, emailLink, phoneLink } from '#web/patients/patient-texts.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { type Fact, FactSkeletons, Facts } from '#web/ui/facts.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

const EditPatientDialog = onDemand(
  async () => (await import('#web/patients/edit-patient-dialog.tsx')).EditPatientDialog,
);

/** Not rendered again while the rest of the profile loads. */
export const PatientInformation = memo(function PatientInformation({ patient }: { patient: Patient }) {
  const [editing, setEditing] = useState(false);
  return (
    <Card title="Información del Paciente">
      <Facts layout="narrow" facts={factsOf(patient)} />
      <Button look="secondary" onClick={() => setEditing(true)} className="mt-6 w-full">
        Editar Paciente
      </Button>
      <ExportButton what={{ patientId: patient._id }} label="Exportar ficha" className="mt-3" />
      {editing && <EditPatientDialog patient={patient} onClose={() => setEditing(false)} />}
    </Card>
  );
});

const factsOf = (patient: Patient): Fact[] => {
  const { name, documentType, birthDate, age, sex, address, phone, email, emergencyContact, allergies } = patient;
  return [
    { name: 'Nombre', value: name, wide: true },
    { name: DOCUMENT_TYPES[documentType], value: formatDocument(patient) },
    { name: 'Fecha de nacimiento', value: formatDay(birthDate) },
    { name: 'Edad', value: ageText(age) },
    { name: 'Sexo', value: sex && <span className="capitalize">{sex}</span> },
    { name: 'Teléfono', value: phone && <Contact text={phone} link={phoneLink(phone)} />, wide: true },
    { name: 'Email', value: email && <Contact text={email} link={emailLink(email)} />, wide: true },
    { name: 'Dirección', value: address, wide: true },
    { name: 'Contacto de emergencia', value: emergencyContact, wide: true },
    { name: 'Alergias', value: allergies, missing: 'Sin alergias registradas', wide: true, alert: true },
    { name: 'Número de ficha', value: String(patient.fichaNumber) },
    ...legalFacts(patient),
  ];
};

/** Only facts that have a value: most patients have none. */
const legalFacts = ({ socialName, occupation, prevision, legalRepresentative }: Patient): Fact[] => [
  ...present('Nombre social', socialName),
  ...present('Ocupación', occupation),
  ...present('Previsión', prevision && PREVISIONS[prevision]),
  ...present('Representante legal', legalRepresentative && representativeText(legalRepresentative)),
];

const present = (name: string, value: string | undefined): Fact[] => (value ? [{ name, value, wide: true }] : []);

function Contact({ text, link }: { text: string; link: string | undefined }) {
  if (!link) return text;
  return (
    <a href={link} className={TEXT_LINK_CLASS}>
      {text}
    </a>
  );
}

export function PatientInformationSkeleton() {
  return (
    <Card>
      <Skeleton className="mt-1 mb-5 h-5 w-52" />
      <FactSkeletons layout="narrow" count={10} wide={[0, 5, 6, 7, 8, 9]} />
      <Skeleton className="mt-6 h-11" />
    </Card>
  );
}
