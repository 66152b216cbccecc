import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { generatePath } from 'react-router';
import { DOCUMENT_TYPES } from '#contract/patient-identity';
import { awaitsAnswer, type RightsRequest } from '#contract/rights-requests';
import { ExportButton } from '#web/export/export-button.tsx';
import { patientOf } from '#web/patients/patients.queries.ts';
import { PATHS } from '#web/platform/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Link } from '#web/ui/navigation.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';

const EditPatientDialog = onDemand(
  async () => (await import('#web/patients/edit-patient-dialog.tsx')).EditPatientDialog,
);

/** The patient with the document of the request, and what the request asks the professional to do. */
export function PatientOfRequest({ request }: { request: RightsRequest }) {
  const { patientId, patientName, patientBlocked, isPatientEmail, documentType = 'rut' } = request;
  return (
    <Card title="Paciente">
      {patientId ? (
        <>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="wrap-anywhere font-semibold">{patientName}</span>
            {patientBlocked && <Badge tone="orange">Uso de datos bloqueado</Badge>}
          </p>
          {awaitsAnswer(request.status) && (
            <>
              <p className="mt-1 max-w-prose text-muted">{HINTS[request.kind]}</p>
              {!isPatientEmail && (
                <p className="mt-3 max-w-prose rounded-control bg-orange-tint px-4 py-3 text-orange">
                  El correo de la solicitud no es el de su ficha. Comprueba su identidad antes de responder: la
                  respuesta revela que se atiende contigo.
                </p>
              )}
            </>
          )}
          <div className="mt-4 flex flex-wrap items-start gap-3">
            <Act request={request} patientId={patientId} />
            <Link to={generatePath(PATHS.patient, { id: patientId })} className={buttonClass({ look: 'secondary' })}>
              Ver ficha
            </Link>
          </div>
        </>
      ) : (
        <p>
          No hay un paciente con este {NAMES[documentType]}. Si recibes reservas en línea, revisa también tus
          solicitudes de hora y tu lista de espera.
        </p>
      )}
    </Card>
  );
}

const NAMES = { ...DOCUMENT_TYPES, passport: 'pasaporte' };

const HINTS: Record<RightsRequest['kind'], string> = {
  access: 'Exporta su ficha y entrégasela después de comprobar su identidad.',
  rectification: 'Corrige el dato en su ficha antes de responder. Una nota finalizada se corrige con una adenda.',
  erasure:
    'La ficha clínica se conserva al menos 15 años desde su último registro. La respuesta preparada lo explica con sus artículos.',
  opposition: 'Si se opone a los recordatorios, desactívalos en su ficha antes de responder.',
  portability:
    'La exportación incluye la ficha en HL7 FHIR R4 y en CSV. Entrégasela después de comprobar su identidad.',
  blocking:
    'Al responder, el uso de sus datos queda bloqueado: no se le envía ni se comparte nada hasta que lo levantes.',
};

/** The button with which the professional does what the request asks for. */
function Act({ request: { kind }, patientId }: { request: RightsRequest; patientId: string }) {
  if (kind === 'access' || kind === 'portability') return <ExportButton what={{ patientId }} label="Exportar ficha" />;
  return kind === 'rectification' || kind === 'opposition' ? <EditPatient id={patientId} /> : null;
}

function EditPatient({ id }: { id: string }) {
  const [isEditing, setEditing] = useState(false);
  const { data: patient } = useQuery({ ...patientOf(id), enabled: isEditing });
  return (
    <>
      <Button look="secondary" onClick={() => setEditing(true)}>
        Editar Paciente
      </Button>
      {isEditing && patient && <EditPatientDialog patient={patient} onClose={() => setEditing(false)} />}
    </>
  );
}
