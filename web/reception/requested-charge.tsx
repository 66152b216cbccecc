import { useState } from 'react';
import { patientOf } from '#contract/agenda';
import type { ProfessionalAgenda } from '#contract/assistants';
import { useCreationRequest } from '#web/platform/creation-request.ts';
import { CREATE_FOR } from '#web/platform/paths.ts';
import { onDemand } from '#web/ui/on-demand.tsx';

const NewChargeDialog = onDemand(async () => (await import('#web/charges/new-charge-dialog.tsx')).NewChargeDialog);

/** The charge that the address asks for. The address also names the professional who charges. */
export function RequestedCharge({ agendas }: { agendas: readonly ProfessionalAgenda[] }) {
  const [id, setId] = useState<string | null>(null);
  useCreationRequest((request) => setId(request.get(CREATE_FOR)));
  const appointment = agendas.flatMap(({ appointments }) => appointments).find(({ _id }) => _id === id);
  if (!appointment) return null;
  const patient = { ...patientOf(appointment), _id: appointment.patientId };
  return <NewChargeDialog patient={patient} appointment={appointment} onClose={() => setId(null)} />;
}
